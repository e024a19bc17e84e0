/** A barrier of the whole grid, where the launch is a cooperative one or can be. */
import type { BarrierPlan } from './barrier-plan.ts';
import { type Gap, gapOf, isWithinStatement, pointsOf } from './barrier-points.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import type { Change } from './change.ts';
import { cooperativeLaunches } from './cooperative-launch.ts';
import { betweenBranches } from './part-branch.ts';
import type { Place, SourceText } from './source-text.ts';
import { waitsForThreads } from './spin-loops.ts';

const HEADER = '#include <cooperative_groups.h>';
/** Places that are tried. */
const MAX_PLACES = 3;

/** Barriers of the grid between the two accesses; none where a launch in sight is no cooperative one, and cannot be made one. */
export function gridBarriers(context: CandidateContext, plan: BarrierPlan): Candidate[] {
  const { kernel, sources } = context;
  const ways = waysBetween(context);
  if (ways.length === 0) return [];
  const launches = cooperativeLaunches(kernel, sources);
  if (launches.changes === null) return [];
  const isPlanned = ({ key }: Way) => key !== null && plan.gridPoints.has(key);
  const inOrder = [...ways.filter(isPlanned), ...ways.filter((way) => !isPlanned(way))];
  return inOrder.slice(0, MAX_PLACES).flatMap(({ source, put }): Candidate[] => {
    const changes = put(['cooperative_groups::this_grid().sync();']);
    if (changes === null) return [];
    const note =
      kernel.launches.length === 0
        ? 'The kernel has to be launched with cudaLaunchCooperativeKernel, and all of its blocks have to fit on the device at once.'
        : 'All blocks of a cooperative launch have to fit on the device at once.';
    return [{ kind: 'add-grid-barrier', changes: [...changes, ...headerOf(source), ...launches.changes], note }];
  });
}

interface Way {
  /** That of the point; null: it is none of those that barriers of the block have. */
  readonly key: string | null;
  readonly depth: number;
  readonly source: SourceText;
  readonly put: (lines: readonly string[]) => Change[] | null;
}

/**
 * Places for a barrier of the grid; none for what no blocks race about. Findings between blocks say nothing of a gap: the text
 * tells which statement comes first.
 */
export function waysBetween({ cause, kernel, sources }: CandidateContext): Way[] {
  const finding = cause.explains.find(({ rule }) => rule === 'inter-block-race');
  if (finding === undefined || kernel.language !== 'cuda') return [];
  const known = gapOf(finding, sources);
  if (known !== null) {
    return isWithinStatement(known) || waitsForThreads(known.from) ? [] : waysOf(known);
  }
  const places = finding.accesses.map(({ file, line, column }) => {
    const source = sources.get(file);
    return source?.placeAt(source.offsetAt(line, column)) ?? null;
  });
  const [a, b] = places;
  if (a == null || b == null || a.source !== b.source || a.function !== b.function) return [];
  // Blocks that wait for one another already would wait at two places.
  if (a.path.at(-1) === b.path.at(-1) || waitsForThreads(a)) return [];
  const [from, to] = startOf(a) <= startOf(b) ? [a, b] : [b, a];
  return waysOf({ from, to, round: null });
}

/** Between the two statements, and between two halves of a branch with both of them. */
function waysOf(gap: Gap): Way[] {
  const { source } = gap.from;
  const points = pointsOf(gap).map(({ key, depth, put }) => ({ key, depth, source, put }));
  if (gap.round !== null) return points;
  const between: Way = { key: null, depth: 0, source, put: ([line = '']) => betweenBranches(gap, line) };
  return [...points.slice(0, 1), between, ...points.slice(1)];
}

function startOf({ path }: Place): number {
  return path.at(-1)!.start;
}

/** The header, behind the last include of the file. */
function headerOf(source: SourceText): Change[] {
  if (/#\s*include\s*<cooperative_groups(?:\.h)?>/.test(source.text)) return [];
  const { file, text, lineEnd } = source;
  const last = [...text.matchAll(/^[ \t]*#[ \t]*include\b.*$/gm)].at(-1);
  if (last !== undefined) {
    const at = last.index + last[0].replace(/\r$/, '').length;
    return [{ file, start: at, end: at, text: `${lineEnd}${HEADER}` }];
  }
  const first = source.functions[0];
  const at = first === undefined ? 0 : source.lineStartAt(first.start);
  return [{ file, start: at, end: at, text: `${HEADER}${lineEnd}${lineEnd}` }];
}
