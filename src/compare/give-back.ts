/**
 * Gives back what a change took away: for each new cause that a lost line explains, the line is put back, the kernel is
 * analysed again, and only an edit with which the race is gone is offered.
 */
import { bareName } from '../lexical/kernel-names.ts';
import { diffOf, edited } from '../lexical/text-edits.ts';
import { assumptionText } from '../model/assumption.ts';
import { type Edit, type Finding, type Fix, type KernelResult, RESTORE_LINE, type Result } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { type CauseWithFindings, causesWithinKernels, kernelOfCause } from '../result/causes/index.ts';
import { atLeast, isSilenced } from '../result/level.ts';
import type { AsAtBase } from './as-at-base.ts';
import { barriersIn, isOfBarriers } from './barrier-edits.ts';
import type { Side, TimedUnits } from './compare-revisions.ts';
import { backTogether, type FirstEdits } from './given-back-together.ts';
import { type LineNow, lineNow, type OrderAgain } from './order-again.ts';

/** Causes of one comparison, and edits of one cause, that are tried. */
const MAX_CAUSES = 20;
const MAX_EDITS = 3;
/** Programs in which the kernel of a header is analysed again. */
const MAX_UNITS = 2;

export interface GiveBackRequest {
  readonly head: Side;
  /** Of kernels by their names: whether all of them are proved at the base. */
  readonly isProvedAtBase: (kernel: KernelResult) => boolean;
  /** Programs that were analysed, each with the changed headers that lead to it. */
  readonly units: readonly { readonly file: string; readonly throughHeaders: readonly string[] }[];
  readonly timed: (files: readonly string[]) => TimedUnits;
  readonly orderAgain: OrderAgain;
  readonly asAtBase: AsAtBase;
  /** What is tried for a cause, the likeliest first. */
  readonly editsOf: (cause: CauseWithFindings) => readonly Edit[][];
  /** Each of the edits makes the function what it was at the base. */
  readonly isWhole?: boolean;
}

/** The result with the fixes that were checked. */
export async function withLinesGivenBack(result: Result, request: GiveBackRequest): Promise<Result> {
  const fixes = new Map<Finding, Fix>();
  const originals = new Map<Finding, Finding>();
  const open = causesWithinKernels(result)
    .filter((cause) => isWorthIt(cause) && cause.fix === null)
    .map((cause) => ({ ...cause, explains: lostIn(cause, originals) }));
  // What control flow alone can say takes a moment; a check of the kernel may take all the time there is.
  const isQuick = (cause: CauseWithFindings) => isOfControlFlow(cause, result) || isOfIterations(cause);
  // What the text alone can say costs nothing, however many there are.
  const told = new Map<CauseWithFindings, Fix>();
  for (const cause of open) {
    const fix = fixAsAtBase(cause, request.editsOf(cause)[0], result, request);
    if (fix !== null) told.set(cause, fix);
  }
  const rest = open.filter((cause) => !told.has(cause));
  const asked = [...rest.filter(isQuick), ...rest.filter((cause) => !isQuick(cause))].slice(0, MAX_CAUSES);
  const firstEdits = asked.flatMap((cause) => firstOf(cause, result, request) ?? []);
  const back = await backTogether(firstEdits, request);
  for (const cause of [...told.keys(), ...asked]) {
    const first = firstEdits.find((one) => one.cause === cause);
    const fix =
      told.get(cause) ??
      (back.has(cause) ? restored(first!.edits, cause, request) : await checkedFix(cause, result, request));
    if (fix !== null) for (const finding of cause.explains) fixes.set(originals.get(finding) ?? finding, fix);
  }
  if (fixes.size === 0) return result;
  const findings = result.findings.map((finding) => {
    const fix = fixes.get(finding);
    return fix === undefined ? finding : { ...finding, fixes: [...finding.fixes, fix] };
  });
  return { ...result, findings };
}

/**
 * What of a cause the line has to bring back: what is no more than possible and lost no order may be there for another reason.
 * Instances of one template that lost one order lost it in the same way.
 * @param originals is told of what each of them was
 */
