/**
 * The index idioms that cost others minutes of solving, as kernels of our own, checked after the front end.
 *   node bench/index-queries.ts
 * Prints the verdict, solver calls and milliseconds (the best of some runs) of each, with its host fact and without.
 */
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { checkedText } from './checked-text.ts';

interface Idiom {
  readonly kernel: string;
  /** Host code with the fact, and without it. */
  readonly host: readonly [string, string];
}

const RUNS = 5;

const IDIOMS: Readonly<Record<string, Idiom>> = {
  'copy of the upper triangle, rows == cols': {
    kernel: `__global__ void k(float *a, int rows, int cols) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < rows && i < j) a[j * cols + i] = a[i * cols + j];
}`,
    host: [
      'void go(float *a, int n) { k<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, n, n); }',
      'void go(float *a, int n, int m) { k<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, n, m); }',
    ],
  },
  'tone mapping, 4·w·y + 4·x': {
    kernel: `__global__ void k(unsigned char *p, int w) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int c = 0; c < 4; c++) p[4 * w * y + 4 * x + c] = x;
}`,
    host: [
      'void go(unsigned char *p, int w, int h) { k<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(p, w); }',
      'void go(unsigned char *p, int w, int h) { k<<<dim3(w / 16 + 1, h / 16), dim3(16, 16)>>>(p, w); }',
    ],
  },
};

const engines = createEngines(await loadEngineParts());
for (const [name, { kernel, host }] of Object.entries(IDIOMS)) {
  for (const [fact, text] of [
    ['with its host fact', host[0]],
    ['without', host[1]],
  ] as const) {
    const results = Array.from({ length: RUNS }, () =>
      checkedText(engines, `${kernel}\n${text}\n`, DEFAULT_CHECK_OPTIONS),
    );
    const { verdict, accessPairs, solverCalls } = results[0]!.result;
    const ms = Math.min(...results.map(({ cpuMs }) => cpuMs));
    console.log(`${name}, ${fact}: ${verdict}, ${accessPairs} pairs, ${solverCalls} solver calls, ${ms} ms of CPU`);
  }
}
