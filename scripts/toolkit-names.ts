/**
 * `node scripts/toolkit-names.ts [--toolkit /usr/local/cuda] [--header NAME]`: the names that the CUDA toolkit's public headers
 * declare, and which of them our own headers do not. Of the toolkit's headers nothing but names is read; ours are asked by
 * compiling a declaration that uses each name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPch, runClang } from '../src/frontend/clang.ts';
import { ClangProgram } from '../src/frontend/clang-program.ts';
import { withoutComments } from '../src/lexical/kernel-definitions.ts';
import { clangModule, developmentSysroot } from '../src/platform/assets.ts';
import { memoryTree } from '../src/source/index.ts';

const { values: flags } = parseArgs({
  options: { toolkit: { type: 'string', default: '/usr/local/cuda' }, header: { type: 'string' } },
});

/** What a program includes, and the files of the toolkit in which that is written down. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'cuda_runtime.h': [
    'cuda_runtime.h',
    'cuda_runtime_api.h',
    'driver_types.h',
    'vector_types.h',
    'vector_functions.h',
    'texture_types.h',
    'surface_types.h',
    'texture_indirect_functions.h',
    'surface_indirect_functions.h',
    'library_types.h',
    'channel_descriptor.h',
    'device_launch_parameters.h',
    'device_atomic_functions.h',
    'sm_20_atomic_functions.h',
    'sm_20_intrinsics.h',
    'sm_30_intrinsics.h',
    'sm_32_atomic_functions.h',
    'sm_32_intrinsics.h',
    'sm_35_intrinsics.h',
    'sm_60_atomic_functions.h',
    'sm_61_intrinsics.h',
    'crt/device_functions.h',
    'crt/device_double_functions.h',
    'crt/math_functions.h',
    'crt/sm_70_rt.h',
    'crt/sm_80_rt.h',
    'crt/sm_90_rt.h',
    'device_types.h',
    'cuda_device_runtime_api.h',
  ],
  'cuda.h': ['cuda.h'],
  'cuda_fp16.h': ['cuda_fp16.h', 'cuda_fp16.hpp'],
  'cuda_bf16.h': ['cuda_bf16.h', 'cuda_bf16.hpp'],
  'cuda_fp8.h': ['cuda_fp8.h', 'cuda_fp8.hpp'],
  'cuda_fp6.h': ['cuda_fp6.h', 'cuda_fp6.hpp'],
  'cuda_fp4.h': ['cuda_fp4.h', 'cuda_fp4.hpp'],
  'cuComplex.h': ['cuComplex.h'],
  'cuda_pipeline_primitives.h': ['cuda_pipeline_primitives.h'],
  'cuda_awbarrier_primitives.h': ['cuda_awbarrier_primitives.h'],
  'cuda_occupancy.h': ['cuda_occupancy.h'],
  'cuda_profiler_api.h': ['cuda_profiler_api.h'],
  'math_constants.h': ['math_constants.h'],
  'curand.h': ['curand.h'],
  'curand_kernel.h': ['curand_kernel.h'],
  'cublas_v2.h': ['cublas_api.h'],
  'cudnn.h': ['cudnn.h', 'cudnn_ops.h', 'cudnn_cnn.h'],
  'cufft.h': ['cufft.h'],
  'cusparse.h': ['cusparse.h'],
  'nvrtc.h': ['nvrtc.h'],
  'nvtx3/nvToolsExt.h': ['nvtx3/nvToolsExt.h'],
};

/**
 * Names that are left out: users cannot name them, or have no reason to.
 * One pattern per group, and why.
 */