function lostIn({ explains }: CauseWithFindings, originals: Map<Finding, Finding>): Finding[] {
  const loud = explains.filter(isToMend);
  const wayOf = ({ rule, accesses, orderLost }: Finding) => {
    const places = accesses.map(({ file, line, column, kind }) => [file, line, column, kind]);
    return JSON.stringify([rule, orderLost?.file, orderLost?.line, ...places]);
  };
  const across = new Set(loud.filter(({ orderLost }) => orderLost?.isAcrossIterations).map(wayOf));
  return (loud.length === 0 ? explains : loud).map((finding): Finding => {
    const { orderLost } = finding;
    if (orderLost == null || orderLost.isAcrossIterations || !across.has(wayOf(finding))) return finding;
    const same: Finding = { ...finding, orderLost: { ...orderLost, isAcrossIterations: true } };
    originals.set(same, finding);
    return same;
  });
}

/** What is tried first for a cause of which control flow tells that it is gone; null: of this one it does not. */
function firstOf(cause: CauseWithFindings, result: Result, request: GiveBackRequest): FirstEdits | null {
  const kernel = kernelOfCause(cause, result);
  const [edits] = request.editsOf(cause);
  if (kernel === undefined || edits === undefined || !isToldByFlow(cause, edits, result, request)) return null;
  return { cause, kernel, edits, files: unitsOf(kernel, edits[0]?.file ?? '', request.units) };
}

/** The lines that are given back, of which control flow says that the order is there again with them. */
function restored(edits: readonly Edit[], { explains }: CauseWithFindings, { head }: GiveBackRequest): Fix {
  const diff = diffOf(head.sources.read(edits[0]!.file) ?? '', edits);
  return { kind: RESTORE_LINE, edits: [...edits], diff, verified: true, note: orderIsBack(explains[0]!) };
}

/** True for what the change brought and is shown as more than a possibility. */
export function isWorthIt({ status, explains }: CauseWithFindings): boolean {
  return status === 'new' && explains.some((finding) => isToMend(finding) && !isSilenced(finding));
}

/** True for what of a cause a fix has to mend: what is more than a possibility, or an order that the change took away. */
export function isToMend({ evidence, orderLost }: Finding): boolean {
  return orderLost != null || atLeast(evidence, 'witness');
}

/** Null: no edit was found with which the kernel is known to be in order. */
async function checkedFix(cause: CauseWithFindings, result: Result, request: GiveBackRequest): Promise<Fix | null> {
  const { head, timed, orderAgain, editsOf, isWhole = false } = request;
  const kernel = kernelOfCause(cause, result);
  if (kernel === undefined) return null;
  const isLost = isOfLostOrders(cause);
  const isWeak = !isShown(cause);
  for (const edits of editsOf(cause).slice(0, MAX_EDITS)) {
    const file = edits[0]?.file ?? '';
    const text = head.sources.read(file);
    if (text === undefined) continue;
    const files = new Map([[file, edited(text, edits)]]);
    const known = fixAsAtBase(cause, edits, result, request);
    if (known !== null) return known;
    const fix: Fix = { kind: RESTORE_LINE, edits, diff: diffOf(text, edits), verified: true };
    const isProved = request.isProvedAtBase(kernel);
    const units = timed(unitsOf(kernel, file, request.units));
    if (units.files.length === 0) continue;
    // Of an order that was lost control flow says whether it is there.
    const isAgain = async (isChecked = false) =>
      (await orderAgain.of(cause.explains, files, units, { isChecked, isWhole, barriersBack: barriersIn(edits) }))
        .size === cause.explains.length;
    if (isToldByFlow(cause, edits, result, request)) {
      if (await isAgain()) return restored(edits, cause, request);
      // What the edit takes out is gone if the text with it compiles.
      if (!(await isAgain(true))) continue;
    }
    // What only a proof can tell will not be told with the old line where the old text could not be proved.
    if (isWeak && !isLost && !isProved) continue;
    const checked = await head.analyseEdited(files, units, [bareName(kernel.kernel)]);
    const judged = { checked, kernel, before: result, lineNow: lineNow(head.sources.read, files) };
    if (isInOrder(judged, cause)) return fix;
    if (isFencedAgain(checked, kernel, cause, result)) return { ...fix, note: FENCED_AGAIN };
    // A race that was seen has to be gone; what the base had beside it may be there again.
    if (isLost && isNoWorse(checked, kernel, cause, result) && (await isAgain(!restsOnMore(checked, result, kernel)))) {
      return { ...fix, note: orderIsBack(cause.explains[0]!) };
    }
  }
  return null;
}

