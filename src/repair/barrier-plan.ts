/**
 * Where as few and as cheap barriers as possible stand between any two accesses of a kernel's causes: a minimal hitting set with
 * the weights of GPURepair (VMCAI 2021, sections 2.4 and 4).
 */
import type { Finding } from '../model/result.ts';
import { type BarredRange, isBarred } from './barred-ranges.ts';
import { weightOf } from './barrier-points.ts';
import { gapsOf } from './barriers.ts';
import type { CandidateContext } from './candidate.ts';
import { waysBetween } from './grid-barriers.ts';
import { type Clause, minimalHittingSet } from './hitting-set.ts';

/** What a barrier of the whole grid costs more than one of the block. */
const GRID_WEIGHT = 12;

/** Chosen points. */
export interface BarrierPlan {
  /** Of barriers of the block or the warp, each with the findings that one there serves. */
  readonly points: ReadonlyMap<string, readonly Finding[]>;
  /** Of barriers of the whole grid. */
  readonly gridPoints: ReadonlySet<string>;
}

/** @param barred where barriers were seen to diverge: points there are in no clause */
export function barrierPlan(contexts: readonly CandidateContext[], barred: readonly BarredRange[] = []): BarrierPlan {
  const points = new Map<string, { readonly depth: number; readonly serves: Finding[] }>();
  const clauses: Clause[] = [];
  for (const { finding, gap, points: ofGap } of contexts.flatMap(gapsOf)) {
    const open = ofGap.filter(({ at }) => !barred.some((range) => isBarred(gap.from.source.file, at, range)));
    for (const { key, depth } of open) {
      const known = points.get(key);
      if (known === undefined) points.set(key, { depth, serves: [finding] });
      else known.serves.push(finding);
    }
    clauses.push(open.map(({ key }) => key));
  }
  const chosen = minimalHittingSet(clauses, (key) => weightOf(points.get(key)?.depth ?? 0));
  return {
    points: new Map(chosen.map((key) => [key, points.get(key)?.serves ?? []])),
    gridPoints: gridPointsOf(contexts, clauses, (key) => points.get(key)?.depth ?? 0),
  };
}

/** A barrier of the grid orders the threads of a block as well: all clauses are chosen for together. */
function gridPointsOf(
  contexts: readonly CandidateContext[],
  clausesOfBlocks: readonly Clause[],
  depthOfBlocks: (key: string) => number,
): ReadonlySet<string> {
  const depths = new Map<string, number>();
  const ofGrids = contexts.flatMap((context): Clause[] => {
    const ways = waysBetween(context).filter(({ key }) => key !== null);
    for (const { key, depth } of ways) depths.set(key!, depth);
    return ways.length === 0 ? [] : [ways.map(({ key }) => gridElement(key!))];
  });
  if (ofGrids.length === 0) return new Set();
  const both = clausesOfBlocks.map((clause) => [
    ...clause,
    ...clause.filter((key) => depths.has(key)).map(gridElement),
  ]);
  const chosen = minimalHittingSet([...ofGrids, ...both], (element) => {
    const key = element.replace(GRID_PREFIX, '');
    return element === key ? weightOf(depthOfBlocks(key)) : GRID_WEIGHT + weightOf(depths.get(key) ?? 0);
  });
  return new Set(chosen.flatMap((element) => (GRID_PREFIX.test(element) ? [element.replace(GRID_PREFIX, '')] : [])));
}

const GRID_PREFIX = /^grid: /;

function gridElement(key: string): string {
  return `grid: ${key}`;
}