const LEFT_OUT: readonly RegExp[] = [
  // What the C++ standard keeps for compilers and libraries, apart from what CUDA documents with two underscores.
  /^_[A-Z]/,
  /^__(?:NV(?!_(?:E\dM\d|SATFINITE|NOSAT))|CUDA|cuda(?!_bf16|_fp)|internal|host__|device__|[A-Z](?!\w*_ARG))(?!.*saturation)/,
  /^__nv(?!_(?:fp|bf|cvt|saturation|half))/,
  // The vendor's C library and its host compilers' internals: `isnan` and its like are documented, these are not.
  /^(?:__(?:finite|isinf|isnan|isfinite|signbit)[dfl]?|_(?:dsign|fdsign|ldsign|hypotf?)|__(?:cmath_power|pow_helper|libcpp_\w+|float_simpl_\w+|h\w+_internal))$/,
  // What stands behind a type: its tag, and its name with a version. Both are declared as long as the plain name is.
  /_(?:v\d+(?:_(?:st|enum))?|st|enum)$(?<!^cu[A-Z]\w*)/,
  // Device functions that were taken back before any GPU that is left could run them.
  /^__pm[0-3]$|^(?:all|any|ballot|syncthreads_(?:and|or|count))$/,
  // Arithmetic of doubles with the rounding mode as an argument: in no documentation.
  /^(?:double2(?:u?int|u?ll)|(?:u?int|u?ll|float)2double|d(?:add|sub|mul))$/,
  // Launches that begin before the kernel before them has ended: what is known of memory would be wrong, so that a program
  // which asks for one is not followed (`api_types.h`).
  /Programmatic|PROGRAMMATIC|PortLaunchCompletion|PORT_LAUNCH_ORDER/,
  // How the headers decorate declarations, and say that they were read.
  /^NV_(?:INT_OR_BOOL|MATH_\w+)$|^NVTX_(?:API|DECLSPEC|DYNAMIC_EXPORT|EXPORT_UNMANGLED\w*|INLINE_STATIC|NULLPTR|SET_NAME\w+)$/,
  /^(?:CUDART_(?:DEVICE|CB)|CUDAAPI|CUDA_CB|CUDARTAPI\w*)$|_(?:H|H__|HPP|VER|ptsz|ptds)$/,
  // Steps of the computation in `cuda_occupancy.h`, of which users call the ones that answer.
  /^__occ\w+|^cudaOcc(?:AlignUp|DevicePropCheck|DeviceStateCheck|FuncAttributesCheck|InputCheck|MaxBlocksPer|MaxVirtual|Partitioned\w*(?:Expected|Support|ModeSupport)$|RegAlloc|SMemAlloc|SMemPerBlock|SMemPreference|SubPartitions)\w*/,
  // What cooperative groups come down to in the vendor's headers.
  /^cudaCG(?:Get|Synchronize)/,
  // Numbers that are kept free for later.
  /Reserved\d+$|_RESERVED\d*$|cudaCGScopeReserved$/,
];
const WORDS = new Set('if for while switch return sizeof defined static_assert asm typeof decltype alignas'.split(' '));
/** Names of one compilation: clang ends after 200 errors. */
const BATCH = 150;
const NOT_THERE = 'gpurace_no_such_name';

/** Operators of declarations that stand between a name and its end, with what they hold: `__attribute__((…))`, `__align__(8)`. */
const DECORATIONS = new Set(
  '__attribute__ __declspec __align__ alignas __declspec__ throw noexcept decltype'.split(' '),
);

/** The text without directives, and without what is for one other operating system. */
function withoutDirectives(code: string): string {
  const kept: string[] = [];
  // Of each open condition: whether the branch that is read is left out.
  const open: boolean[] = [];
  for (const line of code.replace(/\\\r?\n/g, ' ').split('\n')) {
    const [, word, rest = ''] = /^\s*#\s*(\w+)(.*)$/.exec(line) ?? [];
    if (word === undefined) {
      if (!open.includes(true)) kept.push(line);
    } else if (/^if/.test(word)) {
      open.push(isOfOtherSystem(word, rest));
    } else if (/^el/.test(word)) {
      const isLeftOut = open.pop() ?? false;
      // What stands instead of a Windows branch is read; what stands instead of ours is not.
      open.push(word !== 'else' && !isLeftOut && isOfOtherSystem('if', rest));
    } else if (word === 'endif') {
      open.pop();
    }
  }
  return kept.join('\n');
}

