/**
 * The witness of a race, executed on the edited text: what the check calls in order must not be seen to race with the very
 * inputs that showed it.
 */
import { bareName } from '../lexical/kernel-names.ts';
import type { AskedSide, KernelPairs, KernelQuestions, PairAnswer, ReplayInputs } from '../model/pairs.ts';
import type { Access, Finding } from '../model/result.ts';
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

  /** @param replays null: nothing is executed */
  constructor(replays: Replays | null, read: (file: string) => string | undefined) {
    this.#replays = replays;
    this.#read = read;
  }

  /** True when the edited texts were seen to have one of the races, with inputs that showed it before. */
  async stillRaces(texts: ReadonlyMap<string, string>, gone: readonly Finding[]): Promise<boolean> {
    if (this.#replays === null) return false;
    const seen = gone.filter(({ evidence, accesses }) => evidence === 'replayed' && accesses.length === 2);
    const lineBefore = lineMap(this.#read, texts);
    const asked = new Map<string, KernelQuestions['pairs'][number][]>();
    for (const [id, finding] of seen.entries()) {
      const inputs = await this.#inputsOf(finding);
      if (inputs.length === 0) continue;
      const [a, b] = finding.accesses.map((access) => sideOf(access, texts, lineBefore)) as [AskedSide, AskedSide];
      const { rule, kernel, memory } = finding;
      const question = { id, rule, object: memory?.object ?? '', sides: [a, b] as const, inputs: inputs.slice(0, 1) };
      asked.set(kernel, [...(asked.get(kernel) ?? []), question]);
    }
    if (asked.size === 0) return false;
    const answers = await this.#replays.ask(
      texts,
      [...asked].map(([kernel, pairs]) => ({ kernel, pairs })),
    );
    return answers.some(({ racyInputs }) => racyInputs !== null);
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
