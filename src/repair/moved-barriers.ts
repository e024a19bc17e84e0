/** Barriers in branches that not all threads take: those that diverge, and those that a race in a branch asks for. */
import { gapOf, isWithinStatement } from './barrier-points.ts';
import { barrierLine } from './barriers.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { withoutEarlyReturn } from './early-returns.ts';
import { betweenBranches, partedBranch } from './part-branch.ts';
import { partedElse } from './part-else.ts';
import { partedThroughout } from './part-throughout.ts';
import { waitsForThreads } from './spin-loops.ts';
import { uniformLoops } from './uniform-loops.ts';

/** The divergent barrier of the cause between two halves of its branch. */
export function movedBarriers({ cause, kernel, sources }: CandidateContext): Candidate[] {
  const finding = cause.explains.find(({ rule }) => rule === 'barrier-divergence');
  const at = finding?.accesses[0];
  const source = at === undefined ? null : sources.get(at.file);
  if (at === undefined || source === null) return [];
  const place = source.placeAt(source.offsetAt(at.line, at.column));
  const statement = place?.path.at(-1);
  if (place === null || statement?.kind !== 'simple' || waitsForThreads(place)) return [];
  const ways = [
    partedBranch(place, statement, true, source.textOf(statement)),
    partedElse(place, statement),
    withoutEarlyReturn(place, statement),
    partedThroughout(place, statement),
    ...uniformLoops(place, statement, kernel.language === 'opencl'),
  ];
  return ways.flatMap((changes) => (changes === null ? [] : [{ kind: 'move-barrier', changes }]));
}

/** A new barrier between two halves of the branch with both accesses. */
export function barriersBetweenBranches({ cause, kernel, sources }: CandidateContext): Candidate[] {
  const [finding] = cause.explains;
  const gap = finding === undefined ? null : gapOf(finding, sources);
  if (gap === null || gap.round !== null || isWithinStatement(gap) || waitsForThreads(gap.from)) return [];
  const changes = betweenBranches(gap, barrierLine(kernel, cause.explains, gap.to.source));
  return changes === null ? [] : [{ kind: 'add-block-barrier', changes }];
}