/** The edits as a fix where they make the kernel what it was at the base, so that nobody has to look again; else null. */
function fixAsAtBase(
  cause: CauseWithFindings,
  edits: readonly Edit[] | undefined,
  result: Result,
  request: GiveBackRequest,
): Fix | null {
  const kernel = kernelOfCause(cause, result);
  const text = request.head.sources.read(edits?.[0]?.file ?? '');
  if (kernel === undefined || edits === undefined || text === undefined) return null;
  const isProved = request.isProvedAtBase(kernel);
  if (!isOfLostOrders(cause) && !isProved) return null;
  // Of fences a check tells whether the reader has one as well.
  if (cause.explains.some(({ orderLost }) => orderLost?.keptApartBy === 'fence')) return null;
  if (!request.asAtBase.of(kernel, edits) || bringsBack(result, kernel)) return null;
  const fix: Fix = { kind: RESTORE_LINE, edits: [...edits], diff: diffOf(text, edits), verified: true };
  const isAcross = cause.explains.some(({ orderLost }) => orderLost?.isAcrossIterations);
  return isProved ? fix : { ...fix, note: isAcross ? orderIsBack(cause.explains[0]!) : AS_AT_BASE };
}

/** Said of a fix that makes the kernel what it was. */
const AS_AT_BASE =
  'With it the kernel is what it was before the change, and the order that was lost is there. All else that was open or wrong in it is as it was.';

/** True when the kernel has lost a finding by the change: what it was is no repair. */
function bringsBack({ findings }: Result, { kernel }: KernelResult): boolean {
  return findings.some(
    (one) =>
      one.status === 'fixed' &&
      isDefect(one) &&
      atLeast(one.evidence, 'witness') &&
      bareName(one.kernel) === bareName(kernel),
  );
}

/** The program of the kernel, or programs that have the header in which it stands or that was edited. */
export function unitsOf(kernel: KernelResult, part: string, units: GiveBackRequest['units']): string[] {
  const own = units.filter(({ file }) => file === kernel.file);
  const parts = [kernel.file, part];
  const around = units.filter((unit) => parts.some((one) => unit.file === one || unit.throughHeaders.includes(one)));
  return (own.length > 0 ? own : around).slice(0, MAX_UNITS).map(({ file }) => file);
}

interface Edited {
  /** The check of the edited text. */
  readonly checked: Result;
  readonly kernel: KernelResult;
  /** That of the head. */
  readonly before: Result;
  readonly lineNow: LineNow;
}

/**
 * True when the kernel with the edit has no race that the change brought: it is proved, or what it still has is known of the
 * head, none of it is of this cause, and nothing of it is left open that the head does not leave open as well.
 */
