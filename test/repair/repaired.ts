/** Texts in memory, checked and repaired by the real engine. */
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import { bareName } from '../../src/lexical/kernel-names.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS, type RunOptions } from '../../src/model/options.ts';
import type { KernelPairs, PairAnswer } from '../../src/model/pairs.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { KernelRepair, Result } from '../../src/model/result.ts';
import { repairResult } from '../../src/repair/index.ts';

export interface RepairedTexts {
  readonly before: Result;
  /** With the fixes. */
  readonly result: Result;
  readonly repairs: readonly KernelRepair[];
  /** The texts with all fixes, by file; all files. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Repairs files, one analysis after the other, by workers that stay. Whoever makes it closes it. */
export class Repairer {
  readonly #reserve = new WorkerReserve();

  /** @param files their texts, by name; all of them are analysed */
  async repair(
    files: Readonly<Record<string, string>>,
    more: Partial<CheckOptions> = {},
    units: readonly string[] = Object.keys(files),
  ): Promise<RepairedTexts> {
    const check = (
      edited: ReadonlyMap<string, string>,
      kernels: readonly string[] | null,
      wanted: Pick<RunOptions, 'pairs' | 'questions'> = {},
    ) => {
      const all = new Map([...Object.entries(files), ...edited].map(([file, text]) => [file, Buffer.from(text)]));
      const options = {
        ...DEFAULT_CHECK_OPTIONS,
        jobs: 1,
        ...more,
        ...(kernels === null ? {} : { kernels: [...kernels] }),
        reserve: this.#reserve,
        ...wanted,
      };
      return analyse({ kind: 'memory', files: all }, units, options, SILENT);
    };
    const before = await check(new Map(), null);
    const { result, repairs, texts } = await repairResult({
      result: before,
      read: (file) => files[file],
      analyse: check,
      replays: {
        pairs: async (kernels) => {
          const told: KernelPairs[] = [];
          await check(new Map(), kernels, { pairs: { take: (pairs) => void told.push(...pairs) } });
          return told;
        },
        ask: async (edited, asked) => {
          const answers: PairAnswer[] = [];
          const take = (given: readonly PairAnswer[]) => void answers.push(...given);
          await check(edited, [...new Set(asked.map(({ kernel }) => bareName(kernel)))], {
            questions: { asked, take },
          });
          return answers;
        },
      },
    });
    return { before, result, repairs, texts: new Map([...Object.entries(files), ...texts]) };
  }

  /** Checks texts as they are. */
  check(files: ReadonlyMap<string, string>, more: Partial<CheckOptions> = {}): Promise<Result> {
    const all = new Map([...files].map(([file, text]) => [file, Buffer.from(text)]));
    const options = { ...DEFAULT_CHECK_OPTIONS, jobs: 1, ...more, reserve: this.#reserve };
    return analyse({ kind: 'memory', files: all }, [...files.keys()], options, SILENT);
  }

  close(): Promise<void> {
    return this.#reserve.close();
  }
}

/** What of the text is new, with a mark, and what is gone: for tests that say what a repair does. */
export function changesOf(diff: string): string[] {
  return diff
    .split('\n')
    .filter((line) => /^[-+](?![-+]{2} )/.test(line))
    .map((line) => `${line[0]} ${line.slice(1).trim()}`);
}
