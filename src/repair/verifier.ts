/** Edited texts, checked again by the ordinary analysis; what was checked once is remembered. */
import type { Finding, Result } from '../model/result.ts';
import { type Judgement, judge } from './judge.ts';
import { lineMap } from './line-map.ts';

/** Analyses the sources again, with other texts in the place of some files. @param kernels bare names; null: all */
export type AnalyseEdited = (files: ReadonlyMap<string, string>, kernels: readonly string[] | null) => Promise<Result>;

export interface Verified extends Judgement {
  readonly after: Result;
}

interface Tried {
  readonly texts: ReadonlyMap<string, string>;
  readonly after: Result;
  readonly kernels: readonly string[] | null;
}

export class Verifier {
  readonly #before: Result;
  readonly #read: (file: string) => string | undefined;
  readonly #analyse: AnalyseEdited;
  readonly #known = new Map<string, Result>();
  /** How many analyses there were. */
  calls = 0;

  /** @param read the texts as they are */
  constructor(before: Result, read: (file: string) => string | undefined, analyse: AnalyseEdited) {
    this.#before = before;
    this.#read = read;
    this.#analyse = analyse;
  }

  /** @param gone the findings that the edit is for */
  async verify(
    texts: ReadonlyMap<string, string>,
    gone: readonly Finding[],
    kernels: readonly string[] | null,
  ): Promise<Verified> {
    const key = keyOf(texts, kernels);
    let after = this.#known.get(key);
    if (after === undefined) {
      this.calls++;
      after = await this.#analyse(texts, kernels);
      this.#known.set(key, after);
    }
    return this.#judged({ texts, after, kernels }, gone);
  }

  /** What is known of texts that were verified for something else; null: they were not. */
  known(
    texts: ReadonlyMap<string, string>,
    gone: readonly Finding[],
    kernels: readonly string[] | null,
  ): Verified | null {
    const after = this.#known.get(keyOf(texts, kernels));
    return after === undefined ? null : this.#judged({ texts, after, kernels }, gone);
  }

  #judged({ texts, after, kernels }: Tried, gone: readonly Finding[]): Verified {
    const trial = { before: this.#before, after, lineBefore: lineMap(this.#read, texts), kernels };
    return { ...judge(trial, gone), after };
  }
}

function keyOf(texts: ReadonlyMap<string, string>, kernels: readonly string[] | null): string {
  return JSON.stringify([[...texts].sort(), kernels]);
}
