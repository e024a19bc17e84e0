/** Edits that put barriers in. */
import type { Edit } from '../model/result.ts';
import { BARRIER_ALONE } from './ordering-lines.ts';

/** True when barriers are put in, and nothing else is done. */
export function isOfBarriers(edit: Edit): boolean {
  return isInsertion(edit) && linesPutIn(edit).length > 0 && linesPutIn(edit).every((line) => BARRIER_ALONE.test(line));
}

/** How many barriers edits put in. */
export function barriersIn(edits: readonly Edit[]): number {
  const lines = edits.filter(isInsertion).flatMap(linesPutIn);
  return lines.filter((line) => BARRIER_ALONE.test(line)).length;
}

function isInsertion({ startLine, startColumn, endLine, endColumn }: Edit): boolean {
  return startLine === endLine && startColumn === endColumn;
}

/** Without remarks. */
function linesPutIn({ text }: Edit): string[] {
  return text.split('\n').filter((line) => !/^\s*(?:\/\/.*)?$/.test(line));
}
