/** CUDA's copies by single threads (`__pipeline_memcpy_async`): a wait that is not there, or that leaves a group too many. */
import { gapOf } from './barrier-points.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { before, type Change } from './change.ts';
import type { Place } from './source-text.ts';

const COPY = /\b__pipeline_memcpy_async\s*\(/;
const WAIT = /\b__pipeline_wait_prior\s*\(([^;]*)\)\s*;/g;
const ANY_WAIT = /\b(?:__pipeline_wait_prior|wait_group_events|cp_async_wait\w*)\s*[(<]/;
const PTX_WAIT = /"\s*cp\.async\.wait/;
const COMMIT = /\b__pipeline_commit\s*\(/;
const WAIT_FOR_ALL = '__pipeline_wait_prior(0);';

/** Waits that go further, and waits before the later access; each without and with a barrier behind it. */
export function waitsForOwnCopies({ cause, kernel, sources }: CandidateContext): Candidate[] {
  if (kernel.language === 'opencl' || !cause.explains.every(({ rule }) => rule === 'async-copy-race')) return [];
  const [gap] = cause.explains.flatMap((finding) => gapOf(finding, sources) ?? []);
  if (gap === undefined) return [];
  const { from, to, round } = gap;
  const isCopy = [from, to].map(({ source, path }) => COPY.test(source.codeOf(path.at(-1)!)));
  if (!isCopy.includes(true)) return [];
  const later = round === null ? to : isCopy[0] === true ? to : from;
  const { source, path } = later;
  const commits = COMMIT.test(source.codeOf(later.function.body)) ? [] : ['__pipeline_commit();'];
  const ways = [
    ...narrowed(later),
    ...[[], ['__syncthreads();']].map((barrier) =>
      before(source, path.at(-1)!, path.at(-2), [...commits, WAIT_FOR_ALL, ...barrier]),
    ),
  ];
  return ways.flatMap((changes): Candidate[] => (changes === null ? [] : [{ kind: 'add-wait', changes }]));
}

/** True when a wait stands between the two accesses of the cause already. */
export function isWaitedFor({ cause, sources }: CandidateContext): boolean {
  return cause.explains.some((finding) => {
    const gap = gapOf(finding, sources);
    if (gap === null || gap.round !== null) return false;
    const { from, to } = gap;
    const [start, end] = [from.path.at(-1)!.end, to.path.at(-1)!.start];
    return ANY_WAIT.test(from.source.code.slice(start, end)) || PTX_WAIT.test(from.source.text.slice(start, end));
  });
}

/** The waits of the function with one group less, and with none, that may be under way. */
function narrowed({ source, function: { body } }: Place): Change[][] {
  const waits = [...source.codeOf(body).matchAll(WAIT)].map((match) => {
    const start = body.start + match.index + match[0].indexOf('(') + 1;
    return { start, end: start + match[1]!.length, count: match[1]!.trim() };
  });
  const open = waits.filter(({ count }) => count !== '0');
  if (open.length === 0) return [];
  const change = (text: (count: string) => string) =>
    open.map(({ start, end, count }) => ({ file: source.file, start, end, text: text(count) }));
  const oneLess = change((count) => (/^\d+$/.test(count) ? String(Number(count) - 1) : lessOne(count)));
  return [oneLess, change(() => '0')];
}

/** `STAGES - 2` for `STAGES - 1`. */
function lessOne(count: string): string {
  const match = /^(\w+)\s*-\s*(\d+)$/.exec(count);
  return match === null ? `${count} - 1` : `${match[1]} - ${Number(match[2]) + 1}`;
}
