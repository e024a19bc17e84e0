import { placeText } from './place.ts';
import type { Access, BarrierGap, Finding, Iteration } from './result.ts';

/**
 * The message of a finding as people read it: with when the two accesses happen, where that is not plain from their
 * lines, and with why its witness was not seen to happen, where that was tried.
 */
export function messageOf(finding: Pick<Finding, 'message' | 'replay' | 'gap' | 'accesses' | 'otherWay'>): string {
  return finding.message + addedSentences(finding);
}

/** What `messageOf` puts behind the message; it follows from the rest of the finding. */
export function addedSentences({
  replay,
  gap,
  accesses,
  otherWay,
}: Pick<Finding, 'replay' | 'gap' | 'accesses' | 'otherWay'>): string {
  const other = otherWay === undefined ? '' : otherWaySentence(otherWay, accesses);
  return other + whenSentences(gap, accesses) + (replay === undefined ? '' : replaySentence(replay));
}

/** ` B leaves the other way in line 13, and has left the kernel by then.` */
function otherWaySentence({ parted, waits }: NonNullable<Finding['otherWay']>, [home]: readonly Access[]): string {
  const lineAt = (place: { readonly file: string; readonly line: number }) =>
    home === undefined ? `${place.file}:${place.line}` : lineOf(place, home);
  const where = waits === null ? 'leaves the kernel' : `waits in ${lineAt(waits)} instead`;
  return parted === null ? ` B ${where}.` : ` In ${lineAt(parted)} B takes the other branch and ${where}.`;
}

/** ` (Replay: the run ended before: writes 4 bytes behind the end of 's' at src/a.cu:6.)`. */
function replaySentence({ text, place, isGuess }: NonNullable<Finding['replay']>): string {
  const what = isGuess ? 'Replay with guessed values' : 'Replay';
  return ` (${what}: ${text}${place === null ? '' : ` at ${placeText(place)}`}.)`;
}

/**
 * ` The write in line 9 is in the next iteration of the loop in line 8 (k0 = 16), while the read in line 12 is still in
 * this one (k0 = 0). The barrier in line 11 orders the two within one iteration only.`
 */
function whenSentences(gap: BarrierGap | undefined, accesses: readonly Access[]): string {
  const [a, b] = accesses;
  if (gap === undefined || a === undefined || b === undefined) return '';
  const [later, earlier] = gap.later === 0 ? [a, b] : [b, a];
  if (gap.round !== null) return roundSentences(gap, later, earlier);
  const call = callsApart(later, earlier);
  return call === null ? '' : callSentences(gap, later, earlier, call);
}

function roundSentences(gap: BarrierGap, later: Access, earlier: Access): string {
  const { round, passes } = gap;
  if (round === null) return '';
  const at = ({ iterations }: Access) => iterations.find((one) => one.file === round.file && one.line === round.line);
  const now = passes === 1 ? 'the next iteration' : 'a later iteration';
  const then = passes === 1 ? 'still in this one' : 'still in an earlier one';
  const first = `The ${what(later)} is in ${now} of the loop in ${lineOf(round, later)}${inParentheses(at(later))}`;
  return ` ${first}, while the ${what(earlier)} is ${then}${inParentheses(at(earlier))}.${barrierSentence(gap, later, earlier, 'iteration')}`;
}

function callSentences(gap: BarrierGap, later: Access, earlier: Access, depth: number): string {
  const [x, y] = [later.calls[depth]!, earlier.calls[depth]!];
  const first = `The ${what(later)} is in the later call of ${x.function} (${lineOf(x, later)})`;
  const second = x.function === y.function ? 'the earlier one' : `the earlier call of ${y.function}`;
  return ` ${first}, while the ${what(earlier)} is still in ${second} (${lineOf(y, later)}).${barrierSentence(gap, later, earlier, 'call')}`;
}

/** A barrier that stands between the two lines, and yet does not stand between the two accesses. */
function barrierSentence(gap: BarrierGap, a: Access, b: Access, unit: 'iteration' | 'call'): string {
  const { since, sinceIsBetween } = gap;
  if (since === null || !(sinceIsBetween || isInLinesBetween(since, a, b))) return '';
  return ` The barrier in ${lineOf(since, a)} orders the two within one ${unit} only.`;
}

function isInLinesBetween(
  { file, line }: { readonly file: string; readonly line: number },
  a: Access,
  b: Access,
): boolean {
  return a.file === b.file && file === a.file && Math.min(a.line, b.line) < line && line < Math.max(a.line, b.line);
}

/** At which depth the two are in different calls; null: nowhere. */
function callsApart(a: Access, b: Access): number | null {
  const depth = a.calls.findIndex(({ file, line }, i) => {
    const other = b.calls[i];
    return other === undefined || other.file !== file || other.line !== line;
  });
  return depth < 0 || b.calls[depth] === undefined ? null : depth;
}

function what({ kind, line }: Access): string {
  return `${kind === 'atomic' ? 'atomic update' : kind} in line ${line}`;
}

function lineOf({ file, line }: { readonly file: string; readonly line: number }, home: Access): string {
  return file === home.file ? `line ${line}` : `${file}:${line}`;
}

function inParentheses(iteration: Iteration | undefined): string {
  return iteration === undefined ? '' : ` (${iterationInWords(iteration)})`;
}

/** `k0 = 16`; `iteration 2` where the loop has no variable. */
export function iterationInWords({ variable, value }: Iteration): string {
  return variable === 'iteration' ? `iteration ${value}` : `${variable} = ${value}`;
}
