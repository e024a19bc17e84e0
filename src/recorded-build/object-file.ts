/** An object file that records: its calls of the runtime go to the recorder, and the recorder is in it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Steps } from './steps.ts';

/** Functions of the runtime, and what the recorder has in their place. */
const RENAMED: Readonly<Record<string, string>> = {
  __cudaRegisterFunction: 'gpurace_cudaRegisterFunction',
  cudaLaunchKernel: 'gpurace_cudaLaunchKernel',
  cudaLaunchKernel_ptsz: 'gpurace_cudaLaunchKernel_ptsz',
  cudaLaunchKernelExC: 'gpurace_cudaLaunchKernelExC',
  cudaLaunchKernelExC_ptsz: 'gpurace_cudaLaunchKernelExC_ptsz',
  cudaLaunchCooperativeKernel: 'gpurace_cudaLaunchCooperativeKernel',
  cudaLaunchCooperativeKernel_ptsz: 'gpurace_cudaLaunchCooperativeKernel_ptsz',
};
/** Graphs, with the interface that they have had since CUDA 12. */
const GRAPHS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['Instantiate', 'InstantiateWithFlags', 'InstantiateWithParams', 'InstantiateWithParams_ptsz'],
    ...['Launch', 'Launch_ptsz', 'ExecDestroy', 'ExecUpdate', 'ExecKernelNodeSetParams', 'ExecNodeSetParams'],
    ...['ExecMemcpyNodeSetParams', 'ExecMemcpyNodeSetParams1D', 'ExecMemsetNodeSetParams', 'ExecHostNodeSetParams'],
    ...['ExecChildGraphNodeSetParams', 'NodeSetEnabled'],
  ].map((name) => [`cudaGraph${name}`, `gpurace_cudaGraph${name}`]),
);
const FIRST_WITH_GRAPHS = 12_000;
/** Of runtimes whose launches go by handles. */
const HANDLES: Readonly<Record<string, string>> = {
  __cudaGetKernel: 'gpurace_cudaGetKernel',
  __cudaLaunchKernel: 'gpurace_cudaLaunchHandle',
  __cudaLaunchKernel_ptsz: 'gpurace_cudaLaunchHandle_ptsz',
};

export interface RecorderSetting {
  /** Its text. */
  readonly source: string;
  /** Where an object of it is kept for the next build. */
  readonly cache: string;
  /** Where the toolkit's headers lie. */
  readonly include: string;
  /** For what nobody needs later. */
  readonly scratch: string;
}

/** Changes the object in its place. @returns the exit code of what failed, or 0 */
export function makeRecording(object: string, compiler: string, setting: RecorderSetting, steps: Steps): number {
  const hasHandles = launchesByHandles(setting.include);
  const recorder = recorderObject(compiler, hasHandles, setting, steps);
  if (typeof recorder === 'number') return recorder;
  const graphs = versionOf(setting.include) >= FIRST_WITH_GRAPHS ? GRAPHS : {};
  const names = Object.entries({ ...RENAMED, ...graphs, ...(hasHandles ? HANDLES : {}) });
  const renaming = names.flatMap(([from, to]) => ['--redefine-sym', `${from}=${to}`]);
  const renamed = join(setting.scratch, 'renamed.o');
  return (
    steps.run(['objcopy', ...renaming, object, renamed]) ||
    steps.run(['ld', '-r', renamed, recorder, '-o', join(setting.scratch, 'whole.o')]) ||
    steps.run(['cp', join(setting.scratch, 'whole.o'), object])
  );
}

/** Compiled once for a compiler and a toolkit. */
function recorderObject(
  compiler: string,
  hasHandles: boolean,
  { source, cache, include, scratch }: RecorderSetting,
  steps: Steps,
): string | number {
  const options = [
    '-x',
    'c++',
    '-std=c++17',
    '-O2',
    '-fPIC',
    `-I${include}`,
    ...(hasHandles ? ['-DGPURACE_HANDLES'] : []),
  ];
  const toolkit = textOf(join(include, 'cuda_runtime_api.h')) ?? '';
  const version = `${steps.output([compiler, '--version'])}\0${toolkit.length}`;
  return cachedObject({ name: 'recorder', source, compiler, options, version, cache, scratch, steps });
}

/** An object that is compiled once and kept. */
export interface CachedObject {
  /** What its file is called by. */
  readonly name: string;
  readonly source: string;
  readonly compiler: string;
  readonly options: readonly string[];
  /** What else it depends on. */
  readonly version: string;
  /** Where it is kept. */
  readonly cache: string;
  readonly scratch: string;
  readonly steps: Steps;
}

/** @returns the object, or the exit code of a compilation that failed */
export function cachedObject(wanted: CachedObject): string | number {
  const { name, source, compiler, options, version, cache, scratch, steps } = wanted;
  const key = JSON.stringify([source, compiler, options, version]);
  const object = join(cache, `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 24)}.o`);
  if (existsSync(object)) return object;
  const text = join(scratch, `${name}.cpp`);
  steps.write(text, source);
  const made = join(scratch, `${name}.o`);
  const code = steps.run([compiler, ...options, '-c', text, '-o', made]);
  if (code !== 0) return code;
  try {
    mkdirSync(dirname(object), { recursive: true });
    const aside = `${object}.${process.pid}`;
    if (steps.run(['cp', made, aside]) !== 0) return made;
    renameSync(aside, object);
    return object;
  } catch {
    // A folder that cannot be written to costs the next build the time of this one.
    return made;
  }
}

function launchesByHandles(include: string): boolean {
  return textOf(join(include, 'crt', 'device_functions.h'))?.includes('__cudaLaunchKernel') === true;
}

/** `CUDART_VERSION` of the toolkit. */
function versionOf(include: string): number {
  return Number(/#define\s+CUDART_VERSION\s+(\d+)/.exec(textOf(join(include, 'cuda_runtime_api.h')) ?? '')?.[1] ?? 0);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
