/** New causes that no line of the change gives back: a verified fix is looked for, while there is time. */
import { bareName } from '../lexical/kernel-names.ts';
import { changedRuns } from '../lexical/line-diff.ts';
import { linesOf } from '../lexical/lines.ts';
import type { KernelPairs } from '../model/pairs.ts';
import type { BarrierGap, Finding, Fix, KernelResult, Result } from '../model/result.ts';
import { repairResult } from '../repair/index.ts';
import { type CauseWithFindings, causesOf, causesWithinKernels, kernelOfCause } from '../result/causes/index.ts';
import type { Side, TimedUnits } from './compare-revisions.ts';
import { isOfControlFlow, isToMend, isWorthIt, orderIsBack, unitsOf } from './give-back.ts';
import { lineNow, type OrderAgain } from './order-again.ts';

/** Causes of one comparison that are looked at. */
const MAX_CAUSES = 8;

export interface RepairsRequest {
  readonly head: Side;
  readonly units: readonly { readonly file: string; readonly throughHeaders: readonly string[] }[];
  readonly timed: (files: readonly string[]) => TimedUnits;
  readonly isOver: () => boolean;
  /** What is known of the findings of the head. */
  readonly pairs: readonly KernelPairs[];
  readonly orderAgain: OrderAgain;
}

/** The result with the fixes that were found. */
export async function withRepairs(result: Result, request: RepairsRequest): Promise<Result> {
  const causes = causesWithinKernels(result);
  const open = causes.filter((cause) => isWorthIt(cause) && cause.fix === null);
  const fixes = new Map<Finding, Fix>();
  const given = causes.filter(({ status, fix }) => status === 'new' && fix !== null);
  const groups = byKernelFile(firstOf(open, result), given, result);
  for (const look of [barriersByControlFlow, repairsOf]) {
    for (const group of groups) {
      if (request.isOver()) break;
      const left = group.causes.filter(({ explains }) => !explains.some((finding) => fixes.has(finding)));
      const found = await look({ ...group, causes: left }, result, request);
      for (const [finding, fix] of ofWholeCauses(found, [...left, ...group.given])) fixes.set(finding, fix);
    }
  }
  if (fixes.size === 0) return result;
  const findings = result.findings.map((finding): Finding => {
    const fix = fixes.get(finding);
    return fix === undefined ? finding : { ...finding, fixes: [fix] };
  });
  return { ...result, findings };
}

/** Those that people count as no more than `MAX_CAUSES`, as they count what several kernels share once. */
function firstOf(causes: readonly CauseWithFindings[], result: Result): readonly CauseWithFindings[] {
  const wholeOf = new Map(causesOf(result).flatMap((whole) => whole.explains.map((finding) => [finding, whole])));
  const wholes = causes.map(({ explains: [first] }) => wholeOf.get(first!)!);
  const chosen = new Set([...new Set(wholes)].slice(0, MAX_CAUSES));
  return causes.filter((_, i) => chosen.has(wholes[i]!));
}

interface Group {
  readonly kernels: readonly KernelResult[];
  readonly causes: readonly CauseWithFindings[];
  /** Causes of these kernels that have a fix already: a new one may have an edit in common with it. */
  readonly given: readonly CauseWithFindings[];
}

/** Kernels of one file have one analysis before and after an edit. */
function byKernelFile(
  causes: readonly CauseWithFindings[],
  given: readonly CauseWithFindings[],
  result: Result,
): Group[] {
  const groups = new Map<string, { kernels: KernelResult[]; causes: CauseWithFindings[] }>();
  for (const cause of causes) {
    const kernel = kernelOfCause(cause, result);
    if (kernel === undefined) continue;
    const group = groups.get(kernel.file) ?? { kernels: [], causes: [] };
    groups.set(kernel.file, { kernels: [...group.kernels, kernel], causes: [...group.causes, cause] });
  }
  const names = (kernels: readonly KernelResult[]) => new Set(kernels.map(({ kernel }) => bareName(kernel)));
  return [...groups].map(([file, { kernels, causes: ofFile }]) => {
    const isOwn = (cause: CauseWithFindings) =>
      kernelOfCause(cause, result)?.file === file && names(kernels).has(bareName(cause.kernel));
    return { kernels, causes: ofFile, given: given.filter(isOwn) };
  });
}

