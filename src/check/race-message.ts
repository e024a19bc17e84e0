/** A race in a sentence. */
import type { CopyEnd, KernelAccess } from '../kernel/index.ts';
import { accessText } from '../model/access-text.ts';
import { type Access, cellName, type MemoryContent } from '../model/result.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Substitution } from '../terms/index.ts';
import { areOfOtherSizes } from './candidate-pairs.ts';
import { isLaterStore } from './order/index.ts';
import type { RacePair } from './races.ts';

const THREADS: Readonly<Record<RacePair['distance'], (words: Vocabulary) => string>> = {
  'inter-block': ({ thread, block }) => `Two ${thread}s of different ${block}s`,
  'intra-block': ({ thread, block, warp }) => `Two ${thread}s of one ${block}, in different ${warp}s,`,
  'intra-warp': ({ thread, warp }) => `Two ${thread}s of one ${warp}`,
  'same-thread': ({ thread }) => `A ${thread} and an asynchronous copy that it started`,
};

const VERBS = {
  read: { one: 'reads it', both: 'read' },
  write: { one: 'writes it', both: 'write' },
  atomic: { one: 'atomically updates it', both: 'atomically update' },
} as const;

/** What goes on beside its thread, in words. */
interface Beside {
  readonly name: string;
  readonly short: string;
  /** As one that goes another way to memory. */
  readonly proxied: string;
}

const COPY: Beside = { name: 'asynchronous copy', short: 'copy', proxied: 'bulk copy' };
const OF_MATRIX_UNITS: Beside = { name: 'read by matrix units', short: 'read', proxied: 'read by matrix units' };

function besideOf({ first, second }: RacePair): Beside {
  return first.copy?.isWithin || second.copy?.isWithin ? OF_MATRIX_UNITS : COPY;
}

/** What keeps an idiom of synchronisation from ordering the two. */
const MISSING: Readonly<Record<NonNullable<RacePair['missing']>, (words: Vocabulary, beside: Beside) => string>> = {
  lock: ({ block }) =>
    `and the lock that both take does not order them: a fence after taking it or before releasing it is missing, or a scope covers one ${block} only`,
  fence: ({ block }) =>
    `and the flag between them does not order them: a fence between the data and the flag is missing on one side, or a scope covers one ${block} only`,
  'proxy-fence': (_, { proxied }) =>
    `and a proxy fence (fence.proxy.async) is missing between the write and the ${proxied}`,
  'reader-fence': () =>
    'and the reader has no fence between the flag and the data: it may still see an old value in its cache',
};

/** Where no idiom is in sight. */
const NO_BARRIER: Readonly<Record<RacePair['distance'], (words: Vocabulary) => string>> = {
  'inter-block': ({ block, launch }) => `and nothing orders the ${block}s of one ${launch}`,
  'intra-block': ({ blockOrder }) => `with no ${blockOrder} between them`,
  'intra-warp': ({ warpOrder }) => `with no ${warpOrder} between them`,
  'same-thread': () => 'with no wait for the copy between them',
};

/** Why a race that the solver found may not occur in practice. */
const UNUSUAL: Readonly<Record<Exclude<NonNullable<RacePair['unusual']>, 'contents'>, (words: Vocabulary) => string>> =
  {
    launch: () => 'No launch of this kernel was found, and not every usual size shows the race.',
    block: ({ block }) => `The host code leaves the ${block} size open, and not every usual size shows the race.`,
    arguments: () => 'The host code leaves the arguments open, and only unusual ones show the race.',
    seed: () => 'The plain read only tells a compare-and-swap what to expect: an old value costs one more try.',
    exchange: ({ thread, warp }) =>
      `After the read and before the write all ${thread}s of the ${warp} exchange values: that orders no memory by the rules, but in practice the read comes first.`,
    rows: () => 'It needs rows that are longer than their stride.',
  };

/**
 * @param address where the two meet, as `A[33]`
 * @param contents what the model takes memory to hold
 * @param words those of the kernel's language
 */
export function raceMessage(
  race: RacePair,
  [a, b]: readonly [Access, Access],
  address: string,
  { contents, words }: { readonly contents: readonly MemoryContent[]; readonly words: Vocabulary },
): string {
  const { first, second, distance } = race;
  const isStale = first.copy?.end.kind === 'here' || second.copy?.end.kind === 'here';
  const threads = isStale && distance === 'same-thread' ? `One ${words.thread}, twice,` : THREADS[distance](words);
  if (race.narrowScope !== null) {
    return `${threads} update ${address} with atomics whose scope is ${scopeInWords(race.narrowScope, words)} only: ${accessText(a)} and ${accessText(b)} are not atomic to each other.`;
  }
  const meeting =
    first === second
      ? `both ${VERBS[first.kind].both} ${address} at ${accessText(a)}`
      : `access ${address} at the same time: one ${VERBS[first.kind].one} (${accessText(a)}), the other ${VERBS[second.kind].one} (${accessText(b)})`;
  const sizes = areOfOtherSizes(first, second)
    ? ` Atomics of ${first.size} and ${second.size} bytes are not atomic to each other.`
    : '';
  const harmless = race.sameValue ? ' Both write the same value, so the memory ends up the same either way.' : '';
  const unusual =
    race.unusual === 'contents' ? restsOn(contents) : race.unusual === null ? '' : UNUSUAL[race.unusual](words);
  const launch = unusual === '' ? '' : ` ${unusual}`;
  return `${threads} ${meeting}, ${missingOrder(race, words)}.${sizes}${harmless}${launch}`;
}

