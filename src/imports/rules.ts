/** Which rule two threads of one block have broken, as far as their coordinates say. */
import type { RuleId } from '../model/result.ts';

const WARP = 32;

/**
 * The size of the block is not in a log. Threads of one row are of one warp when their numbers say so; others are only known
 * to be of one block.
 */
export function ruleOfThreads(first: string, second: string): RuleId {
  const [x, y, z] = first.split(',').map(Number);
  const [u, v, w] = second.split(',').map(Number);
  const isPlain = [x, u].every((one) => one !== undefined) && [y, z, v, w].every((one) => one === 0);
  return isPlain && Math.floor(x! / WARP) === Math.floor(u! / WARP) ? 'intra-warp-race' : 'intra-block-race';
}
