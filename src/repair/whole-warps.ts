/**
 * Where a barrier of the warp may stand: not in a branch or a loop that lanes of one warp may take differently. What threads wait
 * for at a barrier that only some lanes reach is nothing that anybody should have to think about.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Place } from './source-text.ts';
import { isSameInHead, Uniformity } from './uniformity.ts';

/** `tid < 64`, `tid >= warpSize`, `tid / 32 == 0`: the same for all lanes where the block's threads stand in one row. */
const BY_WARPS =
  /^\s*[\w.]+\s*(?:<|>=)\s*(\d+|\w*(?:WARP|warp)\w*)\s*$|^\s*\(?\s*[\w.]+\s*(?:\/\s*(?:32|\w*(?:WARP|warp)\w*)|>>\s*5)\s*\)?\s*(?:[=!]=|[<>]=?)\s*[\w.]+\s*$/;

/** @param around the statements around the place of the barrier, outermost first */
export function isForWholeWarps(place: Place, around: readonly TreeStatement[]): boolean {
  const uniformity = new Uniformity(place, 'thread');
  const heads = around.flatMap(({ head }) => (head === null ? [] : [place.source.codeOf(head)]));
  return heads.every((head) => {
    const bound = BY_WARPS.exec(head);
    if (bound !== null && (bound[1] === undefined || !/^\d+$/.test(bound[1]) || Number(bound[1]) % 32 === 0))
      return true;
    return isSameInHead(head, (part) => uniformity.isSame(part));
  });
}
