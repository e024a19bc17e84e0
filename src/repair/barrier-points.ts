/**
 * Where a barrier keeps the two accesses of a race apart: the places in the text on the way from the one to the other. The
 * candidates of GPURepair (VMCAI 2021): before accesses and calls, behind branches, at heads and ends of loops.
 */
import { isLoop, type TreeStatement } from '../lexical/statement-tree.ts';
import type { BarrierGap, Finding, RuleId } from '../model/result.ts';
import { atEndOf, atHeadOf, before, type Change } from './change.ts';
import type { Place, SourceText, SourceTexts } from './source-text.ts';
import { isForWholeWarps } from './whole-warps.ts';

export interface BarrierPoint {
  /** The same for the same place. */
  readonly key: string;
  /** The offset of the statement that it stands before, or of the end of the one that it stands behind. */
  readonly at: number;
  /** The loops around it. */
  readonly depth: number;
  /** All lanes of a warp get there together, as far as the text shows it. */
  readonly isForWholeWarps: boolean;
  /** Puts lines there; null where they find no place. */
  readonly put: (lines: readonly string[]) => Change[] | null;
}

/** The way from one access to the other in the text. */
export interface Gap {
  readonly from: Place;
  readonly to: Place;
  /** The loop that goes round in between. */
  readonly round: TreeStatement | null;
  /** One of which nobody says whether it does. */
  readonly mayGoRound?: TreeStatement | undefined;
}

/** Null where the text does not show the two statements. */
export function gapOf(finding: Finding, sources: SourceTexts): Gap | null {
  const { gap } = finding;
  if (gap === undefined) return inOrderOfText(finding, sources);
  const [from, to] = [placeOf(finding, gap, 'from', sources), placeOf(finding, gap, 'to', sources)];
  if (from === null || to === null || from.source !== to.source || from.function !== to.function) return null;
  const loops = from.path.filter((one) => isLoop(one) && to.path.includes(one));
  const isBackwards = to.path.at(-1)!.start < from.path.at(-1)!.start;
  if (gap.round === null && !isBackwards) return { from, to, round: null };
  const { source } = from;
  const round = loops.find(({ start }) => source.lineAt(start) === gap.round?.line) ?? loops.at(-1);
  return round === undefined ? null : { from, to, round };
}

const WITHIN_BLOCK: ReadonlySet<RuleId> = new Set(['intra-block-race', 'intra-warp-race', 'async-copy-race']);

/** Of threads of one block that no gap is told of, such as copies that a whole group makes: the text says which comes first. */
function inOrderOfText({ rule, accesses: [a, b] }: Finding, sources: SourceTexts): Gap | null {
  if (!WITHIN_BLOCK.has(rule)) return null;
  const [first, second] = [a, b].map((access) => {
    const source = access === undefined ? null : sources.get(access.file);
    return source?.placeAt(source.offsetAt(access!.line, access!.column)) ?? null;
  });
  if (first == null || second == null) return null;
  if (first.source !== second.source || first.function !== second.function) return null;
  const [x, y] = [first.path.at(-1)!, second.path.at(-1)!];
  if (x === y) return null;
  const [from, to] = x.start < y.start ? [first, second] : [second, first];
  const mayGoRound = from.path.findLast((one) => isLoop(one) && to.path.includes(one));
  return { from, to, round: null, mayGoRound };
}

/** The column is known where the line is that of the access itself, and not that of a call. */
function placeOf(finding: Finding, gap: BarrierGap, side: 'from' | 'to', sources: SourceTexts): Place | null {
  const { file, line } = gap[side];
  const source = sources.get(file);
  if (source === null) return null;
  const isLater = side === 'to';
  const access = finding.accesses[isLater ? gap.later : 1 - gap.later];
  if (access === undefined) return null;
  if (access.file === file && access.line === line) {
    const place = source.placeAt(source.offsetAt(line, access.column));
    if (place !== null && place.path.at(-1)?.kind !== 'block') return place;
  }
  const call = access.calls.find((one) => one.file === file && one.line === line);
  const at =
    call === undefined ? -1 : source.code.indexOf(call.function.replace(/^.*::|<.*$/g, ''), source.offsetAt(line, 1));
  if (at >= 0 && at < source.lineEndAt(source.offsetAt(line, 1))) return source.placeAt(at);
  return source.placeInLine(line);
}

