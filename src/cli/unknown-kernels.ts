/** Names that `--kernel` asks for and that no kernel has: a misspelt name must not read as clean. */
import { kernelDefinitions } from '../lexical/kernel-definitions.ts';
import { bareName, namesKernel } from '../lexical/kernel-names.ts';
import { similarName } from '../lexical/similar-name.ts';
import type { KernelResult, Problem } from '../model/result.ts';
import { languageOfName } from '../source/index.ts';

/** A name in capitals with a list behind it. */
const MACRO_CALL = /\b[A-Z][A-Z0-9_]+\s*\(([^;{}()]*)\)/g;

/** A source file that may define kernels. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/**
 * The names that belong to no kernel of the result, and that no text defines, each with the name that may be meant. A text
 * is enough, because a change may not reach the kernel.
 * @param texts read only when a name is in doubt
 */
export function unknownKernels(
  asked: readonly string[],
  kernels: readonly Pick<KernelResult, 'kernel'>[],
  texts: () => Iterable<SourceText>,
): { readonly name: string; readonly meant: string | null }[] {
  const open = new Set(asked.filter((name) => !kernels.some(({ kernel }) => namesKernel(name, kernel))));
  if (open.size === 0) return [];
  const known = new Set(kernels.map(({ kernel }) => bareName(kernel)));
  for (const { file, text } of texts()) {
    const defined = new Set(kernelDefinitions(text, languageOfName(file) ?? 'cuda').map(({ name }) => bareName(name)));
    for (const name of open) {
      if (defined.has(bareName(name)) || isInMacro(text, bareName(name))) open.delete(name);
    }
    if (open.size === 0) return [];
    for (const name of defined) known.add(name);
  }
  return [...open].map((name) => ({ name, meant: similarName(bareName(name), known) }));
}

/** `DEFINE_KERNEL(scale, float)`: what the macro makes of it nobody knows before it is compiled. */
function isInMacro(text: string, name: string): boolean {
  return (
    text.includes(name) && [...text.matchAll(MACRO_CALL)].some(([, list = '']) => list.match(/\w+/g)?.includes(name))
  );
}

/** `; did you mean scale?` */
export function meantInWords(meant: string | null): string {
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** As an error: something that had to be analysed was not. */
export function unknownProblem({ name, meant }: ReturnType<typeof unknownKernels>[number]): Problem {
  const message = `--kernel ${name}: no kernel has this name${meantInWords(meant)}`;
  return { file: null, line: null, column: null, severity: 'error', message };
}
