/**
 * What keeps two accesses of a kernel apart. A comparison asks it of the base about a pair that is open at the head: where
 * the answer is a barrier, and the head has nothing in its place, the change has lost the order of the two.
 */
import type { SourceLocation } from '../ir/program.ts';
import type { KernelAccess } from '../kernel/index.ts';
import { type PlacedAccess, sidesMeant } from '../model/asked-sides.ts';
import type { AskedSide, KeepsApart, PairQuestion } from '../model/pairs.ts';
import { KEEPS_APART } from '../model/pairs.ts';
import type { RuleId } from '../model/result.ts';
import { conflict, identityOf } from './candidate-pairs.ts';
import { preparedLaunch } from './check-launch.ts';
import type { KernelCheck } from './kernel-check.ts';
import { OutcomeCollector } from './kernel-outcome.ts';
import type { RaceContext } from './race-context.ts';
import { whatKeepsApart } from './races.ts';
import type { Distance } from './thread-pair.ts';

/** Accesses of a launch that may be one side of a question: an unrolled loop has many. */
const SIDE_LIMIT = 8;
/** Places that a replay tries. */
const PLACE_LIMIT = 4;

/** Where the two accesses of a question stand, and what they are. */
export interface AskedPlaces {
  readonly locations: readonly [SourceLocation | null, SourceLocation | null];
  readonly kinds: readonly [KernelAccess['kind'], KernelAccess['kind']];
}

export interface Apart {
  /** False: the kernel does not have both accesses. */
  readonly isThere: boolean;
  /** Under every launch; null: nothing that is known. */
  readonly keptApartBy: KeepsApart | null;
  readonly places: readonly AskedPlaces[];
  /** Of all such pairs, the smaller line first. */
  readonly lines: readonly (readonly [number, number])[];
}

/** One answer for each of the questions. */
export function keptApart(check: KernelCheck, questions: readonly PairQuestion[]): Apart[] {
  const deadline = performance.now() + check.timeLimit;
  const found = questions.map(() => ({
    reasons: [] as (KeepsApart | null)[],
    places: new Map<string, AskedPlaces>(),
    lines: new Map<string, readonly [number, number]>(),
  }));
  for (const makeLaunch of check.launches) {
    const prepared = preparedLaunch(check, makeLaunch, new OutcomeCollector(check, false), deadline);
    if (prepared === null) continue;
    const { execution, context } = prepared;
    const places = new Places(prepared.place, execution.accesses);
    for (const [i, question] of questions.entries()) {
      const { reasons, places: seen, lines } = found[i]!;
      for (const [a, b] of places.pairsOf(question)) {
        const [x, y] = [prepared.place(a).line, prepared.place(b).line];
        lines.set([x, y].sort((p, q) => p - q).join(), [Math.min(x, y), Math.max(x, y)]);
        reasons.push(performance.now() < deadline ? keptApartAt(context, question, a, b) : null);
        const key = [a, b].map(({ location, kind }) => `${kind} ${JSON.stringify(location)}`).join();
        if (seen.size < PLACE_LIMIT) seen.set(key, { locations: [a.location, b.location], kinds: [a.kind, b.kind] });
      }
    }
  }
  return found.map(({ reasons, places, lines }) => ({
    isThere: reasons.length > 0,
    keptApartBy: reasons.includes(null) ? null : (KEEPS_APART.find((reason) => reasons.includes(reason)) ?? null),
    places: [...places.values()],
    lines: [...lines.values()],
  }));
}

/** The same at each distance that the rule speaks of. */
function keptApartAt(
  context: RaceContext,
  question: PairQuestion,
  a: KernelAccess,
  b: KernelAccess,
): KeepsApart | null {
  const reasons = distancesOf(question.rule, a).map((distance) => whatKeepsApart(context, a, b, distance, question));
  return reasons.includes(null) ? null : (KEEPS_APART.find((reason) => reasons.includes(reason)) ?? null);
}

function distancesOf(rule: RuleId, { object }: KernelAccess): readonly Distance[] {
  switch (rule) {
    case 'inter-block-race':
      return ['inter-block'];
    case 'intra-block-race':
      return ['intra-block'];
    case 'intra-warp-race':
      return ['intra-warp'];
    default:
      return object.space === 'global' ? ['inter-block'] : ['intra-block', 'intra-warp'];
  }
}

/** An access of an execution where it stands. */
interface Placed extends PlacedAccess {
  readonly access: KernelAccess;
}

type PlaceReader = (access: KernelAccess) => Pick<PlacedAccess, 'file' | 'line' | 'text'>;

/** The accesses of one execution by where they stand. */
class Places {
  readonly #accesses: readonly Placed[];

  constructor(place: PlaceReader, accesses: readonly KernelAccess[]) {
    const distinct = new Map(accesses.map((access) => [identityOf(access), access]));
    this.#accesses = [...distinct.values()].map((access) => {
      const { file, line, text } = place(access);
      return { file, line, text, kind: access.kind, object: access.object.name, access };
    });
  }

  pairsOf({ object, sides: [first, second] }: PairQuestion): (readonly [KernelAccess, KernelAccess])[] {
    const others = this.#sidesOf(second, object);
    return this.#sidesOf(first, object).flatMap((a) =>
      others.filter((b) => a.object === b.object && conflict(a, b)).map((b) => [a, b] as const),
    );
  }

  #sidesOf(side: AskedSide, object: string): KernelAccess[] {
    return sidesMeant(side, object, this.#accesses)
      .slice(0, SIDE_LIMIT)
      .map(({ access }) => access);
  }
}