/** True when both are in one statement, which a barrier would have to take apart. */
export function isWithinStatement({ from, to, round }: Gap): boolean {
  const [a, b] = [from.path.at(-1)!, to.path.at(-1)!];
  return round === null && a === b && a.kind === 'simple';
}

/** The places of a gap, the one that is tried first first. */
export function pointsOf(gap: Gap): BarrierPoint[] {
  const points = gap.round === null ? straight(gap) : around(gap, gap.round);
  if (gap.mayGoRound !== undefined) {
    points.splice(1, 0, ...around({ ...gap, from: gap.to, to: gap.from }, gap.mayGoRound).slice(0, 1));
  }
  return [...new Map(points.map((point) => [point.key, point])).values()];
}

function straight({ from, to }: Gap): BarrierPoint[] {
  let depth = 0;
  while (depth + 1 < Math.min(from.path.length, to.path.length) && from.path[depth + 1] === to.path[depth + 1]) depth++;
  const shared = from.path[depth]!;
  const [first, last] = [from.path[depth + 1], to.path[depth + 1]];
  // One of them stands in the head of the other's control statement.
  if (last === undefined) return [];
  if (first === undefined) return isLoop(shared) || shared.kind === 'if' ? [behindHead(to, depth)] : [];
  if (shared.kind !== 'block') return [];
  const between = shared.parts.slice(shared.parts.indexOf(first) + 1, shared.parts.indexOf(last) + 1);
  const inOrder = [...between].reverse();
  const [nearest, ...others] = inOrder.map((statement) => beforePoint(to, depth, statement));
  return nearest === undefined ? [] : [nearest, ...others];
}

/** At the beginning of what a control statement with an access in its head leads to. */
function behindHead(to: Place, depth: number): BarrierPoint {
  const inner = to.path[depth + 1]!;
  const target = inner.kind === 'block' ? (to.path[depth + 2] ?? inner) : inner;
  return beforePoint(to, inner.kind === 'block' ? depth + 1 : depth, target);
}

/** Both ways round: behind the first access to the end of the body, and from its head to the second. */
function around({ from, to }: Gap, loop: TreeStatement): BarrierPoint[] {
  const at = from.path.indexOf(loop);
  const { source } = from;
  const around = from.path.slice(0, at + 1);
  const own = { depth: depthOf(around), isForWholeWarps: isForWholeWarps(from, around) };
  const body = loop.parts[0]!;
  const end: BarrierPoint = {
    ...placed(source, 'behind', body.kind === 'block' ? (body.parts.at(-1) ?? body) : body),
    ...own,
    put: (lines) => atEndOf(source, loop, lines),
  };
  const head: BarrierPoint = {
    ...placed(source, 'before', body.kind === 'block' ? (body.parts[0] ?? body) : body),
    ...own,
    put: (lines) => atHeadOf(source, loop, lines),
  };
  if (body.kind !== 'block') return [end, head];
  const [first, last] = [from.path[at + 2], to.path[at + 2]];
  const behind = first === undefined ? [] : body.parts.slice(body.parts.indexOf(first) + 1);
  const ahead = last === undefined ? [] : body.parts.slice(0, body.parts.indexOf(last) + 1);
  const inside = [...behind, ...ahead].map((statement) => beforePoint(from, at + 1, statement));
  return [end, head, ...inside];
}

/** @param depth how deep the statement stands: directly in this one of the path */
function beforePoint(place: Place, depth: number, statement: TreeStatement): BarrierPoint {
  const { source, path } = place;
  const around = path.slice(0, depth + 1);
  return {
    ...placed(source, 'before', statement),
    depth: depthOf(around),
    isForWholeWarps: isForWholeWarps(place, around),
    put: (lines) => before(source, statement, path[depth], lines),
  };
}

/** What a barrier costs more for each loop around it (GPURepair, section 4). */
const LOOP_WEIGHT = 10;

/** @param depth the loops around a barrier */
export function weightOf(depth: number): number {
  return LOOP_WEIGHT ** depth;
}

function depthOf(path: readonly TreeStatement[]): number {
  return path.filter(isLoop).length;
}

function placed(
  source: SourceText,
  side: 'before' | 'behind',
  { start, end }: TreeStatement,
): Pick<BarrierPoint, 'key' | 'at'> {
  const at = side === 'before' ? start : end;
  return { key: `${source.file} ${at} ${side}`, at };
}