/** By `keyOf` of what they repair. */
type Fixes = ReadonlyMap<string, Fix>;
const NONE: Fixes = new Map();

/**
 * Of orders that only control flow tells, in kernels that nobody decides: barriers that control flow calls enough, and no other
 * edit, as a barrier that all threads come to makes no race. It takes a moment, where a check takes all the time there is.
 */
async function barriersByControlFlow(
  { kernels, causes }: Group,
  result: Result,
  request: RepairsRequest,
): Promise<Fixes> {
  const { head, timed, isOver } = request;
  const ofFlow = causes.filter((cause) => isOfControlFlow(cause, result));
  const lost = ofFlow.flatMap(({ explains }) => explains);
  const files = filesOf(kernels, request);
  if (lost.length === 0 || files.length === 0) return NONE;
  const before = { ...result, kernels: [...new Set(kernels)], findings: lost, problems: [] };
  const analyse = async (texts: ReadonlyMap<string, string>) =>
    isBarriersAlone(head.sources.read, texts)
      ? withLost({ ...before, findings: [] }, lost, texts, request, timed(files))
      : before;
  const { result: repaired } = await repairResult({
    result: before,
    read: head.sources.read,
    analyse,
    replays: null,
    isOver,
  });
  return fixesById(repaired, () => true);
}

/** The fixes by what they repair. */
async function repairsOf({ kernels, causes, given }: Group, _result: Result, request: RepairsRequest): Promise<Fixes> {
  const { head, timed, isOver } = request;
  const files = filesOf(kernels, request);
  const units = timed(files);
  if (causes.length === 0 || units.files.length === 0) return NONE;
  const own = [...new Set(kernels.map(({ kernel }) => bareName(kernel)))];
  // An edit outside of the kernel may reach any kernel of these programs: all of them are held against what they are now.
  const scope = causes.every(isWithinKernel) ? own : null;
  const alone = await head.analyseEdited(new Map(), timed(files), scope);
  const lost = onlyCompared(causes, alone);
  const before = { ...alone, findings: [...asCompared(alone.findings, [...causes, ...given]), ...lost] };
  const analyse = async (texts: ReadonlyMap<string, string>, names: readonly string[] | null) => {
    const checked = await head.analyseEdited(texts, timed(files), names ?? scope);
    return lost.length === 0 ? checked : withLost(checked, lost, texts, request, timed(files));
  };
  const wanted = new Set(causes.flatMap(({ findings }) => findings));
  const { result } = await repairResult({
    result: before,
    read: head.sources.read,
    analyse,
    replays: {
      pairs: async () => request.pairs,
      ask: (texts, asked) => head.askEdited(texts, timed(files), asked),
    },
    isWanted: (cause) =>
      own.includes(bareName(cause.kernel)) && (cause.fix !== null || cause.findings.some((id) => wanted.has(id))),
    isOver,
  });
  const isLost = new Set(lost.map(({ raceId }) => raceId));
  return fixesById(result, ({ raceId }) => isLost.has(raceId), given);
}

/** True when both accesses of all findings stand in the body of the kernel itself, where edits then are. */
function isWithinKernel({ explains }: CauseWithFindings): boolean {
  return explains.every(({ accesses }) => accesses.every(({ calls }) => calls.length === 0));
}

function filesOf([first]: readonly KernelResult[], { units }: RepairsRequest): string[] {
  return first === undefined ? [] : unitsOf(first, first.file, units);
}

/** Kernels of two files may have one name, and races with one id. */
function keyOf({ raceId, accesses }: Finding): string {
  return `${raceId} ${accesses[0]?.file ?? ''}`;
}

/** @param isOfFlow of which findings control flow alone says that they are gone */
function fixesById(
  { findings }: Result,
  isOfFlow: (finding: Finding) => boolean,
  given: readonly CauseWithFindings[] = [],
): Fixes {
  const known = new Set(given.map(({ fix }) => fix));
  return new Map(
    findings.flatMap((finding) => {
      const [fix] = finding.fixes;
      if (fix === undefined || known.has(fix)) return [];
      const noted = isOfFlow(finding) ? { ...fix, note: `${orderIsBack(finding)} ${fix.note ?? ''}`.trim() } : fix;
      return [[keyOf(finding), noted]];
    }),
  );
}

