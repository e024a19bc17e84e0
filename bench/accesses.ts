/**
 * Cost against the number of accesses: generated kernels of 10, 100 and 1,000 accesses, checked after the front end.
 *   node bench/accesses.ts
 * Prints for each shape and size the accesses in the source, the candidate pairs, solver calls and milliseconds
 * of this thread.
 */
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { checkedText } from './checked-text.ts';

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
const options: CheckOptions = { ...DEFAULT_CHECK_OPTIONS, gridDim: [4, 1, 1], blockDim: [64, 1, 1] };
const run = (text: string) => checkedText(engines, text, options);
// Compilers of JavaScript and of the solver get warm.
for (const shape of Object.values(SHAPES)) run(shape(10));
const columns = ['shape', 'accesses', 'verdict', 'pairs', 'solver or open', 'calls', 'CPU ms'];
console.log(
  `| ${columns.join(' | ')} |\n| ${columns.map((_, i) => (i >= 3 || i === 1 ? '--:' : '---')).join(' | ')} |`,
);
for (const [name, shape] of Object.entries(SHAPES)) {
  for (const size of SIZES) {
    const { result, cpuMs } = run(shape(size));
    const { verdict, accessPairs, solverPairs, solverCalls } = result;
    console.log(`| ${[name, size, verdict, accessPairs, solverPairs ?? '-', solverCalls, cpuMs].join(' | ')} |`);
  }
}
