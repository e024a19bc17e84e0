/** A kernel under one launch, executed symbolically for one arbitrary thread. */
import { declaredCluster } from '../ir/cluster-size.ts';
import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import {
  type BarrierRing,
  type Execution,
  execute,
  type KernelLaunch,
  type PointerKey,
  placementsOf,
  pointerKey,
} from '../kernel/index.ts';
import { BLOCK_LIMITS, GRID_LIMITS } from '../model/launch-limits.ts';
import type { WarpModel } from '../model/options.ts';
import { type Atom, type Int, isConstant, single, someAtom, type Terms, visitAtoms } from '../terms/index.ts';
import { isGuess } from './symbols.ts';
import { type Distance, type LaunchTerms, type ThreadPair, threadPairs } from './thread-pair.ts';

/** So often at most is a kernel executed anew because it goes through barrier objects in turn that were not known. */
const RING_RUNS = 3;

/** What is executed. */
export interface KernelSource {
  readonly program: Program;
  readonly kernel: ProgramFunction;
  /** Paths below this prefix are our own headers. */
  readonly headerPrefix: string;
  readonly warpModel: WarpModel;
  /** When its execution stops, by `performance.now()`; nothing: when it is too large. */
  readonly until?: number;
}

/** A launch with its threads as terms. */
export interface LaunchedKernel {
  readonly terms: Terms;
  readonly launch: KernelLaunch;
  /** An arbitrary thread. */
  readonly launchTerms: LaunchTerms;
  /** Two threads at a distance; their terms are shared by all pairs of accesses. */
  readonly threads: (distance: Distance | 'same-block') => ThreadPair;
}

export function launchedKernel({ program, kernel }: KernelSource, terms: Terms, launch: KernelLaunch): LaunchedKernel {
  const launchTerms: LaunchTerms = {
    gridDim: launch.gridDim,
    blockDim: launch.blockDim,
    // Few kernels ask for it.
    get clusterDim() {
      return clusterOf(terms, program, kernel);
    },
    threadIdx: indexSymbols(terms, 'threadIdx', 'thread', launch.blockDim, BLOCK_LIMITS),
    blockIdx: indexSymbols(terms, 'blockIdx', 'block', launch.gridDim, GRID_LIMITS),
    warpSize: program.warpSize,
  };
  return {
    terms,
    launch,
    launchTerms,
    threads: threadPairs(terms, launchTerms),
  };
}

/** What of the kernel is left out. */
interface LeftOut {
  /** A place whose barriers are. */
  readonly without?: SourceLocation | null;
  /** Its assertions are. */
  readonly withoutAsserts?: boolean;
}

/** Memory that the kernel was seen never to write: most likely it does not under another launch either. */
const SEEN_UNWRITTEN = new WeakMap<ProgramFunction, ReadonlySet<string>>();

/** Executes the kernel; a second time when the first shows that memory which it took to change is never written. */
export function executionOf(
  { program, kernel, headerPrefix, warpModel, until = Number.POSITIVE_INFINITY }: KernelSource,
  { terms, launch, launchTerms }: LaunchedKernel,
  leftOut: LeftOut = {},
): Execution {
  const runWith = (readOnly: ReadonlySet<string>, settled: ReadonlySet<string>, rings: readonly BarrierRing[]) =>
    execute({
      terms,
      program,
      kernel,
      launch: launchTerms,
      threadIdx: launchTerms.threadIdx,
      blockIdx: launchTerms.blockIdx,
      bindings: launch.bindings,
      aliases: launch.aliases,
      nulls: launch.nulls,
      stated: launch.stated.map(({ condition }) => condition),
      placements: placementsOf(launch.starts, statedAlignments(launch), terms.zero),
      headerPrefix,
      host: null,
      isLockstep: warpModel === 'lockstep',
      readOnly,
      settled,
      rings,
      ...leftOut,
      until,
    });
  let rings: readonly BarrierRing[] = [];
  const run = (readOnly: ReadonlySet<string>, settled: ReadonlySet<string>): Execution => {
    let execution = runWith(readOnly, settled, rings);
    for (let i = 0; i < RING_RUNS && execution.newRings && performance.now() <= until; i++) {
      rings = execution.newRings;
      execution = runWith(readOnly, settled, rings);
    }
    return execution;
  };
  let expected = SEEN_UNWRITTEN.get(kernel) ?? new Set();
  let first = run(expected, new Set());
  let written = writtenIn(first);
  if ([...expected].some((key) => written.has(key))) {
    expected = new Set();
    first = run(expected, new Set());
    written = writtenIn(first);
  }
  if (first.isCutShort && performance.now() > until) return first;
  const readOnly = new Set(first.accesses.map((a) => a.object.key).filter((key) => !written.has(key)));
  SEEN_UNWRITTEN.set(kernel, readOnly);
  const settled = warpModel === 'lockstep' ? new Set<string>() : settledIn(first);
  const isNews = settled.size > 0 || [...readOnly].some((key) => !expected.has(key));
  return isNews && (dependsOnGuesses(first) || first.refusals.length > 0) ? run(readOnly, settled) : first;
}

