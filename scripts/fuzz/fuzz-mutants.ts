import type { Engines } from '../../src/analysis/engines.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import type { Random } from '../../test/check/oracle/random.ts';
import { headerOf } from '../../test/kernel-header.ts';
import { analysed, judged, type Outcome, restsOn } from './mutant-judge.ts';
import { type Mutant, type MutationKind, mutantsOf } from './mutations.ts';

export interface MutantsWanted {
  readonly files: readonly string[];
  readonly mutants: number;
  readonly seed: number;
  /** Kinds of mutations; left out: all. */
  readonly mutations?: ReadonlySet<MutationKind>;
  /** Milliseconds after which no further mutant is begun. */
  readonly untilMs: number;
}

export interface FuzzReport {
  readonly seed: number;
  readonly mutants: number;
  /** Race-free kernels that were mutated. */
  readonly kernels: number;
  readonly counts: ReadonlyMap<MutationKind, ReadonlyMap<Outcome | 'kept' | 'flipped', number>>;
  /** Each with what was changed, and the text. */
  readonly wrong: readonly string[];
}

/** A kernel that is race-free as it stands, under one launch whatever its arguments are. */
interface Subject {
  readonly file: string;
  readonly kernel: string;
  readonly options: CheckOptions;
  readonly mutants: Mutant[];
}

/** @param read the text of a file */
export function fuzzMutants(
  engines: Engines,
  read: (file: string) => string,
  { files, mutants, seed, untilMs, mutations }: MutantsWanted,
  random: Random,
): FuzzReport {
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > untilMs;
  const counts = new Map<MutationKind, Map<Outcome | 'kept' | 'flipped', number>>();
  const wrong: string[] = [];
  let done = 0;
  let kernels = 0;
  // Files in turns, so that a run that is cut short has seen all kinds of them.
  const order = shuffled(files, random);
  for (const [at, file] of order.entries()) {
    const share = Math.ceil((mutants - done) / (order.length - at));
    if (share <= 0 || isOver()) break;
    for (const subject of subjectsIn(engines, file, read(file))) {
      kernels += 1;
      for (const mutant of chosen(subject.mutants, share, random, mutations)) {
        if (isOver()) break;
        done += 1;
        const outcome = triedSafely(engines, subject, mutant);
        const row = counts.get(mutant.kind) ?? new Map<Outcome | 'kept' | 'flipped', number>();
        counts.set(mutant.kind, row.set(outcome.name, (row.get(outcome.name) ?? 0) + 1));
        if (outcome.name !== 'wrong' && outcome.name !== 'flipped') continue;
        wrong.push(`${file} ${subject.kernel}, ${mutant.kind}: ${mutant.change} (${outcome.why})`);
      }
    }
  }
  return { seed, mutants: done, kernels, counts, wrong };
}

/** As many as wanted: with one change each as long as there are such, then with two. */
function* chosen(
  all: readonly Mutant[],
  count: number,
  random: Random,
  kinds: ReadonlySet<MutationKind> | undefined,
): Generator<Mutant> {
  const mutants = kinds === undefined ? all : all.filter(({ kind }) => kinds.has(kind));
  const single = shuffled(mutants, random).slice(0, count);
  yield* single;
  const unsafe = single.filter(({ isSame }) => !isSame);
  const seen = new Set(single.map(({ text }) => text));
  for (let left = count - single.length; left > 0 && unsafe.length > 0; left--) {
    const first = random.pick(unsafe);
    const more = mutantsOf(first.text).filter(
      ({ kind, isSame, text }) => !isSame && !seen.has(text) && (kinds?.has(kind) ?? true),
    );
    if (more.length === 0) continue;
    const second = random.pick(more);
    seen.add(second.text);
    yield { ...second, kind: first.kind, change: `${first.change}, then ${second.change}` };
  }
}

/** What ends in an error is wrong as well. */
function triedSafely(...of: Parameters<typeof tried>): ReturnType<typeof tried> {
  try {
    return tried(...of);
  } catch (error) {
    return { name: 'wrong', why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function tried(
  engines: Engines,
  { file, kernel, options }: Subject,
  mutant: Mutant,
): { readonly name: Outcome | 'kept' | 'flipped'; readonly why: string } {
  const result = analysed(engines, file, mutant.text, options);
  if (!mutant.isSame) {
    return { name: judged(result, kernel, options), why: `race-free, resting on ${restsOn(result, kernel)}` };
  }
  const verdict = result.kernels.find((one) => one.kernel === kernel)?.verdict ?? 'not there';
  return { name: verdict === 'racy' ? 'flipped' : 'kept', why: verdict };
}

/** The race-free kernels of a file without its host code. */
function subjectsIn(engines: Engines, file: string, text: string): Subject[] {
  const { gridDim, blockDim, assume } = headerOf(text);
  const options: CheckOptions = {
    ...DEFAULT_CHECK_OPTIONS,
    gridDim: gridDim ?? [2, 1, 1],
    blockDim: blockDim ?? [64, 1, 1],
    assume: [...assume],
  };
  const device = withoutHost(text);
  return analysed(engines, file, device, options)
    .kernels.filter(({ verdict }) => verdict === 'race-free')
    .map(({ kernel }) => ({ file, kernel, options, mutants: mutantsOf(device) }));
}

/** Launches and `main` are cut off: the sizes are given here, and any argument may come. */
function withoutHost(text: string): string {
  const main = /^(?:int|void|static|auto)[^\n;{]*\([^\n;]*\)\s*\{[\s\S]*<<</m.exec(text);
  return main === null ? text : text.slice(0, main.index);
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const list = [...all];
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.between(0, i);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
