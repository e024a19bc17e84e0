/** How a run is followed: a bar on a terminal, folded groups in a log of GitHub Actions, elsewhere a line for each file. */
import { SingleBar } from 'cli-progress';
import type { Progress } from '../model/progress.ts';
import { visible, withoutCommands } from '../report/index.ts';
import { plural } from '../result/kernels.ts';
import { type Io, inActions } from './io.ts';

/**
 * @param shown How a file of the tree is called.
 * @param pass What the files are analysed for, in a run that does it several times.
 */
export function createProgress(
  io: Pick<Io, 'env' | 'stderr'>,
  shown: (file: string) => string,
  pass: string | null = null,
): Progress {
  if (!inActions(io) && io.stderr.isTTY === true) return new TerminalBar(io.stderr);
  const write = (line: string): void => void io.stderr.write(`${line}\n`);
  const named = (file: string): string => (pass === null ? shown(file) : `${shown(file)} (${pass})`);
  return inActions(io) ? new GroupedLog(write, named) : new PlainLog(write, named);
}

class TerminalBar implements Progress {
  readonly #bar: SingleBar;
  #files = 0;
  #kernels = 0;
  #found = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#bar = new SingleBar({
      format: '{bar} {value}/{total} files, {kernels}/{found} kernels, {eta_formatted} left',
      stream,
      hideCursor: true,
      clearOnComplete: true,
      barsize: 24,
      // Before the first file is done the estimate is infinite.
      formatTime: (seconds) => (Number.isFinite(seconds) ? minutes(seconds) : '?'),
    });
  }

  start(files: number): void {
    this.#bar.start(files, 0, this.#counts());
  }

  fileFound(_file: string, kernels: number): void {
    this.#found += kernels;
    this.#bar.update(this.#files, this.#counts());
  }

  kernelDone(): void {
    this.#kernels += 1;
    this.#bar.update(this.#files, this.#counts());
  }

  fileDone(): void {
    this.#files += 1;
    this.#bar.update(this.#files, this.#counts());
  }

  stop(): void {
    this.#bar.stop();
  }

  #counts(): { kernels: number; found: number } {
    return { kernels: this.#kernels, found: this.#found };
  }
}

/** A line for each file when it is done: whoever reads it later sees how far a run came. */
class PlainLog implements Progress {
  readonly #kernels = new Map<string, number>();
  readonly #write: (line: string) => void;
  readonly #shown: (file: string) => string;
  #total = 0;
  #done = 0;

  constructor(write: (line: string) => void, shown: (file: string) => string) {
    this.#write = write;
    this.#shown = shown;
  }

  start(files: number): void {
    this.#total = files;
  }

  fileFound(): void {}

  kernelDone(file: string): void {
    this.#kernels.set(file, (this.#kernels.get(file) ?? 0) + 1);
  }

  fileDone(file: string): void {
    this.#done += 1;
    this.#write(doneLine([this.#done, this.#total], this.#shown(file), this.#kernels.get(file) ?? 0));
  }

  stop(): void {}
}

/** `[3/9] src/a.cu: 2 kernels`. */
function doneLine([done, total]: readonly [number, number], file: string, kernels: number): string {
  return `[${done}/${total}] ${visible(file)}: ${plural(kernels, 'kernel')}`;
}

/**
 * One group per file, written when the file is done: files are worked on side by side, and groups do not nest.
 * Names come from the repository and must not become commands of their own.
 */
class GroupedLog implements Progress {
  readonly #kernels = new Map<string, string[]>();
  readonly #write: (line: string) => void;
  readonly #shown: (file: string) => string;
  #total = 0;
  #done = 0;

  constructor(write: (line: string) => void, shown: (file: string) => string) {
    this.#write = write;
    this.#shown = shown;
  }

  start(files: number): void {
    this.#total = files;
  }

  fileFound(file: string): void {
    this.#kernels.set(file, this.#kernels.get(file) ?? []);
  }

  kernelDone(file: string, kernel: string): void {
    this.#kernels.set(file, [...(this.#kernels.get(file) ?? []), kernel]);
  }

  fileDone(file: string): void {
    const kernels = this.#kernels.get(file) ?? [];
    this.#kernels.delete(file);
    this.#done += 1;
    const title = doneLine([this.#done, this.#total], this.#shown(file), kernels.length);
    this.#write(`::group::${commandData(title)}`);
    for (const kernel of kernels) this.#write(withoutCommands(`  ${visible(kernel)}`));
    this.#write('::endgroup::');
  }

  stop(): void {}
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The data of a workflow command, escaped as actions/toolkit does. */
function commandData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
