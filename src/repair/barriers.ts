/** Barriers as repairs: which one, and where as few of them as possible serve all causes of a kernel. */
import type { Finding, KernelResult } from '../model/result.ts';
import type { BarrierPlan } from './barrier-plan.ts';
import { type BarrierPoint, type Gap, gapOf, isWithinStatement, pointsOf, weightOf } from './barrier-points.ts';
import type { Candidate, CandidateContext, FixKind } from './candidate.ts';
import type { Change } from './change.ts';
import { minimalHittingSet } from './hitting-set.ts';
import type { SourceText } from './source-text.ts';
import { waitsForThreads } from './spin-loops.ts';
import { splitStatement } from './split-statement.ts';
import { isForWholeWarps } from './whole-warps.ts';

/**
 * The barrier that orders the accesses of findings: of the warp where all of them are within one.
 * @param isForWholeWarps false: lanes of one warp may not all get to its place
 */
function barrierOf(
  kernel: KernelResult,
  findings: readonly Finding[],
  isForWholeWarps: boolean,
): { kind: FixKind; isOfWarp: boolean } {
  const isOfWarp =
    isForWholeWarps && kernel.language === 'cuda' && findings.every(({ rule }) => rule === 'intra-warp-race');
  return { kind: isOfWarp ? 'add-warp-barrier' : 'add-block-barrier', isOfWarp };
}

