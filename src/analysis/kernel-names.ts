/** Names of kernels, and the words by which a kernel that was not analysed is known. */

/** How every reason of a kernel begins that was not analysed at all. */
export const NOT_ANALYSED = 'not analysed: ';

/** The name without namespace and template arguments. */
export function bareName(name: string): string {
  return name.replace(/<.*$/, '').replace(/^.*::/, '');
}

/** True when the user's `wanted` means the kernel `name`: with or without namespace and template arguments. */
export function namesKernel(wanted: string, name: string): boolean {
  const plain = name.replace(/<.*$/, '');
  return wanted === name || wanted === plain || wanted === bareName(name);
}
