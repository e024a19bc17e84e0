/** A race in a sentence. */
import type { Access, MemoryContent } from '../model/result.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { RacePair } from './races.ts';

const THREADS: Readonly<Record<RacePair['distance'], (words: Vocabulary) => string>> = {
  'inter-block': ({ thread, block }) => `Two ${thread}s of different ${block}s`,
  'intra-block': ({ thread, block, warp }) => `Two ${thread}s of one ${block}, in different ${warp}s,`,
  'intra-warp': ({ thread, warp }) => `Two ${thread}s of one ${warp}`,
  'same-thread': ({ thread }) => `A ${thread} and an asynchronous copy that it has begun`,
};

const VERBS = {
  read: { one: 'reads it', both: 'read' },
  write: { one: 'writes it', both: 'write' },
  atomic: { one: 'atomically updates it', both: 'atomically update' },
} as const;

/** What keeps an idiom of synchronisation from ordering the two. */
const MISSING: Readonly<Record<NonNullable<RacePair['missing']>, (words: Vocabulary) => string>> = {
  lock: ({ block }) =>
    `and the lock that both take does not order them: a fence after taking it or before releasing it is missing, or a scope covers one ${block} only`,
  fence: ({ block }) =>
    `and the flag between them does not order them: a fence between the data and the flag is missing on one side, or a scope covers one ${block} only`,
  'proxy-fence': () =>
    'and between what a thread writes and what a bulk copy does a proxy fence (fence.proxy.async) is missing',
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
    rows: () => 'It needs rows that are longer than the stride that the host code passes.',
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
    return `${threads} update ${address} with atomics whose scope is ${scopeInWords(race.narrowScope, words)} only: ${a.text} and ${b.text} are not atomic to each other.`;
  }
  const meeting =
    first === second
      ? `both ${VERBS[first.kind].both} ${address} at ${a.text}`
      : `access ${address} at the same time: one ${VERBS[first.kind].one} (${a.text}), the other ${VERBS[second.kind].one} (${b.text})`;
  const harmless = race.sameValue ? ' Both write the same value, so the memory ends up the same either way.' : '';
  const unusual =
    race.unusual === 'contents' ? restsOn(contents) : race.unusual === null ? '' : UNUSUAL[race.unusual](words);
  const launch = unusual === '' ? '' : ` ${unusual}`;
  return `${threads} ${meeting}, ${missingOrder(race, words)}.${harmless}${launch}`;
}

function scopeInWords(scope: NonNullable<RacePair['narrowScope']>, words: Vocabulary): string {
  return scope === 'device' || scope === 'system' ? `the ${scope}` : `one ${words[scope]}`;
}

/** Cells that a message names. */
const NAMED_CELLS = 4;

function restsOn(contents: readonly MemoryContent[]): string {
  const cells = contents.slice(0, NAMED_CELLS).map(({ object, index, value }) => `${object}[${index}] = ${value}`);
  const named = cells.length === 0 ? '' : `: ${cells.join(', ')}${contents.length > NAMED_CELLS ? ' and more' : ''}`;
  return `This needs memory contents that nothing guarantees${named}.`;
}

function missingOrder(race: RacePair, words: Vocabulary): string {
  const { missing, distance, first, second } = race;
  if (first.copy?.end.kind === 'here' || second.copy?.end.kind === 'here') return STALE;
  if (missing !== null) return MISSING[missing](words);
  if (distance === 'inter-block') return NO_BARRIER[distance](words);
  const waiting = missingWait(race, words);
  if (waiting !== null) return waiting;
  const isCopy = first.copy !== null || second.copy !== null;
  return isCopy ? NO_WAIT : NO_BARRIER[distance](words);
}

/** What of waits there is between a copy that belongs to a group and the other access; null where there is no such copy. */
function missingWait({ distance, first, second, pair, values }: RacePair, words: Vocabulary): string | null {
  const isFirst = first.copy?.end.kind === 'group';
  const [copied, other] = isFirst ? [first, second] : [second, first];
  const [theirs, ours] = isFirst ? [pair.first, pair.second] : [pair.second, pair.first];
  if (copied.copy?.end.kind !== 'group') return null;
  const group = values.int(theirs.int(copied.copy.end.group)) + 1n;
  const isOwn = distance === 'same-thread';
  if (other.copyGroups === null) return isOwn ? NO_BARRIER[distance](words) : NO_WAIT;
  const [closed, done] = [other.copyGroups.closed, other.copyGroups.done].map((count) => values.int(ours.int(count)));
  if (done! >= group) return isOwn ? NO_BARRIER[distance](words) : NO_BARRIER_BEHIND;
  if (done! <= 0n) return isOwn ? NO_BARRIER[distance](words) : NO_WAIT;
  return `while the copy, of group ${group}, may be under way: there ${done} of the ${closed} groups that were closed are waited for`;
}

const STALE =
  'and the read goes through a cache for memory that nobody writes while the kernel runs: no barrier makes it see the write';
const NO_WAIT = 'with no wait for the asynchronous copy and barrier between them';
const NO_BARRIER_BEHIND = 'with no barrier behind the wait for the asynchronous copy';
