/** How every reason of a kernel begins that was not analysed at all. */
export const NOT_ANALYSED = 'not analysed: ';

/** How a reason reads when the analysis of a kernel was not brought to its end, for want of time or room. */
const CUT =
  /out of time|enough findings|ran out of its [\d.]+ s budget|^analysis stopped: |^the analysis gave no answer/;

/** True when more would be known of a kernel if it had been compiled, or given more time. */
export function wasCut({ reasons }: { readonly reasons: readonly string[] }): boolean {
  return reasons.some((reason) => reason.startsWith(NOT_ANALYSED) || CUT.test(reason));
}
