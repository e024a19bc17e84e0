/** Runs the program in a folder of its own with an engine of the test's choice. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { run } from '../../src/cli/program.ts';
import type { CheckOptions } from '../../src/model/options.ts';
import type { Analyse } from '../../src/run/index.ts';
import { result } from '../report/sample-result.ts';

export interface Call {
  readonly root: string;
  readonly files: readonly string[];
  /** Those of the run. */
  readonly options: CheckOptions;
  /** Those of one file. */
  readonly optionsOf: (file: string) => CheckOptions;
  readonly around: () => readonly string[];
}

export interface Workbench {
  readonly cwd: string;
  readonly calls: Call[];
  /** Runs `gpurace` with these arguments. */
  run(args: readonly string[], settings?: Settings): Promise<{ code: number; stdout: string; stderr: string }>;
}

export interface Settings {
  readonly analyse?: Analyse;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly tty?: boolean;
}

/** A folder with these files, gone when the test ends. */
export function workbench(t: TestContext, files: Readonly<Record<string, string | Uint8Array>>): Workbench {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'gpurace-')));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const calls: Call[] = [];
  return {
    cwd,
    calls,
    async run(args, { analyse = async () => result(), env = {}, tty = false, cwd: folder = cwd } = {}) {
      const stdout = collector(tty);
      const stderr = collector(tty);
      const code = await run(args, {
        cwd: folder,
        env,
        stdout,
        stderr,
        analyse: (tree, found, options, progress) => {
          const { optionsOf = () => plain, around = () => [], interruption: _, ...plain } = options;
          calls.push({
            root: tree.kind === 'disk' ? tree.root : tree.kind,
            files: found,
            options: plain,
            optionsOf,
            around,
          });
          return analyse(tree, found, options, progress);
        },
      });
      return { code, stdout: stdout.text, stderr: stderr.text };
    },
  };
}

function collector(isTTY: boolean): Writable & { text: string; readonly isTTY: boolean } {
  const stream = new Writable({
    write(chunk, _encoding, callback) {
      collected.text += String(chunk);
      callback();
    },
  });
  const collected = Object.assign(stream, { text: '', isTTY, columns: 100 });
  return collected;
}