function isInOrder({ checked, kernel, before, lineNow: lineOf }: Edited, { explains }: CauseWithFindings): boolean {
  const isSame = (one: { readonly kernel: string }) => bareName(one.kernel) === bareName(kernel.kernel);
  const kernels = checked.kernels.filter((one) => isSame(one) && one.file === kernel.file);
  if (kernels.length === 0 || saysMore(checked, before)) return false;
  const isProved = ({ verdict }: KernelResult) => verdict === 'race-free' || verdict === 'conditional';
  const here = (finding: Finding) => isSame(finding) && finding.status !== 'fixed';
  const left = checked.findings.filter(here);
  const gone = new Set(explains.map(inWords));
  const others = before.findings.filter((finding) => here(finding) && !explains.includes(finding));
  const stood = new Set(others.map((finding) => atLines(finding, lineOf)));
  const went = new Set(explains.map((finding) => atLines(finding, lineOf)));
  // The same words at other lines, where something else of the kernel was before.
  const isOther = (finding: Finding) => stood.has(atLines(finding)) && !went.has(atLines(finding));
  const isGone = (finding: Finding) => !gone.has(inWords(finding)) || isOther(finding);
  if (kernels.every(isProved) && left.every(isGone)) return true;
  // Where the race itself is not shown, only a proof tells that it is gone.
  if (!isShown({ explains })) return false;
  const known = new Set(before.findings.filter(here).map(inWords));
  const open = new Set(before.kernels.filter(isSame).flatMap(({ reasons }) => reasons.map(reasonInWords)));
  return (
    left.every((finding) => known.has(inWords(finding)) && isGone(finding)) &&
    kernels.every((one) => isProved(one) || one.reasons.every((reason) => open.has(reasonInWords(reason))))
  );
}

const FENCED_AGAIN =
  'The edit was checked: with it the data is handed over as before the change. The reader still has no fence of its own.';

/** True when a fence that was taken away is there again, and all that is left of the race is what the base had: an unfenced reader. */
function isFencedAgain(
  checked: Result,
  kernel: KernelResult,
  { explains }: CauseWithFindings,
  before: Result,
): boolean {
  if (!explains.every(({ orderLost }) => orderLost?.keptApartBy === 'fence') || !isShown({ explains })) return false;
  const isSame = (one: { readonly kernel: string }) => bareName(one.kernel) === bareName(kernel.kernel);
  const kernels = checked.kernels.filter((one) => isSame(one) && one.file === kernel.file);
  if (kernels.length === 0 || saysMore(checked, before)) return false;
  const known = new Set(before.findings.filter(isSame).map(inWords));
  const gone = new Set(explains.map(inWords));
  const left = checked.findings.filter((finding) => isSame(finding) && isDefect(finding));
  const open = new Set(before.kernels.filter(isSame).flatMap(({ reasons }) => reasons.map(reasonInWords)));
  const isKnown = (reason: KernelResult['reasons'][number]) =>
    reason.kind === 'possible-finding' || open.has(reasonInWords(reason));
  return (
    left.every((one) => one.lacks === 'reader-fence' || (known.has(inWords(one)) && !gone.has(inWords(one)))) &&
    kernels.every(({ reasons }) => reasons.every(isKnown))
  );
}

/** Said of a fix whose kernel as a whole is not decided, or which leaves what the base had as well. */
export function orderIsBack({ rule, orderLost }: Pick<Finding, 'rule' | 'orderLost'>): string {
  if (orderLost?.isAcrossIterations) {
    return 'With it the order from one iteration to the next is there again, by control flow. Within one iteration nothing orders the two, as before the change.';
  }
  const what =
    rule === 'barrier-divergence'
      ? 'all threads come to the barrier together again'
      : 'the order of the two accesses is there again';
  return `With it ${what}, by control flow. The kernel as a whole was not decided, as before.`;
}

/** True when the edited text compiles, and nothing is shown of the kernel that the head does not have, nor the cause itself. */
function isNoWorse(checked: Result, kernel: KernelResult, { explains }: CauseWithFindings, before: Result): boolean {
  const isSame = (one: { readonly kernel: string }) => bareName(one.kernel) === bareName(kernel.kernel);
  if (!checked.kernels.some(isSame) || saysMore(checked, before)) return false;
  const known = new Set(before.findings.filter(isSame).map(inWords));
  const gone = new Set(explains.filter(({ evidence }) => atLeast(evidence, 'predicted')).map(inWords));
  // What is no more than possible hangs on how much there was time for.
  const isLoud = (finding: Finding) => isDefect(finding) && atLeast(finding.evidence, 'witness');
  const shown = checked.findings.filter((finding) => isSame(finding) && isLoud(finding));
  return shown.every((finding) => !gone.has(inWords(finding)) && known.has(inWords(finding)));
}

