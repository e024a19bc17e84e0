/** Results that the report tests share, with the sources they speak of. */
import type { Assumption, AssumptionKind } from '../../src/model/assumption.ts';
import type { Reason, ReasonKind } from '../../src/model/reason.ts';
import type { Access, Finding, KernelResult, Result } from '../../src/model/result.ts';
import type { ReportContext } from '../../src/report/context.ts';
import { type CauseWithFindings, causesOf } from '../../src/result/causes/index.ts';
import { summaryOf } from '../../src/result/summary.ts';

export const SOURCES: Readonly<Record<string, string>> = {
  'src/transpose.cu': `#include <cassert>

template <int TILE>
__global__ void transpose(float *A, int rows, int cols) {
\tint i = blockIdx.x * TILE + threadIdx.x;
\tint j = blockIdx.y * TILE + threadIdx.y;
\tif (i < cols && j < rows) A[i*rows+j] = A[j*cols+i];
}

void run(float *A, int rows, int cols) {
  transpose<32><<<dim3(cols / 32, rows / 32), dim3(32, 32)>>>(A, rows, cols);
}
`,
  'src/reduce.cu': `__global__ void reduce(int *in, int *out, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  // no barrier here
  // a comment that takes some lines
  // so that there is a gap
  if (threadIdx.x == 0) out[0] = s[1];
  if (threadIdx.x < n) {
    __syncthreads();
  }
}
`,
  'src/a b/clean.cl': `__kernel void copy(__global int *a, __global const int *b) {
  a[get_global_id(0)] = b[get_global_id(0)];
}
`,
};

const BRANCH: Assumption = { kind: 'branch', text: 'i < cols', place: { file: 'src/transpose.cu', line: 7 } };

export function context(overrides: Partial<ReportContext> = {}): ReportContext {
  return { source: (file) => SOURCES[file], minEvidence: 'predicted', color: false, ...overrides };
}

export function access(overrides: Partial<Access> = {}): Access {
  return {
    file: 'src/transpose.cu',
    line: 7,
    column: 28,
    endLine: 7,
    endColumn: 39,
    kind: 'write',
    scope: null,
    text: 'A[i*rows+j]',
    iterations: [],
    calls: [],
    ...overrides,
  };
}

export function finding(overrides: Partial<Finding> = {}): Finding {
  return {
    raceId: '6b1f0a2c9d3e4f55',
    rule: 'inter-block-race',
    kernel: 'transpose<32>',
    memory: { space: 'global', object: 'A' },
    accesses: [access(), access({ column: 42, endColumn: 53, kind: 'read', text: 'A[j*cols+i]' })],
    evidence: 'replayed',
    witness: {
      gridDim: [2, 1, 1],
      blockDim: [32, 32, 1],
      arguments: { rows: 32, cols: 64 },
      threads: [
        { block: [1, 0, 0], thread: [1, 0, 0] },
        { block: [0, 0, 0], thread: [0, 16, 0] },
      ],
      address: 'A[1056]',
      contents: [],
    },
    dataDependent: false,
    message: 'Threads of different blocks write and read A without an order between them.',
    fixes: [],
    status: null,
    ...overrides,
  };
}

/** A finding that has its cause for itself: no other has this memory. */
export function alone(name: string, overrides: Partial<Finding> = {}): Finding {
  return finding({ raceId: name, memory: { space: 'global', object: name }, ...overrides });
}

/** A reason in short. */
export function reason(text: string, kind: ReasonKind = 'undecided'): Reason {
  return { kind, text, place: null };
}

/** An assumption in short. */
export function assumption(text: string, kind: AssumptionKind = 'launch'): Assumption {
  return { kind, text, place: null };
}

/** What is changed of a kernel; a text stands for an undecided reason, or for an assumption on the launch. */
export type KernelChanges = Partial<Omit<KernelResult, 'reasons' | 'assumptions'>> & {
  readonly reasons?: readonly (string | Reason)[];
  readonly assumptions?: readonly (string | Assumption)[];
};

export function kernel({ reasons, assumptions, ...overrides }: KernelChanges = {}): KernelResult {
  return {
    kernel: 'transpose<32>',
    file: 'src/transpose.cu',
    line: 4,
    language: 'cuda',
    verdict: 'racy',
    conditions: [],
    reasons: (reasons ?? []).map((one) => (typeof one === 'string' ? reason(one) : one)),
    assumptions: (assumptions ?? [BRANCH]).map((one) => (typeof one === 'string' ? assumption(one) : one)),
    launches: [
      {
        file: 'src/transpose.cu',
        line: 11,
        gridDim: ['cols / 32', 'rows / 32', '1'],
        blockDim: ['32', '32', '1'],
      },
    ],
    accessPairs: 3,
    solverCalls: 2,
    elapsedMs: 41,
    ...overrides,
  };
}

