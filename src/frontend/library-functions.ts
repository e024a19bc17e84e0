/** The functions of C's library and of OpenCL, as far as our headers declare them: all others of C are a program's own. */

/** Texts of ours that declare functions of C. */
const OF_C = /^(?:gpurace_c\.h|include\/gpurace\/(?:libc|math|math_names)\.h|include\/CL\/.*)$/;
const SAYS_C = /\b__GPURACE_C(?:_BEGIN)?\b/;
const DECLARED = /\b([a-zA-Z]\w*)\(/g;
/** `__GPURACE_MATH1(acos)`, which also declares the function for `float`. */
const OF_MACRO = /\b__GPURACE_MATH\d\((\w+)\)/g;
/** What compilers call by themselves. */
const OF_COMPILER = /^(?:llvm\.|_)/;

/** @param sysroot Our headers by their path below the sysroot. */
export function libraryFunctions(sysroot: ReadonlyMap<string, Uint8Array>): (name: string) => boolean {
  let names: ReadonlySet<string> | null = null;
  const build = (): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const [path, bytes] of sysroot) {
      const text = Buffer.from(bytes).toString('latin1');
      if (!OF_C.test(path) && !SAYS_C.test(text)) continue;
      for (const [, name] of text.matchAll(DECLARED)) found.add(name!);
      for (const [, name] of text.matchAll(OF_MACRO)) found.add(name!).add(`${name}f`);
    }
    return found;
  };
  return (name) => {
    names ??= build();
    return OF_COMPILER.test(name) || names.has(name);
  };
}
