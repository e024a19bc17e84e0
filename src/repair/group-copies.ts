/** OpenCL's copies by a whole work-group: nothing may touch their memory before all work-items have waited for them. */
import { gapOf } from './barrier-points.ts';
import { allOf, barrierLine } from './barriers.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { before, type Change } from './change.ts';
import { freshName } from './fresh-name.ts';
import type { Place } from './source-text.ts';

/** The event that a statement with a copy gives a name. */
const COPY = /(?:^|\s)([A-Za-z_]\w*(?:\s*\[[^\]]*\])?)\s*=\s*async_work_group_(?:strided_)?copy\s*\(/;
/** A copy whose event nobody keeps. */
const UNNAMED = /^async_work_group_(?:strided_)?copy\s*\(/;

/** A wait for the copy before the later access; and one with a barrier behind it. */
export function waitsForCopies({ cause, kernel, sources, findings }: CandidateContext): Candidate[] {
  if (kernel.language !== 'opencl') return [];
  const gaps = cause.explains.flatMap((finding) => gapOf(finding, sources) ?? []);
  const waits = gaps.flatMap(({ from, to, round }) => {
    const event = round === null ? eventOf(from, to) : null;
    return event === null ? [] : [{ to, line: `wait_group_events(1, &${event.name});`, naming: event.naming }];
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
    const changes = allOf([
      waits.flatMap(({ naming }) => naming),
      ...waits.map(({ to: { source, path }, line }) => before(source, path.at(-1)!, path.at(-2), [line, ...more])),
    ]);
    return changes === null ? [] : [{ kind: 'add-wait', changes }];
  });
}

/** The name of the event of a copy, and the edit that gives it one; null where it has none that the later access sees. */
function eventOf(
  { source, path }: Place,
  to: Place,
): { readonly name: string; readonly naming: readonly Change[] } | null {
  const [copy, block] = [path.at(-1)!, path.at(-2)];
  const code = source.codeOf(copy);
  const known = COPY.exec(code)?.[1];
  if (known !== undefined) return { name: known, naming: [] };
  if (!UNNAMED.test(code) || block?.kind !== 'block' || !to.path.includes(block)) return null;
  const name = freshName(source, 'copied');
  return { name, naming: [{ file: source.file, start: copy.start, end: copy.start, text: `event_t ${name} = ` }] };
}
