/** The line of a change that explains why accesses which nobody touched race now. */
import type { Finding } from '../model/result.ts';
import { atLeast, isOpenOrder } from '../result/level.ts';

export interface ExplainingLine {
  /** What the change did with the line. */
  readonly did: 'deletes' | 'wrote';
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** What comes of it: `which …`. */
  readonly effect: string;
}

/** Null when the change wrote an access itself, when no line of it explains the finding, and where nothing was compared. */
export function explainingLine({ anchor, orderLost, evidence, rule }: Finding): ExplainingLine | null {
  const isShown = atLeast(evidence, 'predicted');
  if (orderLost != null && !isShown) {
    const { side, ...line } = orderLost;
    return side === 'LEFT'
      ? { did: 'deletes', ...line, effect: 'which kept these accesses apart' }
      : { did: 'wrote', ...line, effect: 'which no longer keeps these accesses apart' };
  }
  if (anchor === undefined || anchor.line === null) return null;
  if (anchor.kind !== 'deleted-line' && anchor.kind !== 'written-line') return null;
  const did = anchor.kind === 'deleted-line' ? 'deletes' : 'wrote';
  const effect =
    rule === 'barrier-divergence' ? 'which keeps some threads from the barrier' : 'which makes these accesses race';
  return { did, file: anchor.file, line: anchor.line, text: anchor.text.trim(), effect };
}

/** `The change deletes src/a.cu:7, which makes these accesses race: __syncthreads();`; null where no line explains it. */
export function changeInWords(finding: Finding): string | null {
  const line = explainingLine(finding);
  if (line === null) return null;
  return `The change ${line.did} ${line.file}:${line.line}, ${line.effect}: ${line.text}`;
}

/** The status for a headline: ` (new)`, ` (new, order lost)`; empty when nothing was compared. */
export function statusInWords(finding: Finding): string {
  if (finding.status === null) return '';
  return isOpenOrder(finding) ? ` (${finding.status}, order lost)` : ` (${finding.status})`;
}
