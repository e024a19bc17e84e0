/** What the words of a compiler's command line say to the preprocessor, in the spellings of gcc, clang, nvcc and hipcc. */

interface CompilerFlags {
  readonly includeDirs: readonly string[];
  readonly quoteDirs: readonly string[];
  readonly systemDirs: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  readonly preIncludes: readonly string[];
  readonly std: string | null;
  /** Files with more options, which are not opened. */
  readonly responseFiles: readonly string[];
}

type Meaning =
  | 'include'
  | 'quote'
  | 'system'
  | 'define'
  | 'undefine'
  | 'pre-include'
  | 'std'
  | 'host'
  | 'response'
  | 'architecture';

/** Value behind `=`, or in the next word. */
const LONG: Readonly<Record<string, Meaning>> = {
  '--include-path': 'include',
  '--include-directory': 'include',
  '--system-include': 'system',
  '--define-macro': 'define',
  '--undefine-macro': 'undefine',
  '--pre-include': 'pre-include',
  '--std': 'std',
  '-std': 'std',
  '-include': 'pre-include',
  '-Xcompiler': 'host',
  '--compiler-options': 'host',
  '-arch': 'architecture',
  '--gpu-architecture': 'architecture',
  '-gencode': 'architecture',
  '--generate-code': 'architecture',
  '--cuda-gpu-arch': 'architecture',
  '--offload-arch': 'architecture',
  '--options-file': 'response',
  '-optf': 'response',
};
/** The value may also follow at once. */
const SHORT: readonly (readonly [string, Meaning])[] = [
  ['-isystem', 'system'],
  ['-iquote', 'quote'],
  ['-idirafter', 'system'],
  ['-I', 'include'],
  ['-D', 'define'],
  ['-U', 'undefine'],
];
const MAX_OF_A_KIND = 2_000;
const MACRO = /^[A-Za-z_]\w*(?:\([\w\s,.]*\))?(?:=|$)/;
/** What our own settings decide, whatever the build was for. */
const OWN_MACRO = /^__(?:CUDA_ARCH|CUDACC|NVCC|HIP|clang|GNUC)/;

/** From here on programs have code of their own for a device, and a compilation for another one is worth its time. */
const FIRST_TOLD = 90;

/** The macros of the newest of NVIDIA's architectures that are named, where it is as new. */
function architectureDefines(named: readonly string[]): string[] {
  const found = named.flatMap((value) => [...value.matchAll(/\b(?:sm|compute)_(\d{2,3})([af]?)\b/g)]);
  const newest = Math.max(0, ...found.map(([, number]) => Number(number)));
  if (newest < FIRST_TOLD) return [];
  const hasAll = found.some(([, number, suffix]) => Number(number) === newest && suffix === 'a');
  return [`__CUDA_ARCH__=${newest * 10}`, ...(hasAll ? [`__CUDA_ARCH_FEAT_SM${newest}_ALL`] : [])];
}

/** @param words Without the compiler's own name. */
export function compilerFlags(words: readonly string[]): CompilerFlags {
  const found: Record<Exclude<Meaning, 'define' | 'undefine' | 'host'>, string[]> = {
    include: [],
    quote: [],
    system: [],
    'pre-include': [],
    std: [],
    response: [],
    architecture: [],
  };
  /** By name; the last word on a macro counts. */
  const macros = new Map<string, string | null>();
  const take = (meaning: Meaning, value: string): void => {
    if (meaning === 'host') {
      for (const [inner, innerValue] of meanings(value.split(','))) if (inner !== 'host') take(inner, innerValue);
    } else if (meaning === 'define' || meaning === 'undefine') {
      const name = /^\w*/.exec(value)?.[0] ?? '';
      if (!MACRO.test(value) || OWN_MACRO.test(name) || (macros.size >= MAX_OF_A_KIND && !macros.has(name))) return;
      macros.delete(name);
      macros.set(name, meaning === 'define' ? value : null);
    } else if (value !== '' && found[meaning].length < MAX_OF_A_KIND) found[meaning].push(value);
  };
  for (const [meaning, value] of meanings(words)) take(meaning, value);
  return {
    includeDirs: found.include,
    quoteDirs: found.quote,
    systemDirs: found.system,
    defines: [...[...macros.values()].filter((value) => value !== null), ...architectureDefines(found.architecture)],
    undefines: [...macros].filter(([, value]) => value === null).map(([name]) => name),
    preIncludes: found['pre-include'],
    std: found.std.at(-1) ?? null,
    responseFiles: found.response,
  };
}

function* meanings(words: readonly string[]): Generator<[Meaning, string]> {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') return;
    if (word.startsWith('@') && word.length > 1) yield ['response', word.slice(1)];
    if (!word.startsWith('-')) continue;
    const equals = word.indexOf('=');
    const long = LONG[equals < 0 ? word : word.slice(0, equals)];
    if (long !== undefined) {
      const value = equals < 0 ? (words[++i] ?? '') : word.slice(equals + 1);
      // Lists, except where a comma may be part of the value.
      if (long === 'include' || long === 'system' || long === 'pre-include') {
        for (const part of value.split(',')) yield [long, part];
      } else yield [long, value];
      continue;
    }
    const short = SHORT.find(([spelling]) => word.startsWith(spelling));
    if (short === undefined) continue;
    const [spelling, meaning] = short;
    yield [meaning, word === spelling ? (words[++i] ?? '') : word.slice(spelling.length).replace(/^=/, '')];
  }
}