/** The statement of a barrier of the block, or of the warp. */
export function barrierLine(
  kernel: KernelResult,
  findings: readonly Finding[],
  source: SourceText,
  isOfWarp = false,
): string {
  if (kernel.language !== 'opencl') return isOfWarp ? '__syncwarp();' : '__syncthreads();';
  const name = /\bwork_group_barrier\s*\(/.test(source.code) ? 'work_group_barrier' : 'barrier';
  return `${name}(${fenceFlags(findings)});`;
}

/** The narrowest flags of an OpenCL barrier that order the memory of the findings. */
export function fenceFlags(findings: readonly Finding[]): string {
  const spaces = new Set(findings.map(({ memory }) => memory?.space ?? 'shared'));
  const flags = [
    ...(spaces.has('shared') ? ['CLK_LOCAL_MEM_FENCE'] : []),
    ...(spaces.has('global') ? ['CLK_GLOBAL_MEM_FENCE'] : []),
  ];
  return flags.join(' | ');
}

interface GapWithPoints {
  readonly finding: Finding;
  readonly gap: Gap;
  readonly points: readonly BarrierPoint[];
}

/** The ways between the accesses of a cause, with the places on them. */
export function gapsOf({ cause, sources }: CandidateContext): GapWithPoints[] {
  return cause.explains.flatMap((finding) => {
    const gap = gapOf(finding, sources);
    return gap === null || waitsForThreads(gap.from) ? [] : [{ finding, gap, points: pointsOf(gap) }];
  });
}

/** Single places that are tried beside the chosen ones. */
const MAX_POINTS = 3;

/** Barriers of the block or the warp, what the plan says first. */
export function barrierCandidates(context: CandidateContext, plan: BarrierPlan): Candidate[] {
  const gaps = gapsOf(context);
  const [first] = gaps;
  if (first === undefined) return [];
  const { kernel, cause } = context;
  const { source } = first.gap.from;
  const lineFor = (findings: readonly Finding[], isWhole: boolean) =>
    barrierLine(kernel, findings, source, barrierOf(kernel, findings, isWhole).isOfWarp);
  const within = gaps.filter(({ gap }) => isWithinStatement(gap));
  const planned = plannedFor(gaps, plan).map((point) => ({
    point,
    serves: plan.points.get(point.key) ?? cause.explains,
  }));
  if (within.length > 0) {
    const statements = new Map(within.map(({ gap }) => [gap.to.path.at(-1)!.start, gap]));
    const split = (gap: Gap, names?: Set<string>) => {
      const isWhole = isForWholeWarps(gap.to, gap.to.path.slice(0, -1));
      const { kind } = barrierOf(kernel, cause.explains, isWhole);
      return splitStatement(gap, lineFor(cause.explains, isWhole), kind, names);
    };
    const each = [...statements.values()].flatMap((gap) => split(gap));
    if (statements.size === 1) return each;
    // A chain of steps, each of which waits for the one before: all of them at once.
    const names = new Set<string>();
    const parts = [...statements.values()].map((gap) => split(gap, names)[0]);
    const barriers = planned.map(({ point, serves }) => point.put([lineFor(serves, point.isForWholeWarps)]));
    const changes = allOf([...parts.map((part) => part?.changes ?? null), ...barriers]);
    return changes === null ? each : [{ kind: parts[0]!.kind, changes }, ...each];
  }
  const shared = first.points.filter(({ key }) => gaps.every(({ points }) => points.some((one) => one.key === key)));
  const single = shared.slice(0, MAX_POINTS).map((point) => [{ point, serves: cause.explains }]);
  return distinct(
    [planned, ...single].flatMap((points): Candidate[] => {
      const each = points.map(({ point, serves }) => point.put([lineFor(serves, point.isForWholeWarps)]));
      const changes = allOf(each);
      if (changes === null || changes.length === 0 || changes.some((one) => isBesideBarrier(source, one))) return [];
      return [
        {
          kind: barrierOf(
            kernel,
            points.flatMap(({ serves }) => serves),
            points.every(({ point }) => point.isForWholeWarps),
          ).kind,
          changes,
          points: points.map(({ point: { at } }, i) => ({ at, changes: each[i] ?? [] })),
        },
      ];
    }),
  );
}

/** As few of the chosen points as the gaps of one cause need: the others are on the way of another cause. */
function plannedFor(gaps: readonly GapWithPoints[], plan: BarrierPlan): BarrierPoint[] {
  const known = new Map(
    gaps.flatMap(({ points }) => points.filter(({ key }) => plan.points.has(key)).map((one) => [one.key, one])),
  );
  const clauses = gaps.map(({ points }) => points.flatMap(({ key }) => (known.has(key) ? [key] : [])));
  const chosen = minimalHittingSet(clauses, (key) => weightOf(known.get(key)?.depth ?? 0));
  return [...known.values()].filter(({ key }) => chosen.includes(key));
}

/** True when the line before or behind is the very barrier that is to stand there. */
function isBesideBarrier({ text }: SourceText, { start, end, text: line }: Change): boolean {
  const own = line.trim();
  if (start !== end || !/^\w+\([^;]*\);$/.test(own)) return false;
  const before = text.slice(0, start).trimEnd().split('\n').at(-1)!.trim();
  const behind = text.slice(end).trimStart().split('\n')[0]!.trim();
  return before === own || behind === own;
}

/** OpenCL: a barrier that stands between the two already and fences other memory. */
export function widerBarriers(context: CandidateContext): Candidate[] {
  const { kernel, cause } = context;
  if (kernel.language !== 'opencl') return [];
  return distinct(
    gapsOf(context).flatMap(({ gap: { from, to, round } }): Candidate[] => {
      if (round !== null) return [];
      const { source, path } = from;
      const [start, end] = [path.at(-1)!.end, to.path.at(-1)!.start];
      const match = /\b(?:work_group_)?barrier\s*\(([^;]*)\)\s*;/.exec(source.code.slice(start, end));
      if (match === null) return [];
      const at = start + match.index + match[0].indexOf('(') + 1;
      const given = match[1]!.split('|').map((flag) => flag.trim());
      // What a variable says is kept.
      if (!given.every((flag) => /^\w*$/.test(flag))) return [];
      const kept = given.filter((flag) => /^[A-Za-z_]/.test(flag));
      const flags = [...new Set([...kept, ...fenceFlags(cause.explains).split(' | ')])];
      const change = { file: source.file, start: at, end: at + match[1]!.length, text: flags.join(' | ') };
      return [{ kind: 'widen-barrier', changes: [change] }];
    }),
  );
}

/** All of them, or null where one is missing. */
export function allOf(parts: readonly (readonly Change[] | null)[]): Change[] | null {
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** Each once, in the order given. */
export function distinct(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [JSON.stringify(one.changes), one] as const)).values()];
}
