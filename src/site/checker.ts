/** Checks and repairs one text after the other, by the workers that the command line has too: analysis, then repair. */
import { analyse, type WorkerReserve } from '../analysis/index.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { Interruption } from '../model/interruption.ts';
import type { CheckOptions } from '../model/options.ts';
import type { KernelPairs, PairAnswer } from '../model/pairs.ts';
import { type Progress, SILENT } from '../model/progress.ts';
import type { Result } from '../model/result.ts';
import { type Repaired, repairResult } from '../repair/index.ts';
import { atLeast } from '../result/level.ts';
import { FILE_NAME, type KernelInput, optionsOf } from './kernel-input.ts';

/** Beyond so many milliseconds no further edit is tried. */
const REPAIR_MS = 60_000;
/** Reading and compiling, and what a kernel may take beyond its own time before its worker is ended; the heap is the browser's. */
const LIMITS = { frontEndMs: 30_000, graceMs: 3_000, heapMib: 0 };

type Asked = Pick<Parameters<typeof analyse>[2], 'pairs' | 'questions'>;

/** One text that is being checked. */
export class Check {
  readonly #interruption = new Interruption();
  readonly #reserve: WorkerReserve;
  readonly #options: CheckOptions;
  readonly #text: string;
  readonly file: string;

  /** @throws Error in words for the visitor, when an option is none */
  constructor(input: KernelInput, reserve: WorkerReserve) {
    this.#options = optionsOf(input);
    this.#reserve = reserve;
    this.#text = input.text;
    this.file = FILE_NAME[input.language];
  }

  get isStopped(): boolean {
    return this.#interruption.by !== null;
  }

  /** Ends it with what is known by then. */
  stop(): void {
    this.#interruption.tell('Stop');
  }

  verdicts(progress: Progress): Promise<Result> {
    return this.#analyse(new Map(), null, {}, progress);
  }

  /** The result with fixes that were checked, where there are any. */
  repaired(result: Result): Promise<Repaired> {
    const until = performance.now() + REPAIR_MS;
    return repairResult({
      result,
      read: (file) => (file === this.file ? this.#text : undefined),
      isWanted: ({ explains }) => explains.some(({ evidence }) => atLeast(evidence, 'witness')),
      isOver: () => this.isStopped || performance.now() > until,
      analyse: (texts, kernels) => this.#analyse(texts, kernels),
      replays: {
        pairs: async (kernels) => {
          const told: KernelPairs[] = [];
          await this.#analyse(new Map(), kernels, { pairs: { take: (pairs) => void told.push(...pairs) } });
          return told;
        },
        ask: async (texts, asked) => {
          const answers: PairAnswer[] = [];
          const questions = { asked, take: (given: readonly PairAnswer[]) => void answers.push(...given) };
          await this.#analyse(texts, [...new Set(asked.map(({ kernel }) => bareName(kernel)))], { questions });
          return answers;
        },
      },
    });
  }

  /** @param texts in the place of the text @param kernels bare names; null: all */
  #analyse(
    texts: ReadonlyMap<string, string>,
    kernels: readonly string[] | null,
    asked: Asked = {},
    progress: Progress = SILENT,
  ): Promise<Result> {
    const text = texts.get(this.file) ?? this.#text;
    const files = new Map([[this.file, Buffer.from(text)]]);
    const options = kernels === null ? this.#options : { ...this.#options, kernels: [...kernels] };
    return analyse(
      { kind: 'memory', files },
      [this.file],
      { ...options, ...asked, interruption: this.#interruption, reserve: this.#reserve },
      progress,
      LIMITS,
    );
  }
}
