const BARRIER = /\b__sync(?:threads|warp)\w*\s*\(|\b(?:work_group_|sub_group_)?barrier\s*\(|\bsync\s*\(|\.wait\s*\(/;

/** True for a line that looks like one with a barrier, whatever joins at it; comments do not count. */
export function looksLikeBarrier(line: string): boolean {
  return BARRIER.test(line.replace(/\/\/.*$/, ''));
}
