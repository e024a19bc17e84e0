/** Which of our own headers declares a name: a program that could not include its own header may still mean one of ours. */

/** From `name`, and from `scope::name` for what stands in a namespace, to the header as an `#include` spells it. */
export type HeaderIndex = (name: string, scope: string) => string | null;

/** At the beginning of a line, as ours are laid out: members of classes stand further in. */
const DECLARED =
  /^(?:template[ \t]*<[^\n]{0,200}>[ \t]*)?(?:(?:struct|class|enum class|enum|union)[ \t]+(?:__\w+(?:\([^)\n]*\))?[ \t]+)?(\w+)|using[ \t]+(\w+)[ \t]*=|#[ \t]*define[ \t]+(\w+)|typedef\b[^;\n]{1,200}\b(\w+);|__GPURACE_\w+\((\w+)|(?:static|inline)[ \t]+constexpr[ \t]+\w+[ \t]+(\w+)[ \t]*[={]|(?:[\w:<>,&*]+[ \t]+){1,6}[*&]{0,2}(\w+)\()/gm;
/** Operators and functions of vectors. */
export const VECTOR_HEADER = 'helper_math.h';
/** Those of doubles, which the toolkit's samples have not. */
export const DOUBLE_VECTOR_HEADER = 'gpurace/double_vectors.h';
/** C's headers and the toolkit's: their names stand in no namespace. */
const PLAIN = /^[\w/]+\.h$/;

/** @param sysroot Our headers by their path below the sysroot. */
export function headerIndex(sysroot: ReadonlyMap<string, Uint8Array>): HeaderIndex {
  let index: Map<string, string[]> | null = null;
  let vectors: ReadonlySet<string> | null = null;
  const build = (): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const path of [...sysroot.keys()].sort()) {
      const name = path.startsWith('include/') ? path.slice('include/'.length) : null;
      // What is included by other headers of ours only is part of the prelude.
      if (name === null || /^(?:gpurace|hip|crt|nvtx3|torch|ATen|c10|THC)\//.test(name)) continue;
      const text = Buffer.from(sysroot.get(path)!).toString('latin1');
      for (const match of text.matchAll(DECLARED)) {
        const declared = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? match[6] ?? match[7];
        if (declared === undefined || /^_/.test(declared)) continue;
        const headers = found.get(declared);
        if (headers === undefined) found.set(declared, [name]);
        else if (headers.at(-1) !== name) headers.push(name);
      }
    }
    return found;
  };
  return (name, scope) => {
    index ??= build();
    // Short forms of traits stand in macros with them.
    const headers = index.get(name) ?? index.get(name.replace(/_[vt]$/, '')) ?? [];
    const first = scope.split('::')[0]!;
    const fits = (header: string): boolean => {
      if (scope === '') return PLAIN.test(header) && !/\/|^(?:hip|helper_|cutil|mpi|GL|mma)/.test(header);
      if (scope.startsWith('std')) return !/[./]/.test(header);
      if (scope.startsWith('cuda::std')) return header.startsWith('cuda/std/');
      if (first === 'cuda') return header.startsWith('cuda/') && !header.startsWith('cuda/std/');
      return header.startsWith(`${first}/`) || header === `${first}.h`;
    };
    // What the toolkit's samples add to its vectors is the last that is meant.
    vectors ??= vectorNames(sysroot);
    return headers.find(fits) ?? (scope === '' && vectors.has(name) ? VECTOR_HEADER : null);
  };
}

function vectorNames(sysroot: ReadonlyMap<string, Uint8Array>): ReadonlySet<string> {
  const texts = [VECTOR_HEADER, 'gpurace/helper_math.h'].map((name) =>
    Buffer.from(sysroot.get(`include/${name}`) ?? []).toString('latin1'),
  );
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(/\b([a-z]\w+)\(/g), (match) => match[1]!)));
}
