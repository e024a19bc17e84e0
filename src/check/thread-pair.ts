/**
 * The two-thread reduction (GPUVerify): a race takes two threads, so that two arbitrary ones stand for all. The kernel was
 * executed once; here its terms are instantiated twice.
 */
import { type Atom, type Cond, type Int, type Substitution, single, type Terms } from '../terms/index.ts';

export interface LaunchTerms {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** Blocks of a cluster. */
  readonly clusterDim: readonly [Int, Int, Int];
  readonly threadIdx: readonly [Int, Int, Int];
  readonly blockIdx: readonly [Int, Int, Int];
  /** Threads of a warp. */
  readonly warpSize: number;
}

/** How far apart the two threads are, widest first. */
export type Distance = 'inter-block' | 'intra-block' | 'intra-warp';

/** The same where a thread may also meet what it has begun itself and what goes on beside it. */
export type Meeting = Distance | 'same-thread';

export interface ThreadPair {
  readonly first: Substitution;
  readonly second: Substitution;
  /** The threads exist, are different, and are at the given distance. */
  readonly conditions: readonly Cond[];
  readonly threads: readonly [ThreadTerms, ThreadTerms];
  readonly isOfOneBlock: boolean;
}

export interface ThreadTerms {
  readonly threadIdx: readonly [Int, Int, Int];
  readonly blockIdx: readonly [Int, Int, Int];
}

/**
 * @param shared symbols that both threads have in common although they belong to a thread (iterations of a common loop).
 */
export function threadPair(
  terms: Terms,
  launch: LaunchTerms,
  distance: Distance | 'same-block',
  shared: ReadonlySet<number> = new Set(),
): ThreadPair {
  const sameBlock = distance !== 'inter-block';
  const instanceOf = (suffix: string): Substitution => {
    const renaming: Substitution = terms.substitution((atom) => {
      if (atom.kind !== 'symbol' && atom.kind !== 'apply') return undefined;
      if (atom.sharing === 'launch' || (atom.sharing === 'block' && sameBlock) || shared.has(atom.id)) return undefined;
      if (atom.kind === 'symbol') return terms.symbol(`${atom.name}${suffix}`, atom.sharing, atom.origin, atom.range);
      const args = atom.args.map((a) => renaming.int(a));
      return terms.apply({ ...atom, name: `${atom.name}${suffix}`, of: null }, args);
    });
    return renaming;
  };
  const [first, second] = [instanceOf("'1"), instanceOf("'2")];
  const indices = (s: Substitution): ThreadTerms => ({
    threadIdx: map3(launch.threadIdx, s.int),
    blockIdx: map3(launch.blockIdx, s.int),
  });
  const threads = [indices(first), indices(second)] as const;
  const conditions = threads.flatMap((thread) => exists(terms, launch, thread));
  const differ = (a: readonly Int[], b: readonly Int[]) => terms.or(...a.map((x, i) => terms.ne(x, b[i]!)));
  if (distance === 'inter-block') conditions.push(differ(threads[0].blockIdx, threads[1].blockIdx));
  else conditions.push(differ(threads[0].threadIdx, threads[1].threadIdx));
  if (distance === 'intra-block' || distance === 'intra-warp') {
    const warp = (thread: ThreadTerms) =>
      terms.div(linearThread(terms, launch, thread), terms.constant(launch.warpSize));
    const [a, b] = [warp(threads[0]), warp(threads[1])];
    conditions.push(distance === 'intra-warp' ? terms.eq(a, b) : terms.ne(a, b));
  }
  return { first, second, conditions, threads, isOfOneBlock: sameBlock };
}

/**
 * One thread, at two moments.
 * @param like a pair whose first thread it is
 * @param another what it computes at the second moment, in terms of the first
 * @param premises what is known of the two moments
 */
export function oneThread(
  terms: Terms,
  launch: LaunchTerms,
  { first, threads: [thread] }: ThreadPair,
  another: Substitution,
  premises: readonly Cond[],
): ThreadPair {
  const second: Substitution = {
    int: (term) => first.int(another.int(term)),
    cond: (condition) => first.cond(another.cond(condition)),
  };
  const conditions = [...exists(terms, launch, thread), ...premises.map((premise) => first.cond(premise))];
  return { first, second, conditions, threads: [thread, thread], isOfOneBlock: true };
}

function exists(terms: Terms, launch: LaunchTerms, { threadIdx, blockIdx }: ThreadTerms): Cond[] {
  return ([0, 1, 2] as const).flatMap((axis) => [
    terms.lt(threadIdx[axis], launch.blockDim[axis]),
    terms.lt(blockIdx[axis], launch.gridDim[axis]),
  ]);
}

/** The pairs of threads at each distance, made when they are first asked for: all queries share their terms. */
export function threadPairs(terms: Terms, launch: LaunchTerms): (distance: Distance | 'same-block') => ThreadPair {
  const pairs = new Map<string, ThreadPair>();
  return (distance) => {
    const pair = pairs.get(distance) ?? threadPair(terms, launch, distance);
    pairs.set(distance, pair);
    return pair;
  };
}

