/**
 * Cost against the number of accesses: generated kernels of 10, 100 and 1,000 accesses, checked after the front end.
 *   node bench/accesses.ts
 * Prints for each shape and size the accesses in the source, the candidate pairs, solver calls and milliseconds.
 */
import { analyseUnit } from '../src/analysis/analyse-unit.ts';
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import type { UnitJob } from '../src/analysis/unit.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import type { KernelResult } from '../src/model/result.ts';
import { openTree } from '../src/source/index.ts';

const SIZES = [10, 100, 1000];

/** A kernel body with so many accesses, by what makes there be many. */
const SHAPES: Readonly<Record<string, (accesses: number) => string>> = {
  'unrolled, a row per thread': (n) => {
    const stores = list(n, (i) => `a[t * ${n} + ${i}] = ${i};`);
    return `__global__ void k(int *a) { int t = blockIdx.x * 64 + threadIdx.x; ${stores} }`;
  },
  'unrolled, strided by the block': (n) => {
    const stores = list(n, (i) => `s[threadIdx.x + ${64 * i}] = ${i};`);
    return `__global__ void k(int *a) { __shared__ int s[${64 * n}]; ${stores} a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; }`;
  },
  'stencil: reads around, one write': (n) => {
    const sum = Array.from({ length: n - 1 }, (_, i) => `a[t + ${i}]`).join(' + ');
    return `__global__ void k(const float *a, float *b) { int t = blockIdx.x * 64 + threadIdx.x; b[t] = ${sum}; }`;
  },
  'many arrays': (n) => {
    const arrays = Array.from({ length: n / 2 }, (_, i) => `s${i}`);
    const uses = arrays.map((s) => `${s}[threadIdx.x] = 1; a += ${s}[threadIdx.x];`).join('\n');
    return `__global__ void k(int *o) { int a = 0; __shared__ int ${arrays.map((s) => `${s}[64]`).join(', ')};\n${uses}\no[blockIdx.x * 64 + threadIdx.x] = a; }`;
  },
  'many barrier intervals': (n) => {
    const uses = list(n / 2, () => 's[threadIdx.x] = a; __syncthreads(); a += s[63 - threadIdx.x]; __syncthreads();');
    return `__global__ void k(int *o) { int a = threadIdx.x; __shared__ int s[64];\n${uses}\no[blockIdx.x * 64 + threadIdx.x] = a; }`;
  },
  'one racy place, unrolled': (n) => {
    const stores = list(n, (i) => `a[t + ${i}] = t;`);
    return `__global__ void k(int *a) { int t = blockIdx.x * 64 + threadIdx.x; ${stores} }`;
  },
};

function list(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => item(i)).join('\n');
}

const engines = createEngines(await loadEngineParts());
const run = (text: string): KernelResult => {
  const tree = openTree({ kind: 'memory', files: new Map([['k.cu', Buffer.from(text)]]) });
  const options: CheckOptions = { ...DEFAULT_CHECK_OPTIONS, gridDim: [4, 1, 1], blockDim: [64, 1, 1] };
  const results: KernelResult[] = [];
  const job: UnitJob = { file: 'k.cu', language: 'cuda', options, skip: new Map() };
  analyseUnit(job, tree, engines, (event) => {
    if (event.type === 'kernel') results.push(event.result);
  });
  const [result] = results;
  if (result === undefined) throw new Error(`no kernel was analysed in\n${text}`);
  return result;
};
// Compilers of JavaScript and of the solver get warm.
for (const shape of Object.values(SHAPES)) run(shape(10));
const columns = ['shape', 'accesses', 'verdict', 'pairs', 'solver or open', 'calls', 'ms'];
console.log(
  `| ${columns.join(' | ')} |\n| ${columns.map((_, i) => (i >= 3 || i === 1 ? '--:' : '---')).join(' | ')} |`,
);
for (const [name, shape] of Object.entries(SHAPES)) {
  for (const size of SIZES) {
    const { verdict, accessPairs, solverPairs, solverCalls, elapsedMs } = run(shape(size));
    console.log(`| ${[name, size, verdict, accessPairs, solverPairs ?? '-', solverCalls, elapsedMs].join(' | ')} |`);
  }
}