function isOfOtherSystem(word: string, condition: string): boolean {
  return (
    word !== 'ifndef' && /^\s*\(?\s*(?:defined\s*\(?\s*)?(?:_WIN32|_MSC_VER|__QNX__|__APPLE__|_WIN64)\b/.test(condition)
  );
}

/** The public macros, and the names that a text declares at file scope: functions, types, enumerators, constants. */
function declaredNames(text: string): Set<string> {
  const code = withoutComments(text);
  const found = new Set<string>();
  const add = (name: string | undefined) => {
    const isName = name !== undefined && /^[A-Za-z_]\w*$/.test(name);
    if (isName && !WORDS.has(name) && !LEFT_OUT.some((pattern) => pattern.test(name))) found.add(name);
  };
  for (const [, name = '', brace] of code.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)\b(\(?)(?![ \t]*$)/gm)) {
    if (brace === '') add(name);
  }
  const tokens =
    withoutDirectives(code)
      .replaceAll('__DEF_IF_HOST', ';')
      .match(/\w+|[^\s\w]/g) ?? [];
  // A statement: up to a semicolon or a body, of which enumerators are looked at alone.
  let statement: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token === '(') {
      const end = matching(tokens, at, '(', ')');
      statement.push(...tokens.slice(at, end + 1));
      at = end;
    } else if (token === ';') {
      statementNames(statement).forEach(add);
      statement = [];
    } else if (token === '}') {
      statement = [];
    } else if (token !== '{') {
      statement.push(token);
    } else if (statement.includes('namespace')) {
      // What is in a namespace is found in it, not at file scope.
      at = closing(tokens, at);
      statement = [];
    } else if (statement.at(-1) === 'extern') {
      // The text between the quotes is blank.
      statement = [];
    } else {
      const end = closing(tokens, at);
      const kind = statement.find((word) => /^(?:enum|struct|class|union)$/.test(word));
      if (kind === undefined || (statement.includes('(') && !isAggregate(statement))) {
        statementNames(statement).forEach(add);
        statement = [];
      } else {
        const tag = plainTokens(statement).at(-1);
        if (tag !== kind) add(tag);
        if (kind === 'enum') enumerators(tokens.slice(at + 1, end)).forEach(add);
        // The names behind the body: `typedef struct X {…} Y;`
        statement = [...statement.filter((word) => word === 'typedef'), 'int'];
      }
      at = end;
    }
  }
  return found;
}

/** Where the brace at `open` is closed. */
function closing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === '{') depth++;
    if (tokens[at] === '}' && --depth === 0) return at;
  }
  return tokens.length;
}

/** `struct __attribute__((…)) X`, not `struct X f(…)`. */
function isAggregate(statement: readonly string[]): boolean {
  return !plainTokens(statement).includes('(');
}

/** The tokens without attributes and what they hold, and without the parameters of a template. */
function plainTokens(tokens: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const isDecoration = DECORATIONS.has(token) || (/^(?:__\w+_?_?|[A-Z][A-Z_]+)$/.test(token) && isShout(token));
    if (isDecoration && tokens[at + 1] === '(') at = matching(tokens, at + 1, '(', ')');
    else if (token === 'template' && tokens[at + 1] === '<') at = matching(tokens, at + 1, '<', '>');
    else if (!isDecoration) kept.push(token);
  }
  return kept;
}

/** A macro of the headers that decorates a declaration. */
function isShout(token: string): boolean {
  return /^__\w+__$|^(?:CUDART|NVTX|CURAND|CUSPARSE|CUBLAS|CUDNN)\w*(?:API|INLINE_STATIC|DECLSPEC|WINAPI)$/.test(token);
}

function matching(tokens: readonly string[], open: number, opening: string, end: string): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === opening) depth++;
    if (tokens[at] === end && --depth === 0) return at;
  }
  return tokens.length;
}

function enumerators(body: readonly string[]): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [at, token] of body.entries()) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (depth === 0 && (at === 0 || body[at - 1] === ',')) names.push(token);
  }
  return names;
}

