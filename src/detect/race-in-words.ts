/** What a reader is told of a race: who, where, what each held, and what is missing between the two. */
import type { Dim3, RuleId } from '../model/result.ts';
import { coordinates, type LaunchShape } from '../trace/index.ts';
import type { LaunchRaces } from './detect-trace.ts';
import { isBlockAtomic, Kind, onlyReads } from './detector.ts';
import type { LockFact } from './held-locks.ts';
import type { Example, Race } from './race.ts';

export function ruleOf({ threadsPerBlock, warpSize }: LaunchShape, { threads, kinds, locks }: Example): RuleId {
  if (kinds.every(isBlockAtomic)) return 'scoped-atomic-race';
  const [first, second] = threads;
  const sameBlock = Math.floor(first / threadsPerBlock) === Math.floor(second / threadsPerBlock);
  if (common(locks).length > 0 && !sameBlock) return 'scoped-lock-race';
  if (!sameBlock) return 'inter-block-race';
  const warp = (thread: number) => Math.floor((thread % threadsPerBlock) / warpSize);
  return warp(first) === warp(second) ? 'intra-warp-race' : 'intra-block-race';
}

/** @param unordered Neither of the two came before the other in the run. */
export function raceInWords(
  launch: Pick<LaunchRaces, 'header' | 'shape'>,
  { examples }: Pick<Race, 'examples'>,
  example: Example,
  unordered: boolean,
): string {
  const accesses = example.threads.map((thread, i) => {
    const held = locksInWords(example.locks[i] ?? null);
    return `${threadInWords(launch, thread)} ${accessInWords(example.kinds[i]!)}${held}`;
  });
  const others = examples
    .filter((other) => other !== example)
    .map((other) => `${addressText(other)} by ${other.threads.map((one) => threadInWords(launch, one)).join(' and ')}`);
  const also = others.length === 0 ? '' : ` Also at ${others.join('; at ')}.`;
  return `${addressText(example)}: ${accesses[0]}, ${accesses[1]}; ${missingOrder(launch.shape, example, unordered)}.${also}`;
}

/** Coordinates of a thread of the launch. */
export function coordinatesOf(
  { header, shape }: Pick<LaunchRaces, 'header' | 'shape'>,
  thread: number,
): { block: Dim3; thread: Dim3 } {
  const block = Math.floor(thread / shape.threadsPerBlock);
  return {
    block: coordinates(block, header.grid),
    thread: coordinates(thread - block * shape.threadsPerBlock, header.block),
  };
}

export function addressText({ address, block }: Pick<Example, 'address' | 'block'>): string {
  return `0x${address.toString(16)}${block < 0 ? '' : ` in the shared memory of block ${block}`}`;
}

const MISSING: Partial<Record<RuleId, string>> = {
  'scoped-atomic-race': 'both atomics have block scope only, and the two blocks need device scope',
  'scoped-lock-race': 'the lock that both hold has block scope only, or was released without a fence',
  'inter-block-race': 'nothing orders the two blocks here',
  'intra-block-race': 'no barrier stands between the two warps',
  'intra-warp-race': 'no __syncwarp() or barrier stands between the two lanes',
};

/** One clause: which order would have been needed, and why it is not there. */
function missingOrder(shape: LaunchShape, example: Example, unordered: boolean): string {
  const [first, second] = example.locks;
  const shared = common(example.locks);
  if (!unordered) {
    return shared.length > 0
      ? `in this run ${lockInWords(shared[0]!)} kept the two apart, but one of the accesses can also come when the other thread is inside`
      : 'only the order in which locks were taken in this run kept the two apart, and it may be another one';
  }
  const missing = MISSING[ruleOf(shape, example)] ?? 'nothing orders the two';
  if (first === null || second === null || shared.length > 0) return missing;
  if (first.length > 0 && second.length > 0) return `they hold different locks, and ${missing}`;
  if (first.length + second.length > 0) return `only one of the two holds a lock, and ${missing}`;
  return missing;
}

function common([first, second]: Example['locks']): LockFact[] {
  if (first === null || second === null) return [];
  return first.filter((lock) => second.some((other) => other.address === lock.address && other.block === lock.block));
}

function accessInWords(kind: number): string {
  if (kind === Kind.read) return 'reads it';
  if (kind === Kind.write) return 'writes it';
  return `atomically ${onlyReads(kind) ? 'reads' : 'updates'} it at ${isBlockAtomic(kind) ? 'block' : 'device'} scope`;
}

function threadInWords(launch: Pick<LaunchRaces, 'header' | 'shape'>, thread: number): string {
  const { block, thread: local } = coordinatesOf(launch, thread);
  return `thread (${local.join(',')}) of block (${block.join(',')})`;
}

function locksInWords(locks: readonly LockFact[] | null): string {
  if (locks === null || locks.length === 0) return '';
  return ` holding ${locks.map(lockInWords).join(' and ')}`;
}

function lockInWords({ address, block, scope }: LockFact): string {
  const place = `0x${address.toString(16)}${block < 0 ? '' : ' in shared memory'}`;
  return `lock ${place} (${scope === 'both' ? 'block and device scope' : `${scope} scope`})`;
}
