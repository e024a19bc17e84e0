/** Damaged inputs of every kind, through the code that reads them. */
import type { Random } from '../../test/check/oracle/random.ts';
import { damaged } from './damage.ts';
import type { InputKind, Sample } from './input-kinds.ts';

export interface InputsReport {
  readonly seed: number;
  readonly inputs: number;
  readonly kinds: ReadonlyMap<string, { readonly inputs: number; readonly wrong: number; readonly longestMs: number }>;
  readonly wrong: readonly WrongInput[];
}

export interface WrongInput {
  readonly kind: string;
  /** What was damaged. */
  readonly name: string;
  readonly why: string;
  readonly bytes: Uint8Array;
}

/**
 * @param untilMs milliseconds after which no further input is begun
 * @param before told of each input before it is read, so that one that never ends is known
 */
export async function fuzzInputs(
  kinds: readonly InputKind[],
  { inputs, seed, untilMs }: { readonly inputs: number; readonly seed: number; readonly untilMs: number },
  random: Random,
  before: (kind: string, sample: Sample) => void = () => {},
): Promise<InputsReport> {
  const startedAt = performance.now();
  const counts = new Map<string, { inputs: number; wrong: number; longestMs: number }>();
  const wrong: WrongInput[] = [];
  let done = 0;
  while (done < inputs && performance.now() - startedAt <= untilMs) {
    const kind = random.weighted(kinds.map((one) => [one.weight, one] as const));
    const sample = random.pick(kind.samples);
    const input = { name: sample.name, bytes: damaged(sample.bytes, random.pick(kind.samples).bytes, random) };
    before(kind.name, input);
    done += 1;
    const count = counts.get(kind.name) ?? { inputs: 0, wrong: 0, longestMs: 0 };
    counts.set(kind.name, count);
    const beganAt = performance.now();
    const why = await answerTo(kind, input);
    count.inputs += 1;
    count.longestMs = Math.max(count.longestMs, Math.round(performance.now() - beganAt));
    if (why === null) continue;
    count.wrong += 1;
    wrong.push({ kind: kind.name, ...input, why });
  }
  return { seed, inputs: done, kinds: counts, wrong };
}

async function answerTo(kind: InputKind, input: Sample): Promise<string | null> {
  try {
    return await kind.read(input);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