function scopeInWords(scope: NonNullable<RacePair['narrowScope']>, words: Vocabulary): string {
  if (scope === 'cluster') return `one ${scope} of ${words.block}s`;
  return scope === 'device' || scope === 'system' ? `the ${scope}` : `one ${words[scope]}`;
}

/** Cells that a message names. */
const NAMED_CELLS = 4;

function restsOn(contents: readonly MemoryContent[]): string {
  const cells = contents.slice(0, NAMED_CELLS).map((cell) => `${cellName(cell)} = ${cell.value}`);
  const named = cells.length === 0 ? '' : `: ${cells.join(', ')}${contents.length > NAMED_CELLS ? ' and more' : ''}`;
  return `This needs memory contents that nothing guarantees${named}.`;
}

function missingOrder(race: RacePair, words: Vocabulary): string {
  const { missing, distance, first, second } = race;
  if (first.copy?.end.kind === 'here' || second.copy?.end.kind === 'here') return STALE;
  if (missing !== null) return MISSING[missing](words, besideOf(race));
  const isAwaited = isLaterStore(first) || isLaterStore(second);
  if (distance === 'inter-block' && !isAwaited) return NO_BARRIER[distance](words);
  const waiting = missingWait(race, words);
  if (waiting !== null) return waiting;
  const isCopy = first.copy !== null || second.copy !== null;
  return isCopy ? noWait(besideOf(race)) : NO_BARRIER[distance](words);
}

/**
 * Which completion is missing between a copy and the other access: of its group, or of its phase of a barrier object; null where
 * there is no such copy.
 */
function missingWait(race: RacePair, words: Vocabulary): string | null {
  const { first, second, pair, values } = race;
  const ends = [first, second].map(({ copy }) => copy?.end.kind);
  const at = ends.findIndex((kind) => kind === 'group' || kind === 'phase' || kind === 'never');
  if (at < 0) return null;
  const [copied, other] = at === 0 ? [first, second] : [second, first];
  const [theirs, ours] = at === 0 ? [pair.first, pair.second] : [pair.second, pair.first];
  const { end } = copied.copy!;
  if (end.kind === 'never') return NO_PHASE;
  const isOwn = race.distance === 'same-thread';
  const asked = { values, theirs, ours, part: copied.kind, other, isOwn, beside: besideOf(race) };
  if (end.kind === 'phase') return missingPhase(end, asked);
  return end.kind === 'group' ? missingGroup(end, asked, NO_BARRIER[race.distance](words)) : null;
}

type EndOf<Kind extends CopyEnd['kind']> = Extract<CopyEnd, { kind: Kind }>;

interface Asked extends Pick<RacePair, 'values'> {
  readonly theirs: Substitution;
  readonly ours: Substitution;
  /** What the copy does. */
  readonly part: KernelAccess['kind'];
  readonly other: KernelAccess;
  readonly isOwn: boolean;
  readonly beside: Beside;
}

function missingGroup({ queue, group: asTerm }: EndOf<'group'>, asked: Asked, noBarrier: string): string {
  const { values, theirs, ours, part, other, isOwn, beside } = asked;
  const group = values.int(theirs.int(asTerm)) + 1n;
  if (other.copyGroups === null) return isOwn ? noBarrier : noWait(beside);
  const counts = other.copyGroups[queue];
  const [closed, done] = [counts.closed, part === 'read' ? counts.read : counts.done].map((count) =>
    values.int(ours.int(count)),
  ) as [bigint, bigint];
  if (done >= group) return isOwn ? noBarrier : `with no barrier after the wait for the ${beside.name}`;
  if (done <= 0n) return isOwn ? noBarrier : noWait(beside);
  // One that another thread has begun may be of a group that this one has not come to.
  if (group > closed) {
    return `while the ${beside.short}, of group ${group}, may be under way: there ${done} of the ${closed} groups that were closed are waited for`;
  }
  const left = closed - done;
  const place = group === done + 1n ? 'the oldest of them' : `number ${group - done} of them`;
  const groups = left === 1n ? 'the newest' : `the newest ${left}`;
  return `as the last wait leaves ${groups} of ${closed} groups in flight: this ${beside.short} is in ${place}`;
}

function missingPhase({ barrier, counted }: EndOf<'phase'>, { values, ours, other }: Asked): string {
  const waited = other.interval.partialBarriers.get(barrier)?.waited;
  const count = waited ? values.int(ours.int(waited)) : 0n;
  if (count <= 0n) {
    return `with no wait for the phase of the barrier object that the ${counted === 'store' ? 'store' : 'copy'} ends with`;
  }
  if (counted === 'store') return 'with no wait for a phase that expects the bytes of all such stores between them';
  if (counted === 'multicast') return 'with no wait for a phase that expects the bytes of all such copies between them';
  const what = counted === 'bytes' ? 'the phase that expects its bytes' : 'the phase that the copy belongs to';
  return `with neither a wait for ${what} nor an arrival that the copy has waited for between them`;
}

const NO_PHASE = 'and nothing shows when the copy is over';
const STALE = 'and the read goes through the read-only cache, so that no barrier makes it see the write';

function noWait({ name }: Beside): string {
  return `with no wait for the ${name} and no barrier between them`;
}
