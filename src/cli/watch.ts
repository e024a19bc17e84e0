/** `gpurace check --watch`: the same check again whenever a source changes, until a signal ends it. */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { CONFIG_FILE } from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import { Interruption } from '../model/interruption.ts';
import { visible } from '../report/index.ts';
import { isSource } from '../source/index.ts';
import type { Io } from './io.ts';

/** An editor that saves writes several times. */
const SETTLE_MS = 200;

/** What ends a run whose sources have changed meanwhile: nobody wants its report. */
const CHANGED = 'a source changed';

export function isOutdated({ by }: Interruption): boolean {
  return by === CHANGED;
}

interface Watched {
  /** Everything below it counts. */
  readonly folder: string;
  /** Checks and reports, unless it is outdated by then. @returns the exit code */
  readonly check: (interruption: Interruption) => Promise<number>;
}

/** @returns the exit code of the last check that came to its end */
export async function watching(io: Io, { folder, check }: Watched): Promise<number> {
  const changes = new SourceChanges(folder);
  const run: { isOver: boolean; current: Interruption | null } = { isOver: false, current: null };
  const stop = io.onSignal?.((name) => {
    run.isOver = true;
    run.current?.tell(name);
    changes.wake();
  });
  let code = 0;
  try {
    for (;;) {
      const interruption = new Interruption();
      run.current = interruption;
      changes.onChange = () => interruption.tell(CHANGED);
      const ended = await checked(io, () => check(interruption));
      run.current = null;
      if (!isOutdated(interruption)) code = ended;
      if (run.isOver) return code;
      if (!isOutdated(interruption)) io.stderr.write('gpurace: waiting for a change; Ctrl+C ends it\n');
      const file = await changes.next();
      if (run.isOver) return code;
      io.stderr.write(`\ngpurace: ${visible(file)} has changed\n`);
    }
  } finally {
    stop?.();
    changes.close();
  }
}

/** A mistake in the configuration is one that the user is about to correct. */
async function checked(io: Io, check: () => Promise<number>): Promise<number> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    io.stderr.write(`gpurace: ${visible(error.message)}\n`);
    return error.exitCode;
  }
}

class SourceChanges {
  onChange: () => void = () => {};
  readonly #watcher: FSWatcher;
  /** The file that changed last; null: none since it was asked. */
  #changed: string | null = null;
  #wake: () => void = () => {};

  constructor(folder: string) {
    this.#watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !isWatched(name)) return;
      this.#changed = name;
      this.onChange();
      this.#wake();
    });
    // A folder that goes away while it is listed.
    this.#watcher.on('error', () => {});
  }

  /** The next change, or one that has not been told; when nothing more comes for a moment. */
  async next(): Promise<string> {
    if (this.#changed === null) await new Promise<void>((resolve) => (this.#wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const file = this.#changed ?? '';
    this.#changed = null;
    return file;
  }

  wake(): void {
    this.#wake();
  }

  close(): void {
    this.#watcher.close();
  }
}

function isWatched(name: string): boolean {
  if (/(^|[\\/])(\.git|node_modules)[\\/]/.test(name)) return false;
  return isSource(name) || [CONFIG_FILE, 'compile_commands.json'].includes(basename(name));
}
