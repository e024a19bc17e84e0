/** Barriers of which nobody knows whether they order an access with another: what may be in order gets no second barrier. */
import { placeText } from '../model/place.ts';
import type { KernelResult } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import { gapOf } from './barrier-points.ts';
import type { SourceTexts } from './source-text.ts';

/**
 * Why a race that is no more than possible may be none: between the two accesses stands a barrier that the analysis did not
 * understand, such as one whose flags are an argument. Null: no such barrier stands there.
 */
export function leftOpenByBarrier(
  { explains }: CauseWithFindings,
  { reasons }: KernelResult,
  sources: SourceTexts,
): string | null {
  if (explains.some(({ evidence, orderLost }) => evidence !== 'possible' || orderLost != null)) return null;
  const open = reasons.flatMap(({ kind, place }) => (kind === 'unsupported' && place !== null ? [place] : []));
  const places = explains.map((finding) => {
    const gap = gapOf(finding, sources);
    if (gap === null || gap.round !== null) return undefined;
    const { source } = gap.from;
    const [start, end] = [gap.from.path.at(-1)!.end, gap.to.path.at(-1)!.start];
    return open.find(({ file, line }) => {
      const at = source.offsetAt(line ?? 1, 1);
      const isBetween = file === source.file && start <= source.lineEndAt(at) && at <= end;
      return (
        isBetween && /\bbarrier\s*\(|_barrier\s*\(/.test(source.code.slice(Math.max(at, start), source.lineEndAt(at)))
      );
    });
  });
  const [first] = places;
  return first === undefined || places.includes(undefined)
    ? null
    : `whether the barrier between the two orders them is open (${placeText(first)})`;
}