/** A result around the given parts, with a summary that fits them. */
export function result(parts: Partial<Pick<Result, 'kernels' | 'findings' | 'problems'>> = {}): Result {
  const kernels = parts.kernels ?? [];
  return {
    schemaVersion: 2,
    tool: { name: 'gpurace', version: '0.1.0' },
    kernels,
    findings: parts.findings ?? [],
    problems: parts.problems ?? [],
    summary: summaryOf(kernels, new Set(kernels.map(({ file }) => file)).size, 812),
  };
}

/** Every kind of finding, kernel and problem once. */
export function sampleResult(): Result {
  return result({
    kernels: [
      kernel(),
      kernel({ kernel: 'reduce', file: 'src/reduce.cu', line: 1, assumptions: [], launches: [] }),
      kernel({
        kernel: 'copy',
        file: 'src/a b/clean.cl',
        line: 1,
        language: 'opencl',
        verdict: 'race-free',
        assumptions: ['a and b do not overlap'],
        launches: [],
        accessPairs: 1,
      }),
      kernel({
        kernel: 'gather',
        file: 'src/gather.cu',
        line: 9,
        verdict: 'inconclusive',
        reasons: ['src/gather.cu:12: the call of an unknown function `lookup`'],
        assumptions: [],
        launches: [],
        accessPairs: 0,
      }),
    ],
    findings: [
      finding(),
      finding({
        raceId: 'b7c9',
        accesses: [
          access(),
          access({ column: 42, endColumn: 53, kind: 'atomic', scope: 'block', text: 'A[j*cols+i]' }),
        ],
        evidence: 'witness',
        message: 'Threads of different blocks write and update A without an order between them.',
      }),
      finding({
        raceId: 'aa00',
        rule: 'intra-block-race',
        kernel: 'reduce',
        memory: { space: 'shared', object: 's' },
        accesses: [
          access({ file: 'src/reduce.cu', line: 3, column: 3, endLine: 3, endColumn: 17, text: 's[threadIdx.x]' }),
          access({
            file: 'src/reduce.cu',
            line: 7,
            column: 34,
            endLine: 7,
            endColumn: 38,
            kind: 'read',
            text: 's[1]',
          }),
        ],
        evidence: 'witness',
        witness: {
          gridDim: [1, 1, 1],
          blockDim: [64, 1, 1],
          arguments: { n: '9007199254740993' },
          threads: [
            { block: [0, 0, 0], thread: [33, 0, 0] },
            { block: [0, 0, 0], thread: [0, 0, 0] },
          ],
          address: 's[1]',
          contents: [],
          sides: [
            { offset: 4, size: 4, barriers: 0 },
            { offset: 4, size: 4, barriers: 0 },
          ],
        },
        dataDependent: true,
        message: 'A write and a read of s have no barrier between them.',
        fixes: [
          {
            kind: 'add-block-barrier',
            edits: [
              {
                file: 'src/reduce.cu',
                startLine: 4,
                startColumn: 1,
                endLine: 4,
                endColumn: 1,
                text: '  __syncthreads();\n',
              },
            ],
            diff: '--- a/src/reduce.cu\n+++ b/src/reduce.cu\n@@ -3,1 +3,2 @@\n   s[threadIdx.x] = in[threadIdx.x];\n+  __syncthreads();\n',
            verified: true,
          },
        ],
        status: 'new',
      }),
      finding({
        raceId: 'bb11',
        rule: 'barrier-divergence',
        kernel: 'reduce',
        memory: null,
        accesses: [
          access({
            file: 'src/reduce.cu',
            line: 9,
            column: 5,
            endLine: 9,
            endColumn: 20,
            kind: 'barrier',
            text: '__syncthreads()',
          }),
        ],
        evidence: 'possible',
        witness: null,
        message: 'Threads of one block may disagree whether they reach this barrier.',
      }),
    ],
    problems: [
      {
        file: 'src/broken.cu',
        line: 3,
        column: 14,
        severity: 'error',
        message: "use of undeclared identifier 'foo'; the file was not analysed",
      },
      { file: null, line: null, column: null, severity: 'warning', message: '2 includes were not found' },
    ],
  });
}

/** The cause of a finding that has it for itself. */
export function causeOf(one: Finding): CauseWithFindings {
  return causesOf(result({ findings: [one] }))[0]!;
}