/** That two threads are in blocks of one cluster. */
export function ofOneCluster(terms: Terms, { clusterDim }: LaunchTerms, { threads: [a, b] }: ThreadPair): Cond {
  const cluster = ({ blockIdx }: ThreadTerms, axis: 0 | 1 | 2) => terms.div(blockIdx[axis], clusterDim[axis]);
  return terms.and(...([0, 1, 2] as const).map((axis) => terms.eq(cluster(a, axis), cluster(b, axis))));
}

/** Threads of a block. */
export function blockSize(terms: Terms, { blockDim: [x, y, z] }: Pick<LaunchTerms, 'blockDim'>): Int {
  return terms.mul(x, terms.mul(y, z));
}

/** Blocks of the launch. */
export function gridSize(terms: Terms, { gridDim: [x, y, z] }: Pick<LaunchTerms, 'gridDim'>): Int {
  return terms.mul(x, terms.mul(y, z));
}

/** `threadIdx.x + blockDim.x·(threadIdx.y + blockDim.y·threadIdx.z)` */
export function linearThread(terms: Terms, launch: LaunchTerms, thread: ThreadTerms): Int {
  const [x, y, z] = thread.threadIdx;
  const [dx, dy] = launch.blockDim;
  return terms.add(x, terms.mul(dx, terms.add(y, terms.mul(dy, z))));
}

function map3(values: readonly [Int, Int, Int], f: (x: Int) => Int): [Int, Int, Int] {
  return [f(values[0]), f(values[1]), f(values[2])];
}

/** A third thread: one that sets a flag, or that acts for its block. */
export interface OtherThread {
  readonly terms: Substitution;
  readonly indices: ThreadTerms;
  /** The thread exists. */
  readonly conditions: readonly Cond[];
}

/** Any thread of the launch. @param suffix tells its symbols from those of other threads */
export function anyThread(terms: Terms, launch: LaunchTerms, suffix: string): OtherThread {
  return other(terms, launch, suffix, () => undefined);
}

/** The first thread of any block. @param suffix tells its symbols from those of other threads */
export function threadOfBlock(terms: Terms, launch: LaunchTerms, suffix: string): OtherThread {
  const indices: readonly Int[] = launch.threadIdx;
  const isIndex = (atom: Atom) => atom.kind === 'symbol' && indices.includes(terms.ofAtom(atom));
  return other(terms, launch, suffix, (atom) => (isIndex(atom) ? terms.zero : undefined));
}

/** The first thread of the first block, or the last thread of the last one. */
export function cornerThread(terms: Terms, launch: LaunchTerms, corner: 'first' | 'last', suffix: string): OtherThread {
  const places = new Map<Int, Int>();
  for (const axis of [0, 1, 2] as const) {
    for (const [index, size] of [
      [launch.threadIdx[axis], launch.blockDim[axis]],
      [launch.blockIdx[axis], launch.gridDim[axis]],
    ] as const) {
      places.set(index, corner === 'first' ? terms.zero : terms.sub(size, terms.one));
    }
  }
  return other(terms, launch, suffix, (atom) => (atom.kind === 'symbol' ? places.get(terms.ofAtom(atom)) : undefined));
}

interface MateOptions {
  /** Symbols of the thread that it has in common with its mate (iterations of a common loop). */
  readonly shared?: ReadonlySet<number>;
  /** Which thread it is: its indices. */
  readonly at?: readonly [Int, Int, Int];
}

/** A thread of the block that `mate` is in. @param suffix tells its symbols from those of other threads */
export function blockMate(
  terms: Terms,
  launch: LaunchTerms,
  suffix: string,
  mate: Substitution,
  { shared = new Set(), at }: MateOptions = {},
): OtherThread {
  return other(terms, launch, suffix, (atom, own) => {
    if (atom.kind !== 'symbol' && atom.kind !== 'apply') return undefined;
    const term = terms.ofAtom(atom);
    if (shared.has(atom.id)) return mate.int(term);
    if (atom.sharing === 'block') {
      const theirs = mate.int(term);
      const called = single(theirs);
      // The function is the same for the whole block; each thread has its own arguments.
      return called?.kind === 'apply' && atom.kind === 'apply' ? terms.apply(called, atom.args.map(own.int)) : theirs;
    }
    const axis = launch.threadIdx.indexOf(term);
    return axis < 0 ? undefined : at?.[axis];
  });
}

function other(
  terms: Terms,
  launch: LaunchTerms,
  suffix: string,
  known: (atom: Atom, own: Substitution) => Int | undefined,
): OtherThread {
  const substitution: Substitution = terms.substitution((atom) => {
    if (atom.kind !== 'symbol' && atom.kind !== 'apply') return undefined;
    if (atom.sharing === 'launch') return undefined;
    const term = known(atom, substitution);
    if (term !== undefined) return term;
    const name = `${atom.name}${suffix}`;
    if (atom.kind === 'symbol') return terms.symbol(name, atom.sharing, atom.origin, atom.range);
    const args = atom.args.map((a) => substitution.int(a));
    return terms.apply({ ...atom, name, of: null }, args);
  });
  const indices: ThreadTerms = {
    threadIdx: map3(launch.threadIdx, substitution.int),
    blockIdx: map3(launch.blockIdx, substitution.int),
  };
  return { terms: substitution, indices, conditions: exists(terms, launch, indices) };
}
