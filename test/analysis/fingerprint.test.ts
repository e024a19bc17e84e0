/** Which edits of a file leave a kernel the same for the purposes of a comparison, and which do not. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { analyseUnit } from '../../src/analysis/analyse-unit.ts';
import { createEngines, type Engines, loadEngineParts } from '../../src/analysis/engines.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { memoryTree } from '../../src/source/index.ts';
import type { UnitEvent } from '../../src/unit/event.ts';

const BASE = `#define STEP 2
__device__ int table[4] = {1, 2, 3, 4};

__device__ int wrap(int i, int n) {
  int rest = i % n;
  return rest < 0 ? rest + n : rest;
}

__global__ void other(int *out) {
  out[threadIdx.x] = 1;
}

// Moves each value.
__global__ void moved(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[wrap(i * STEP, n)] = in[i] + table[i & 3];
}

void launch(int *out, const int *in, int n) {
  other<<<1, 64>>>(out);
  if (n <= 0) return;
  // gpurace: assume n < 100000
  moved<<<(n + 127) / 128, 128>>>(out, in, n);
}

int main(int argc, char **argv) {
  int *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  launch(out, in, argc);
}
`;

/** What is replaced, and by what. */
const SAME: Readonly<Record<string, readonly [string, string]>> = {
  'lines above it': ['#define STEP 2\n', '// A file of ours.\n\n\n#define STEP 2\n'],
  'a local variable': [
    'int rest = i % n;\n  return rest < 0 ? rest + n : rest;',
    'int r = i % n;\n  return r < 0 ? r + n : r;',
  ],
  'its own local variable': [
    'int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[wrap(i * STEP, n)] = in[i] + table[i & 3];',
    'int at = blockIdx.x * blockDim.x + threadIdx.x;\n  if (at < n) out[wrap(at * STEP, n)] = in[at] + table[at & 3];',
  ],
  'a comment': ['// Moves each value.', '// Moves each value to where it belongs.'],
  'white space': ['if (i < n) out', 'if (i < n)\n    out'],
  'another kernel': ['out[threadIdx.x] = 1;', 'out[threadIdx.x] += 2;\n  __syncthreads();'],
  'another kernel that prints': ['out[threadIdx.x] = 1;', 'printf("%d", out[threadIdx.x]);'],
  'a kernel more': [
    '__global__ void other',
    '__global__ void more(int *out) { __shared__ int s[3]; out[0] = s[1]; }\n__global__ void other',
  ],
  'the launch of another kernel': ['other<<<1, 64>>>', 'other<<<1, 32>>>'],
};
const DIFFERENT: Readonly<Record<string, readonly [string, string]>> = {
  'its own code': ['if (i < n) out', 'out'],
  'a function that it calls': ['rest < 0 ? rest + n : rest', 'rest'],
  'the value of a macro': ['#define STEP 2', '#define STEP 3'],
  'what a variable holds': ['{1, 2, 3, 4}', '{1, 2, 3, 5}'],
  'the size of a block': ['moved<<<(n + 127) / 128, 128>>>', 'moved<<<(n + 127) / 128, 64>>>'],
  'a fact of the host': ['if (n <= 0) return;', 'if (n <= 1) return;'],
  'an argument': ['128>>>(out, in, n)', '128>>>(out, in, n - 1)'],
  'two pointers to one memory': ['launch(out, in, argc)', 'launch(out, out, argc)'],
  'the memory that is asked for': ['cudaMalloc(&in, 4096);', 'in = out + 16;'],
  'a stated assumption': ['assume n < 100000', 'assume n < 1000'],
  'an atomic': [
    'if (i < n) out[wrap(i * STEP, n)] = in[i]',
    'if (i < n) atomicAdd(&out[0], 1), out[wrap(i * STEP, n)] = in[i]',
  ],
};

let engines: Engines;
let known: string;
before(async () => {
  engines = createEngines(await loadEngineParts());
  known = fingerprintOf(BASE);
});

function fingerprintOf(text: string): string {
  const events: UnitEvent[] = [];
  const options = { ...DEFAULT_CHECK_OPTIONS };
  const job = { file: 'k.cu', language: 'cuda', options, skip: new Map(), tellsFingerprints: true } as const;
  analyseUnit(job, memoryTree(new Map([['k.cu', text]])), engines, (event) => events.push(event));
  const told = events.flatMap((event) => (event.type === 'fingerprints' ? event.kernels : []));
  const [found] = told.filter(({ kernel }) => kernel === 'moved');
  assert.ok(found);
  return found.digest;
}

function edited([from, to]: readonly [string, string]): string {
  assert.equal(BASE.split(from).length, 2, `${from} stands there once`);
  return BASE.replace(from, to);
}

describe('a kernel is the same after an edit of', () => {
  for (const [name, edit] of Object.entries(SAME)) {
    test(name, () => assert.equal(fingerprintOf(edited(edit)), known));
  }
});

describe('a kernel is another one after an edit of', () => {
  for (const [name, edit] of Object.entries(DIFFERENT)) {
    test(name, () => assert.notEqual(fingerprintOf(edited(edit)), known));
  }
});