/** Memory that is written, or might be. */
function writtenIn({ accesses }: Execution): ReadonlySet<string> {
  return new Set(accesses.filter(({ kind }) => kind !== 'read').map(({ object }) => object.key));
}

/** Of which addresses somebody says that they are multiples of how much. */
function statedAlignments({ stated, aliases }: KernelLaunch): Map<PointerKey, bigint> {
  const units = new Map<PointerKey, bigint>();
  for (const { contents } of stated) {
    if (contents?.kind !== 'aligned') continue;
    const key = pointerKey(contents.parameter, 0);
    const known = units.get(key) ?? 1n;
    if (!aliases.has(key)) units.set(key, contents.unit > known ? contents.unit : known);
  }
  return units;
}

/**
 * Shared objects that nobody waits on, although they are read as volatile: without a fence nothing is handed over by them, so
 * that who reads while another writes races as with any memory.
 */
function settledIn({ accesses, fences, loops }: Execution): ReadonlySet<string> {
  if (fences.length > 0) return new Set();
  const read = accesses.filter((a) => a.kind === 'read' && a.volatile && a.object.space === 'shared');
  const waits = loops.map(({ iteration, goesOn, leftBy }) => {
    const asked = new Set<Atom>();
    visitAtoms([goesOn, leftBy], (atom) => asked.add(atom));
    return { iteration, asked };
  });
  const unsettled = accesses.filter(({ kind, found, iterations }) => {
    const atom = found && single(found);
    return (
      kind === 'atomic' || waits.some((loop) => iterations.includes(loop.iteration) && atom && loop.asked.has(atom))
    );
  });
  const others = new Set(unsettled.map(({ object }) => object.key));
  return new Set(read.map(({ object }) => object.key).filter((key) => !others.has(key)));
}

/** True when accesses or barriers depend on values that are not known. */
function dependsOnGuesses({ accesses, barriers }: Execution): boolean {
  const roots = [
    ...accesses.flatMap((a) => [a.path, a.facts, a.offset, a.interval.block]),
    ...barriers.map((b) => b.path),
  ];
  return someAtom(roots, (atom) => {
    if (atom.kind !== 'apply' && atom.kind !== 'symbol') return false;
    // A number with fractions is what is computed of others, which are looked at as well.
    const isComputed = atom.kind === 'apply' && atom.sharing === 'launch' && atom.origin === 'approximate';
    return !isComputed && isGuess(new Set([atom.origin]));
  });
}

/** Blocks that a cluster may have along an axis, where nobody says how many they are. */
const LARGEST_CLUSTER = 16n;

function clusterOf(terms: Terms, program: Program, kernel: ProgramFunction): LaunchTerms['clusterDim'] {
  const declared = declaredCluster(program, kernel.name);
  const size = (axis: 0 | 1 | 2): Int =>
    declared
      ? terms.constant(declared[axis])
      : terms.symbol(`clusterDim.${'xyz'[axis]}`, 'launch', 'input', { low: 1n, high: LARGEST_CLUSTER });
  return [size(0), size(1), size(2)];
}

function indexSymbols(
  terms: Terms,
  name: string,
  sharing: 'thread' | 'block',
  sizes: readonly [Int, Int, Int],
  limits: readonly [bigint, bigint, bigint],
): [Int, Int, Int] {
  const make = (axis: 0 | 1 | 2): Int => {
    const { high } = sizes[axis].range;
    const limit = limits[axis];
    const most = high === null || (high > limit && !isConstant(sizes[axis])) ? limit : high;
    const range = { low: 0n, high: most - 1n };
    return terms.symbol(`${name}.${'xyz'[axis]}`, sharing, 'input', range);
  };
  return [make(0), make(1), make(2)];
}
