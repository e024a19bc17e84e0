/** Names of kernels, and the words by which a kernel that was not analysed is known. */

/** `ns::k<int>` is `ns::k`: all instances of a template are one kernel to people. */
export function withoutTemplateArguments(name: string): string {
  return name.replace(/<.*$/s, '');
}

/** The name without namespace and template arguments. */
export function bareName(name: string): string {
  return withoutTemplateArguments(name).replace(/^.*::/s, '');
}

/** True when one of the user's names may mean a kernel that the text calls `name`, in whatever namespace; no names mean all. */
export function mayBeAsked(wanted: readonly string[], name: string): boolean {
  return wanted.length === 0 || wanted.some((one) => bareName(one) === bareName(name));
}

/** True when the user's `wanted` means the kernel `name`: with or without namespace and template arguments. */
export function namesKernel(wanted: string, name: string): boolean {
  if (wanted === name) return true;
  const plain = withoutTemplateArguments(name);
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