function isOfLostOrders({ explains }: Pick<CauseWithFindings, 'explains'>): boolean {
  return explains.every(({ orderLost }) => orderLost != null);
}

/**
 * True when control flow alone tells whether the edits bring the order back: of a kernel that nobody decides, or where nothing but
 * barriers are given back and the base has the rest of the race. A kernel may also have other races and not be decided beyond
 * them: then barriers may be given back, and the function as a whole.
 */
function isToldByFlow(
  cause: CauseWithFindings,
  edits: readonly Edit[],
  result: Result,
  { isWhole = false }: Pick<GiveBackRequest, 'isWhole'>,
): boolean {
  if (isOfControlFlow(cause, result)) return true;
  const isOfBarriersAlone = edits.every(isOfBarriers);
  return (
    (isOfBarriersAlone && isOfIterations(cause)) ||
    ((isOfBarriersAlone || isWhole) && isUndecidedBesides(cause, result))
  );
}

/** True for orders of which nobody knows whether they matter, in a kernel of which a race of its own is shown beside them. */
function isUndecidedBesides(cause: CauseWithFindings, result: Result): boolean {
  const kernel = kernelOfCause(cause, result);
  const isSeen = cause.explains.some(({ evidence }) => atLeast(evidence, 'predicted'));
  return isOfLostOrders(cause) && !isSeen && kernel?.verdict === 'racy' && kernel.reasons.length > 0;
}

/** True for orders that were lost from one iteration to the next, and that never were within one. */
function isOfIterations({ explains }: CauseWithFindings): boolean {
  return explains.every(({ orderLost }) => orderLost?.isAcrossIterations === true);
}

/** True when control flow alone tells of the cause: a kernel that was not decided will not be decided with one line more either. */
export function isOfControlFlow(cause: CauseWithFindings, result: Result): boolean {
  return isOfLostOrders(cause) && !isShown(cause) && kernelOfCause(cause, result)?.verdict === 'inconclusive';
}

function isShown({ explains }: Pick<CauseWithFindings, 'explains'>): boolean {
  return explains.every(({ evidence }) => atLeast(evidence, 'predicted'));
}

/** True when something had to be made up for the text with the edit that the head does not need. */
function restsOnMore(checked: Result, before: Result, kernel: KernelResult): boolean {
  const madeUp = ({ kernels }: Result) =>
    kernels
      .filter((one) => bareName(one.kernel) === bareName(kernel.kernel))
      .flatMap(({ assumptions }) => assumptions.filter(({ kind }) => kind === 'compilation' || kind === 'macro'))
      .map((one) => assumptionText(one).replace(/\d+/g, '#'));
  const known = new Set(madeUp(before));
  return madeUp(checked).some((text) => !known.has(text));
}

/** True when there is a problem that was not there before: the text with the edit may not even compile. */
function saysMore(checked: Result, before: Result): boolean {
  const inWordsOf = ({ file, message }: Result['problems'][number]) => `${file} ${message.replace(/\d+/g, '#')}`;
  const known = new Set(before.problems.map(inWordsOf));
  // That the options name other kernels as well is nothing of the text.
  return checked.problems.some((problem) => problem.file !== null && !known.has(inWordsOf(problem)));
}

/** A finding without its lines, which the edit moves. */
function inWords({ rule, accesses }: Finding): string {
  return JSON.stringify([rule, ...accesses.map(({ kind, text }) => `${kind} ${text}`).sort()]);
}

/** A finding with its lines. @param lineOf where a line of it stands in the edited text; 0: nowhere */
function atLines({ rule, accesses }: Finding, lineOf: LineNow = (_file, line) => line): string {
  const sides = accesses.map(({ kind, text, file, line }) => `${kind} ${text} ${file}:${lineOf(file, line)}`);
  return JSON.stringify([rule, ...sides.sort()]);
}

function reasonInWords({ kind, text }: KernelResult['reasons'][number]): string {
  return `${kind} ${text.replace(/\d+/g, '#')}`;
}
