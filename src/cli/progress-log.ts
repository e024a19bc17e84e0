/** Progress as lines of a log, one for each file when it is done: whoever reads it later sees how far a run came. */
import type { KernelNews, Progress } from '../model/progress.ts';
import { visible, withoutCommands } from '../report/index.ts';
import { plural } from '../result/kernels.ts';

/** Racy kernels that a line names. */
const MAX_NAMED = 3;

abstract class FileLog implements Progress {
  readonly #kernels = new Map<string, KernelNews[]>();
  readonly #shown: (file: string) => string;
  #total = 0;
  #done = 0;

  constructor(shown: (file: string) => string) {
    this.#shown = shown;
  }

  start(files: number): void {
    this.#total = files;
  }

  fileBegun(): void {}

  fileFound(): void {}

  kernelBegun(): void {}

  kernelDone(file: string, news: KernelNews): void {
    this.#kernels.set(file, [...(this.#kernels.get(file) ?? []), news]);
  }

  fileDone(file: string): void {
    const kernels = this.#kernels.get(file) ?? [];
    this.#kernels.delete(file);
    this.#done += 1;
    const counted = `${plural(kernels.length, 'kernel')}${racyInWords(kernels)}`;
    this.tell(`[${this.#done}/${this.#total}] ${visible(this.#shown(file))}: ${counted}`, kernels);
  }

  stop(): void {}

  protected abstract tell(line: string, kernels: readonly KernelNews[]): void;
}

/** `, 1 racy: saxpy`; nothing where none is. */
function racyInWords(kernels: readonly KernelNews[]): string {
  const racy = kernels.filter(({ verdict }) => verdict === 'racy').map(({ kernel }) => visible(kernel));
  if (racy.length === 0) return '';
  const more = racy.length > MAX_NAMED ? ' and others' : '';
  return `, ${racy.length} racy: ${racy.slice(0, MAX_NAMED).join(', ')}${more}`;
}

export class PlainLog extends FileLog {
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void, shown: (file: string) => string) {
    super(shown);
    this.#write = write;
  }

  protected tell(line: string): void {
    this.#write(line);
  }
}

/**
 * One group per file, written when the file is done: files are worked on side by side, and groups do not nest.
 * Names come from the repository and must not become commands of their own.
 */
export class GroupedLog extends FileLog {
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void, shown: (file: string) => string) {
    super(shown);
    this.#write = write;
  }

  protected tell(line: string, kernels: readonly KernelNews[]): void {
    this.#write(`::group::${commandData(line)}`);
    for (const { kernel } of kernels) this.#write(withoutCommands(`  ${visible(kernel)}`));
    this.#write('::endgroup::');
  }
}

/** The data of a workflow command, escaped as actions/toolkit does. */
function commandData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
