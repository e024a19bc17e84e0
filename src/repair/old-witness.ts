/**
 * The witness of a race, executed on the edited text: what the check calls in order must not be seen to race with the very
 * inputs that showed it, and one thread alone must leave in memory what it left before.
 */
import { bareName } from '../lexical/kernel-names.ts';
import type { AskedSide, KernelPairs, KernelQuestions, PairAnswer, ReplayInputs } from '../model/pairs.ts';
import type { Access, Finding } from '../model/result.ts';
import type { Objection } from './judge.ts';
import { type LineMap, lineMap } from './line-map.ts';

/** What executes witnesses. */
export interface Replays {
  /** What is known of the findings of kernels (bare names) in the texts as they are. */
  readonly pairs: (kernels: readonly string[]) => Promise<readonly KernelPairs[]>;
  /** Asks edited texts about pairs of accesses. */
  readonly ask: (
    texts: ReadonlyMap<string, string>,
    asked: readonly KernelQuestions[],
  ) => Promise<readonly PairAnswer[]>;
}

export class OldWitness {
  readonly #replays: Replays | null;
  readonly #read: (file: string) => string | undefined;
  readonly #known = new Map<string, Promise<readonly KernelPairs[]>>();
  /** What the texts as they are were seen to do, by findings. */
  readonly #before = new Map<string, Promise<readonly PairAnswer[]>>();
  readonly #objections = new Map<string, Promise<Objection | null>>();

  /** @param replays null: nothing is executed */
  constructor(replays: Replays | null, read: (file: string) => string | undefined) {
    this.#replays = replays;
    this.#read = read;
  }

  /** What executions of the edited texts say against them, with inputs that showed one of the races before. */
  objectionTo(texts: ReadonlyMap<string, string>, gone: readonly Finding[]): Promise<Objection | null> {
    const key = JSON.stringify([[...texts].sort(), gone.map(({ kernel, raceId }) => [kernel, raceId])]);
    const known = this.#objections.get(key) ?? this.#objectionTo(texts, gone);
    this.#objections.set(key, known);
    return known;
  }

  async #objectionTo(texts: ReadonlyMap<string, string>, gone: readonly Finding[]): Promise<Objection | null> {
    const answers = await this.#answers(texts, gone);
    if (answers.length === 0) return null;
    if (answers.some(({ racyInputs }) => racyInputs !== null)) return 'is seen to race as before';
    const key = gone.map(({ kernel, raceId }) => `${kernel} ${raceId}`).join();
    const before = this.#before.get(key) ?? this.#answers(new Map(), gone);
    this.#before.set(key, before);
    const left = new Map((await before).map(({ id, alone }) => [id, alone]));
    const isOther = ({ id, alone }: PairAnswer) => alone !== null && left.get(id) != null && left.get(id) !== alone;
    return answers.some(isOther) ? 'changes what one thread computes' : null;
  }

  /** None where nothing can be executed. */
  async #answers(texts: ReadonlyMap<string, string>, gone: readonly Finding[]): Promise<readonly PairAnswer[]> {
    if (this.#replays === null) return [];
    // A race that a trace shows, or whose launch is a guess, may have been executed as well: then its inputs are known.
    const seen = gone.filter(({ rule, accesses }) => accesses.length === (rule === 'barrier-divergence' ? 1 : 2));
    const lineBefore = lineMap(this.#read, texts);
    const asked = new Map<string, KernelQuestions['pairs'][number][]>();
    for (const [id, finding] of seen.entries()) {
      const inputs = await this.#inputsOf(finding);
      if (inputs.length === 0) continue;
      const [a, b = a] = finding.accesses.map((access) => sideOf(access, texts, lineBefore)) as [AskedSide, AskedSide?];
      const { rule, kernel, memory } = finding;
      const sides = [a, b] as const;
      const object = memory?.object ?? '';
      const question = { id, rule, object, sides, inputs: inputs.slice(0, 1), isAloneAsked: true as const };
      asked.set(kernel, [...(asked.get(kernel) ?? []), question]);
    }
    if (asked.size === 0) return [];
    return this.#replays.ask(
      texts,
      [...asked].map(([kernel, pairs]) => ({ kernel, pairs })),
    );
  }

  async #inputsOf({ kernel, raceId }: Finding): Promise<readonly ReplayInputs[]> {
    const name = bareName(kernel);
    const known = this.#known.get(name) ?? this.#replays!.pairs([name]);
    this.#known.set(name, known);
    const findings = (await known).filter((one) => one.kernel === kernel).flatMap((one) => one.findings);
    return findings.find((one) => one.raceId === raceId)?.inputs ?? [];
  }
}

/** The access in words of the edited text: on the lines that stand where its line stood. */
function sideOf(
  { kind, text, file, line }: Access,
  texts: ReadonlyMap<string, string>,
  lineBefore: LineMap,
): AskedSide {
  const now = texts.get(file);
  if (now === undefined) return { kind, text, file, line, replaced: [], deleted: [] };
  const lines = now.split('\n').map((_, i) => i + 1);
  return { kind, text, file, line: null, replaced: lines.filter((n) => lineBefore(file, n) === line), deleted: [] };
}
