/** The command line of clang's compiler proper (`-cc1`), as its driver would set it up for each language and side. */
import type { Language } from '../model/result.ts';
import { architectureOf } from './architecture.ts';

export type Side = 'device' | 'host';

/** The language standard a file is read with when nothing is said. */
export const DEFAULT_STD: Record<Language, string> = { cuda: 'c++17', hip: 'c++17', opencl: 'CL2.0' };

/** The standard of host code in C. */
export const C_STD = 'gnu17';

/** Is it a standard of C? Then it is host code without CUDA, whatever the language of the unit. */
export function isOfC(std: string | null): std is string {
  return std !== null && /^(?:c|gnu)\d\d$/.test(std);
}

/** Errors after which clang stops. */
export const ERROR_LIMIT = 200;

const COMMON = [
  // No optimisation runs: LLVM's passes delete and merge accesses. At -O0 clang would mark every function `optnone`.
  '-O1',
  '-disable-llvm-passes',
  '-debug-info-kind=line-tables-only',
  '-dwarf-version=4',
  '-fdebug-compilation-dir=',
  '-fno-caret-diagnostics',
  '-fno-spell-checking',
  '-ferror-limit',
  String(ERROR_LIMIT),
  // Warnings are the compiler's business; what the user's own compiler only warns about must not be an error here.
  '-w',
  '-Wno-register',
  '-Wno-invalid-constexpr',
  '-Wno-c++11-narrowing',
  '-Wno-dynamic-exception-spec',
  '-Wno-reserved-user-defined-literal',
  '-disable-free',
  '-clear-ast-before-backend',
  '-ffp-contract=on',
  '-fno-rounding-math',
  '-fgnuc-version=4.2.1',
];

const CUDA = [
  '-x',
  'cuda',
  '-target-sdk-version=12.4',
  '-fdeprecated-macro',
  '-fcxx-exceptions',
  '-fexceptions',
  // Kernels may launch kernels. What had internal linkage gets a suffix made from the id, which `clang.ts` takes off again.
  '-fgpu-rdc',
  '-cuid=gpurace',
];

/** Host code in C: of CUDA it knows nothing. */
const C_HOST = ['-x', 'c', '-triple', 'x86_64-unknown-linux-gnu', '-target-cpu', 'x86-64', '-fmath-errno'];
/** What C has done without for long, and programs have not. */
const OLD_C = ['implicit-function-declaration', 'implicit-int', 'int-conversion', 'incompatible-pointer-types'];

const CUDA_DEVICE = [
  '-triple',
  'nvptx64-nvidia-cuda',
  '-aux-triple',
  'x86_64-unknown-linux-gnu',
  '-aux-target-cpu',
  'x86-64',
  '-fcuda-is-device',
  '-fcuda-allow-variadic-functions',
  '-fno-threadsafe-statics',
];

const CUDA_HOST = [
  '-triple',
  'x86_64-unknown-linux-gnu',
  '-aux-triple',
  'nvptx64-nvidia-cuda',
  '-target-cpu',
  'x86-64',
  '-fmath-errno',
];

/**
 * HIP is read as CUDA for the same machine-independent target, and as AMD's compiler introduces itself: programs that
 * serve both ask for these. No `__gfx…__` is defined, as nothing says which device is meant.
 */
const HIP = [
  '-U__CUDA__',
  '-D__HIP__=1',
  '-D__HIPCC__=1',
  '-D__HIP_PLATFORM_AMD__=1',
  '-D__HIP_PLATFORM_HCC__=1',
  '-D__HIP_MEMORY_SCOPE_SINGLETHREAD=1',
  '-D__HIP_MEMORY_SCOPE_WAVEFRONT=2',
  '-D__HIP_MEMORY_SCOPE_WORKGROUP=3',
  '-D__HIP_MEMORY_SCOPE_AGENT=4',
  '-D__HIP_MEMORY_SCOPE_SYSTEM=5',
  '-D__HIP_MEMORY_SCOPE_CLUSTER=6',
];

const HIP_DEVICE = [
  '-U__CUDA_ARCH__',
  '-U__NVPTX__',
  '-U__PTX__',
  '-D__HIP_DEVICE_COMPILE__=1',
  '-D__AMDGCN__=1',
  '-D__AMDGPU__=1',
  '-D__AMD__=1',
];

const OPENCL = [
  '-x',
  'cl',
  '-triple',
  'spir64-unknown-unknown',
  '-finclude-default-header',
  '-fdeclare-opencl-builtins',
  '-fno-threadsafe-statics',
  '-fmath-errno',
];

/** @param defines of the run, which may name the architecture */
export function settings(
  language: Language,
  side: Side,
  std: string | null,
  defines: readonly string[] = [],
): string[] {
  const standard = std ?? DEFAULT_STD[language];
  if (isOfC(std)) return ['clang', '-cc1', ...COMMON, ...C_HOST, ...OLD_C.map((d) => `-Wno-error=${d}`), `-std=${std}`];
  if (language === 'opencl') return ['clang', '-cc1', ...COMMON, ...OPENCL, `-cl-std=${standard}`];
  return [
    'clang',
    '-cc1',
    ...COMMON,
    ...CUDA,
    ...(side === 'device' ? [...CUDA_DEVICE, ...targetOf(language, defines)] : CUDA_HOST),
    ...(language === 'hip' ? [...HIP, ...(side === 'device' ? HIP_DEVICE : [])] : []),
    `-std=${standard}`,
  ];
}

function targetOf(language: Language, defines: readonly string[]): string[] {
  const { cpu, ptx } = architectureOf(language === 'cuda' ? defines : []);
  return ['-target-cpu', cpu, '-target-feature', ptx];
}
