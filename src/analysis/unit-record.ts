/**
 * What is known about one unit while it is analysed, over all its attempts: which kernels it has, which are answered,
 * which one is being worked on. Decides what a lost attempt costs: the kernel that was worked on becomes inconclusive,
 * the rest is tried again. Threads and clocks are the pool's business.
 */

import type { KernelOutline } from '../model/outline.ts';
import { type Place, placeAt } from '../model/place.ts';
import type { KernelNews } from '../model/progress.ts';
import type { Reason } from '../model/reason.ts';
import type { KernelResult, Problem } from '../model/result.ts';
import { type KernelFingerprint, type SettledKernel, UNTOUCHED } from '../model/same-kernels.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import type { FoundKernel, UnitOutcome } from '../unit/outcome.ts';
import type { Observation } from '../unit/recorded-read.ts';

type Answer = Pick<
  Extract<UnitEvent, { type: 'kernel' }>,
  'result' | 'findings' | 'isUnlaunched' | 'explanation' | 'pairs' | 'answers'
>;

type Settled = Extract<UnitEvent, { type: 'settled' }>;

/** What an event changed in the record; null: nothing that progress shows. */
export type RecordChange =
  | { readonly type: 'found'; readonly kernels: number }
  | { readonly type: 'begin'; readonly kernel: string }
  | { readonly type: 'answered'; readonly news: KernelNews }
  | null;

export class UnitRecord {
  readonly job: UnitJob;
  readonly #found = new Map<string, FoundKernel>();
  readonly #answers = new Map<string, Answer>();
  /** What stands of kernels that have no answer yet. */
  readonly #settled = new Map<string, Settled>();
  readonly #problems = new Map<string, Problem>();
  readonly #lost = new Map<string, Reason>();
  #current: string | null = null;
  #everFound = false;
  /** The kernel that is being worked on is one that the change does not touch; so are those behind it. */
  #isAtUntouched = false;
  #fingerprints: readonly KernelFingerprint[] = [];
  #outlines: readonly KernelOutline[] = [];
  #observations: readonly Observation[] | null = null;
  #isLeft = false;

  constructor(job: UnitJob) {
    this.job = job;
    for (const [kernel, reason] of job.skip) this.#lost.set(kernel, reason);
  }

  /** Where the analysis is: at the kernel that is being worked on when that is known, else somewhere in the file. */
  get place(): Place {
    const found = this.#unanswered().find((candidate) => candidate.kernel === this.#current);
    return found === undefined ? { file: this.job.file, line: null } : placeAt(found.file, found.line);
  }

