/** OpenCL's copies by a whole work-group: nothing may touch their memory before all work-items have waited for them. */
import { gapOf } from './barrier-points.ts';
import { allOf, barrierLine } from './barriers.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { before } from './change.ts';

/** The event that a statement with a copy gives a name. */
const COPY = /(?:^|\s)([A-Za-z_]\w*(?:\s*\[[^\]]*\])?)\s*=\s*async_work_group_(?:strided_)?copy\s*\(/;

/** A wait for the copy before the later access; and one with a barrier behind it. */
export function waitsForCopies({ cause, kernel, sources, findings }: CandidateContext): Candidate[] {
  if (kernel.language !== 'opencl') return [];
  const gaps = cause.explains.flatMap((finding) => gapOf(finding, sources) ?? []);
  const waits = gaps.flatMap(({ from, to, round }) => {
    const event = COPY.exec(from.source.codeOf(from.path.at(-1)!))?.[1];
    return event === undefined || round !== null ? [] : [{ from, to, line: `wait_group_events(1, &${event});` }];
  });
  if (waits.length === 0) return [];
  const [{ to: first }] = waits as [(typeof waits)[number]];
  // One barrier for all that comes to the same statement.
  const there = findings.filter((one) => {
    const to = gapOf(one, sources)?.to.path.at(-1);
    return to?.start === first.path.at(-1)!.start;
  });
  const barrier = barrierLine(kernel, [...cause.explains, ...there], first.source);
  return [[], [barrier]].flatMap((more): Candidate[] => {
    const changes = allOf(
      waits.map(({ to: { source, path }, line }) => before(source, path.at(-1)!, path.at(-2), [line, ...more])),
    );
    return changes === null ? [] : [{ kind: 'add-wait', changes }];
  });
}
