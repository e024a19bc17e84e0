/**
 * Is an order that a change took away there again, once the line is given back? By control flow, as the loss itself was seen:
 * a barrier stands on every way between the two accesses. It takes milliseconds, also of kernels that nobody decides in time.
 */
import type { KernelOutline, OutlineAccess } from '../model/outline.ts';
import type { Access, Edit, Finding } from '../model/result.ts';
import { mayConflict, mayMeet } from '../outline/index.ts';

/** Where the lines of a text stand when edits of whole lines were made. */
export type LineNow = (file: string, line: number) => number;

/** @param edits of one text, none of them overlapping */
export function lineNow(edits: readonly Edit[]): LineNow {
  return (file, line) => {
    const before = edits.filter((edit) => edit.file === file && edit.startLine <= line && edit.endLine <= line);
    const more = before.map(({ text, startLine, endLine }) => text.split('\n').length - 1 - (endLine - startLine));
    return more.reduce((sum, count) => sum + count, line);
  };
}

/**
 * @param outlines of the edited text
 * @param findings of one cause, at the head
 * @returns true when all of them have lost an order, and all have it again
 */
export function isOrderedAgain(
  outlines: readonly KernelOutline[],
  findings: readonly Finding[],
  lineOf: LineNow,
): boolean {
  return findings.every((finding) => {
    const own = outlines.filter(({ kernel }) => kernel === finding.kernel);
    if (own.length === 0 || finding.orderLost == null) return false;
    if (finding.rule === 'barrier-divergence') return own.every((outline) => isUniform(outline, finding, lineOf));
    return own.every((outline) => isApart(outline, finding, lineOf));
  });
}

/** True when all threads of the block get to the barriers that the edits brought. */
export function isReached(outlines: readonly KernelOutline[], edits: readonly Edit[]): boolean {
  const lineOf = lineNow(edits);
  return edits.every(({ file, startLine, text }) => {
    const to = lineOf(file, startLine);
    const from = to - (text.split('\n').length - 1);
    const isOfEdit = (line: number) => line >= Math.min(from, startLine) && line <= to;
    return outlines.every(({ barriers }) =>
      barriers.every(({ place, partedBy }) => partedBy.length === 0 || place.file !== file || !isOfEdit(place.line)),
    );
  });
}

function isUniform({ barriers }: KernelOutline, { accesses: [barrier] }: Finding, lineOf: LineNow): boolean {
  const here = barriers.filter(
    ({ place }) => place.file === barrier?.file && place.line === lineOf(barrier.file, barrier.line),
  );
  return here.length > 0 && here.every(({ partedBy }) => partedBy.length === 0);
}

function isApart({ accesses }: KernelOutline, finding: Finding, lineOf: LineNow): boolean {
  if (finding.rule !== 'intra-block-race' && finding.rule !== 'intra-warp-race') return false;
  const level = finding.rule === 'intra-block-race' ? 'block' : 'warp';
  const meant = (access: Access | undefined): readonly OutlineAccess[] =>
    access === undefined
      ? []
      : accesses.filter(
          ({ place, object }) =>
            place.file === access.file &&
            place.line === lineOf(access.file, access.line) &&
            place.kind === access.kind &&
            object === finding.memory?.object,
        );
  const [ofA, ofB] = [meant(finding.accesses[0]), meant(finding.accesses[1])];
  const pairs = ofA.flatMap((a) => ofB.filter((b) => mayConflict(a, b)).map((b) => [a, b] as const));
  return pairs.length > 0 && pairs.every(([a, b]) => !mayMeet(a, b, level));
}