/** True when the edit adds barriers, and nothing else. */
function isBarriersAlone(read: (file: string) => string | undefined, texts: ReadonlyMap<string, string>): boolean {
  return [...texts].every(([file, text]) => {
    const [before, now] = [linesOf(read(file) ?? ''), linesOf(text)];
    return changedRuns(before, now).every(
      ({ from, to, nowFrom, nowTo }) => from === to && now.slice(nowFrom, nowTo).every((line) => BARRIER.test(line)),
    );
  });
}

/** A line as repairs write it. */
const BARRIER = /^\s*(?:__sync(?:threads|warp)\(\)|(?:work_group_)?barrier\([\w |]+\));\r?$/;

/**
 * What the comparison says of findings decides which of them are one cause: a repair has to mend the very causes that people are
 * told of.
 */
function asCompared(found: readonly Finding[], causes: readonly CauseWithFindings[]): Finding[] {
  // Instances of a template share the ids of their races.
  const keyOfInstance = (finding: Finding) => `${finding.kernel} ${keyOf(finding)}`;
  const known = causes.flatMap(({ explains }) => explains);
  const compared = new Map(known.map((finding) => [keyOfInstance(finding), finding]));
  return found.map((finding) => {
    const { status, anchor, orderLost, fixes } = compared.get(keyOfInstance(finding)) ?? finding;
    return {
      ...finding,
      status,
      fixes,
      ...(anchor === undefined ? {} : { anchor }),
      ...(orderLost === undefined ? {} : { orderLost }),
    };
  });
}

/** A cause has the fix that mends all of it that is more than a possibility, or none. */
function ofWholeCauses(fixes: Fixes, causes: readonly CauseWithFindings[]): (readonly [Finding, Fix])[] {
  return causes.flatMap(({ explains }) => {
    const toMend = explains.filter(isToMend);
    const isWhole = (toMend.length === 0 ? explains : toMend).every((finding) => fixes.has(keyOf(finding)));
    if (!isWhole) return [];
    return explains.flatMap((finding) => {
      const fix = fixes.get(keyOf(finding));
      return fix === undefined ? [] : [[finding, fix] as const];
    });
  });
}

/** Orders that only the comparison sees to be lost: an analysis of the head alone does not find them. */
function onlyCompared(causes: readonly CauseWithFindings[], alone: Result): Finding[] {
  const found = new Set(alone.findings.map(({ raceId }) => raceId));
  return causes
    .flatMap(({ explains }) => explains)
    .filter(({ orderLost, raceId }) => orderLost != null && !found.has(raceId));
}

/** With those of the lost orders that the edited text does not bring back. */
async function withLost(
  checked: Result,
  lost: readonly Finding[],
  texts: ReadonlyMap<string, string>,
  { head, orderAgain }: RepairsRequest,
  units: TimedUnits,
): Promise<Result> {
  const again = await orderAgain.of(lost, texts, units);
  const lineOf = lineNow(head.sources.read, texts);
  const moved = <T extends { readonly file: string; readonly line: number }>(at: T): T => ({
    ...at,
    line: lineOf(at.file, at.line) || at.line,
  });
  const left = lost
    .filter((finding) => !again.has(finding))
    .map(
      ({ gap, ...finding }): Finding => ({
        ...finding,
        accesses: finding.accesses.map(moved),
        ...(gap === undefined ? {} : { gap: movedGap(gap, moved) }),
      }),
    );
  return { ...checked, findings: [...checked.findings, ...left] };
}

type Line = BarrierGap['from'];

function movedGap(gap: BarrierGap, moved: (line: Line) => Line): BarrierGap {
  const { from, to, round, since } = gap;
  return {
    ...gap,
    from: moved(from),
    to: moved(to),
    round: round === null ? null : moved(round),
    since: since === null ? null : moved(since),
  };
}