/** The names that one statement without a body declares. */
function statementNames(statement: readonly string[]): string[] {
  const plain = plainTokens(statement);
  if (plain.includes('operator') || plain[0] === 'using') return [];
  const equals = plain.indexOf('=');
  const tokens = equals >= 0 ? plain.slice(0, equals) : plain;
  const open = tokens.indexOf('(');
  if (open < 0) {
    // `struct X;` is a name that users write with its typedef.
    if (tokens[0] === 'typedef') return declarators(tokens);
    return tokens.length >= 2 && !/^(?:struct|union|enum|class)$/.test(tokens[0]!) ? declarators(tokens) : [];
  }
  const close = matching(tokens, open, '(', ')');
  // `typedef T (*name)(…)`
  if (tokens[0] === 'typedef' && tokens[close + 1] === '(')
    return tokens
      .slice(open, close)
      .filter((token) => /^\w+$/.test(token))
      .slice(-1);
  // A type that a macro of the headers puts together.
  if (tokens[0] === 'typedef' && close < tokens.length - 1) return tokens.slice(-1);
  const name = tokens[open - 1];
  const hasType = /^[\w*&>]+$/.test(tokens[open - 2] ?? '');
  return name !== undefined && (hasType || tokens[0] === 'typedef') ? [name] : [];
}

/** The last word before each comma or bracket: `int a, b[2]`. */
function declarators(tokens: readonly string[]): string[] {
  const names: string[] = [];
  let last: string | undefined;
  let depth = 0;
  for (const token of [...tokens, ',']) {
    if (token === '[' || token === '<') depth++;
    if (token === ']' || token === '>') depth--;
    if (depth > 0) continue;
    if (token === ',') {
      if (last !== undefined) names.push(last);
      last = undefined;
    } else if (/^[A-Za-z_]\w*$/.test(token)) {
      last = token;
    }
  }
  return names;
}

const sysroot = developmentSysroot();
const clang = new ClangProgram(await clangModule());
const std = 'c++17';
const pch = buildPch(clang, sysroot, { language: 'cuda', side: 'device', std });

/** Those of the names that are not declared where a program includes our header. */
function missing(header: string, names: readonly string[]): string[] {
  const lost: string[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    // The last one is not there: a compilation that finds it has read nothing.
    const some = [...names.slice(at, at + BATCH), NOT_THERE];
    const lines = some.map((name) => `#ifndef ${name}\nusing ::${name};\n#endif`);
    const text = `#include <${header}>\nnamespace names {\n${lines.join('\n')}\n}\n`;
    const { diagnostics } = runClang(clang, {
      language: 'cuda',
      side: 'device',
      file: 'names.cu',
      tree: memoryTree(new Map([['names.cu', text]])),
      options: { includeDirs: [], defines: [], std },
      sysroot,
      pch,
    });
    const failures = diagnostics.filter(({ severity }) => severity === 'error');
    const foreign = failures.find(({ file, line }) => file !== 'names.cu' || (line ?? 0) < 4);
    if (foreign !== undefined) throw new Error(`${foreign.file}:${foreign.line}: ${foreign.message}`);
    const errors = new Set(failures.map(({ line }) => line));
    const found = some.filter((_, i) => errors.has(4 + 3 * i));
    if (found.pop() !== NOT_THERE) throw new Error(`${header} was not compiled`);
    lost.push(...found);
  }
  return lost;
}

const include = join(flags.toolkit, 'include');
let all = 0;
let lacking = 0;
for (const [header, files] of Object.entries(HEADERS)) {
  if (flags.header !== undefined && flags.header !== header) continue;
  const present = files.filter((file) => existsSync(join(include, file)));
  if (present.length === 0) continue;
  const names = [
    ...new Set(present.flatMap((file) => [...declaredNames(readFileSync(join(include, file), 'utf8'))])),
  ].sort();
  const lost = sysroot.has(`include/${header}`) ? missing(header, names) : names;
  all += names.length;
  lacking += lost.length;
  process.stdout.write(`${header}: ${names.length - lost.length} of ${names.length}\n`);
  for (const name of lost) process.stdout.write(`  ${name}\n`);
}
process.stdout.write(`all: ${all - lacking} of ${all}\n`);
