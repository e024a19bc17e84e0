/** Names of kernels, and the words by which a kernel that was not analysed is known. */

/** How every reason of a kernel begins that was not analysed at all. */
export const NOT_ANALYSED = 'not analysed: ';

/** How a reason reads when the analysis of a kernel was not brought to its end, for want of time or room. */
const CUT =
  /out of time|enough findings|ran out of its [\d.]+ s budget|^analysis stopped: |^the analysis gave no answer/;

/** True when more would be known of a kernel if it had been compiled, or given more time. */
export function wasCut({ reasons }: { readonly reasons: readonly string[] }): boolean {
  return reasons.some((reason) => reason.startsWith(NOT_ANALYSED) || CUT.test(reason));
}

/** The name without namespace and template arguments. */
export function bareName(name: string): string {
  return name.replace(/<.*$/, '').replace(/^.*::/, '');
}

/** True when the user's `wanted` means the kernel `name`: with or without namespace and template arguments. */
export function namesKernel(wanted: string, name: string): boolean {
  if (wanted === name) return true;
  const plain = name.replace(/<.*$/, '');
  if (wanted === plain || wanted === bareName(name)) return true;
  const argumentsAt = wanted.indexOf('<');
  // Template arguments are compared without their spaces; the namespace may be left out before them too.
  if (argumentsAt < 0 || withoutSpaces(wanted.slice(argumentsAt)) !== withoutSpaces(name.slice(plain.length)))
    return false;
  const wantedPlain = wanted.slice(0, argumentsAt).trim();
  return wantedPlain === plain || wantedPlain === bareName(name);
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