  take(event: UnitEvent): RecordChange {
    switch (event.type) {
      case 'found': {
        for (const kernel of event.kernels) this.#found.set(keyOf(kernel), kernel);
        const first = !this.#everFound;
        this.#everFound = true;
        return first ? { type: 'found', kernels: this.#found.size } : null;
      }
      case 'begin':
        this.#current = event.kernel;
        this.#isAtUntouched = event.timeLimit !== undefined;
        return { type: 'begin', kernel: event.kernel };
      case 'fingerprints':
        this.#fingerprints = event.kernels;
        return null;
      case 'outlines':
        this.#outlines = event.outlines;
        return null;
      case 'settled':
        this.#settled.set(keyOf(event.result), event);
        return null;
      case 'problem':
        this.#problems.set(JSON.stringify(event.problem), event.problem);
        return null;
      case 'kernel': {
        this.#current = null;
        const key = keyOf(event.result);
        // A repeated attempt answers again what an earlier one did: the first answer is kept.
        if (this.#answers.has(key)) return null;
        this.#answers.set(key, event);
        return { type: 'answered', news: newsOf(event) };
      }
    }
  }

  /**
   * The attempt came to nothing.
   * @param definitions What the source text says of its kernels, for a unit that was lost before it could tell.
   * @returns The job to try again, or null when there is nothing more to try: then `finish` knows the reason.
   */
  lost(reason: Reason, definitions: () => readonly FoundKernel[]): UnitJob | null {
    const kernel = this.#current;
    this.#current = null;
    if (kernel !== null && this.#isAtUntouched) {
      // They come last, and one attempt at them is enough.
      this.finish(UNTOUCHED);
      return null;
    }
    const affected = this.#unanswered().filter((found) => found.kernel === kernel);
    if (kernel === null || affected.length === 0 || this.#lost.has(kernel)) {
      const { file } = this.job;
      const line = reason.place?.file === file ? reason.place.line : null;
      this.#problems.set('lost', { file, line, column: null, severity: 'error', message: reason.text });
      if (!this.#everFound) for (const found of definitions()) this.#found.set(keyOf(found), found);
      this.finish(reason);
      return null;
    }
    this.#lost.set(kernel, reason);
    for (const found of affected) this.#answerWith(found, reason);
    return this.#unanswered().length === 0 ? null : { ...this.job, skip: this.#skip() };
  }

  /** The time of the run is over before the unit is done. @param definitions as of `lost` */
  leave(reason: Reason, definitions: () => readonly FoundKernel[]): void {
    if (this.#isAtUntouched) {
      this.finish(UNTOUCHED);
      return;
    }
    if (!this.#everFound) for (const found of definitions()) this.#found.set(keyOf(found), found);
    this.#isLeft = true;
    this.finish(reason);
  }

  /** The analysis came to its end, and this is what it asked for. */
  done(observations: readonly Observation[] | null): void {
    const atOnce = this.#lost.size === 0 && !this.#problems.has('lost') && this.#unanswered().length === 0;
    this.#observations = atOnce ? observations : null;
  }

  /** Gives every kernel that was found and has no answer this reason. */
  finish(reason: Reason): void {
    for (const found of this.#unanswered()) this.#answerWith(found, this.#lost.get(found.kernel) ?? reason);
  }

  outcome(): UnitOutcome {
    const answers = [...this.#answers.values()];
    return {
      kernels: answers.map(({ result }) => result),
      findings: answers.flatMap(({ findings }) => findings),
      problems: [...this.#problems.values()],
      explanations: answers.flatMap(({ explanation }) => explanation ?? []),
      pairs: answers.flatMap(({ pairs }) => pairs ?? []),
      outlines: this.#outlines,
      answers: answers.flatMap(({ answers: given }) => given ?? []),
      observations: this.#observations,
      ...(this.#isLeft ? { isLeft: true as const } : {}),
      ...(this.#fingerprints.length === 0 ? {} : { fingerprints: this.#fingerprints }),
      ...(this.job.untouched === undefined ? {} : { untouched: this.#untouched() }),
      unlaunched: new Set(answers.flatMap(({ result, isUnlaunched }) => (isUnlaunched ? [result] : []))),
    };
  }

  #untouched(): SettledKernel[] {
    return this.#fingerprints.flatMap((one) => {
      const answer = this.#answers.get(keyOf(one));
      if (answer === undefined) return [];
      const { result, findings, pairs = null, isUnlaunched = false } = answer;
      return { digest: one.digest, result, findings, pairs, isUnlaunched };
    });
  }

  /** What was decided stays decided. */
  #answerWith(found: FoundKernel, reason: Reason): void {
    const settled = this.#settled.get(keyOf(found));
    if (settled !== undefined) {
      const { result, isComplete, findings, pairs } = settled;
      const reasons = isComplete ? result.reasons : [...result.reasons, reason];
      // What is left may still show a race.
      const verdict = isComplete || result.verdict === 'racy' ? result.verdict : 'inconclusive';
      const answer = { result: { ...result, reasons, verdict }, findings, ...(pairs ? { pairs } : {}) };
      this.#answers.set(keyOf(found), answer);
      return;
    }
    const result: KernelResult = {
      ...found,
      language: this.job.language,
      verdict: 'inconclusive',
      conditions: [],
      reasons: [reason],
      assumptions: [],
      launches: [],
      accessPairs: 0,
      solverCalls: 0,
      elapsedMs: 0,
    };
    this.#answers.set(keyOf(found), { result, findings: [] });
  }

  #unanswered(): FoundKernel[] {
    return [...this.#found].filter(([key]) => !this.#answers.has(key)).map(([, kernel]) => kernel);
  }

  /** Kernels not to try again: the lost ones, and those of which no namesake is unanswered. */
  #skip(): Map<string, Reason> {
    const skip = new Map(this.#lost);
    const open = new Set(this.#unanswered().map(({ kernel }) => kernel));
    for (const { result } of this.#answers.values()) {
      if (!open.has(result.kernel) && !skip.has(result.kernel)) {
        skip.set(result.kernel, { kind: 'other', text: 'answered already', place: null });
      }
    }
    return skip;
  }
}

function newsOf({ result: { kernel, verdict }, findings }: Answer): KernelNews {
  return { kernel, verdict, findings };
}

function keyOf({ kernel, file, line }: FoundKernel): string {
  return JSON.stringify([kernel, file, line]);
}
