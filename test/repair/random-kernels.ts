/** Small kernels at random, most of them racy: stores and loads of neighbours, in branches, loops and functions. */
import type { Program } from '../../src/ir/program.ts';
import { recordTrace } from '../../src/simulate/index.ts';
import { createNdjsonWriter } from '../../src/trace/index.ts';

export interface RandomKernel {
  readonly name: string;
  readonly text: string;
}

/** Threads of a block, and elements of each array. */
export const BLOCK = 8;

/** Park and Miller's generator: the same numbers for the same seed. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 48_271) % 2_147_483_647 || 1;
    for (let i = 0; i < 5; i++) this.below(2);
  }

  below(limit: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % limit;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** A kernel `k<seed>` over two shared arrays and one in global memory, for one block. */
export function randomKernel(seed: number): RandomKernel {
  const random = new Random(seed);
  const name = `k${seed}`;
  const lines = [
    `__global__ void ${name}(int *out, const int *in, int n) {`,
    `  __shared__ int a[${2 * BLOCK}];`,
    `  __shared__ int b[${2 * BLOCK}];`,
    '  int t = threadIdx.x;',
    '  int x = in[t];',
    ...(random.below(4) === 0 ? [`  if (${random.of(['t >= 6', 't > n', 'x < 0'])}) return;`] : []),
    ...statements(random, 2, 2 + random.below(4)),
    '  out[t] = x;',
    '}',
    '',
  ];
  return { name, text: lines.join('\n') };
}

/** A kernel in order: phases over two shared arrays, with a barrier behind each of them, some of them in a loop. */
export function phasedKernel(seed: number): RandomKernel {
  const random = new Random(seed);
  const name = `k${seed}`;
  const isLoop = random.below(3) === 0;
  const indent = isLoop ? '    ' : '  ';
  const phase = () => {
    const array = random.of(['a', 'b']);
    const at = random.of(['t', 't', `${BLOCK - 1} - t`, `(t + 3) % ${BLOCK}`]);
    const line = random.below(2) === 0 ? `${array}[t] = x + 1;` : `x += ${array}[${at}];`;
    return [`${indent}${line}`, `${indent}__syncthreads();`];
  };
  const body = Array.from({ length: 2 + random.below(3) }, phase).flat();
  const lines = [
    `__global__ void ${name}(int *out, const int *in, int n) {`,
    `  __shared__ int a[${BLOCK}];`,
    `  __shared__ int b[${BLOCK}];`,
    '  int t = threadIdx.x;',
    '  int x = in[t];',
    ...(isLoop ? ['  for (int i = 0; i < 2; i++) {', ...body, '  }'] : body),
    '  out[t] = x;',
    '}',
    '',
  ];
  return { name, text: lines.join('\n') };
}

function statements(random: Random, depth: number, count: number): string[] {
  return Array.from({ length: count }, () => statement(random, depth)).flat();
}

function statement(random: Random, depth: number): string[] {
  const indent = '  '.repeat(depth - 1);
  const inner = () => statements(random, depth + 1, 1 + random.below(2));
  const kind = random.below(depth > 3 ? 6 : 10);
  if (kind < 2) return [`${indent}${random.of(['a', 'b'])}[${index(random)}] = x;`];
  if (kind < 4) return [`${indent}x += ${random.of(['a', 'b'])}[${index(random)}];`];
  if (kind === 4) return [`${indent}${random.of(['a', 'b'])}[${index(random)}] += ${random.of(['x', '1', 't'])};`];
  if (kind === 5) return [`${indent}${depth > 2 && random.below(2) === 0 ? 'x++' : '__syncthreads()'};`];
  if (kind < 8)
    return [`${indent}if (${condition(random)}) {`, ...inner(), ...otherwise(random, indent, inner), `${indent}}`];
  const variable = `i${depth}`;
  return [
    `${indent}for (int ${variable} = 0; ${variable} < ${1 + random.below(3)}; ${variable}++) {`,
    ...inner(),
    `${indent}}`,
  ];
}

function otherwise(random: Random, indent: string, inner: () => string[]): string[] {
  return random.below(3) === 0 ? [`${indent}} else {`, ...inner()] : [];
}

function index(random: Random): string {
  return random.of(['t', 't + 1', `${BLOCK - 1} - t`, '0', 't / 2', `(t + 3) % ${BLOCK}`, `t + ${BLOCK}`]);
}

function condition(random: Random): string {
  return random.of(['t < 4', 't % 2 == 0', 'n > 2', 't == 0', 'x > 1', 'n > t']);
}

/** What its threads do in one run, as NDJSON; the arrays in global memory are zero. @param seed of the schedule; null: the usual one */
export function traceOf(program: Program, name: string, block: number, seed: number | null): string[] {
  const kernel = [...program.functions.values()].find((fn) => fn.sourceName === name)!;
  let trace = '';
  const writer = createNdjsonWriter((text) => {
    trace += text;
  });
  const memory = { kind: 'region', size: 4096 } as const;
  recordTrace(
    program,
    {
      name,
      fileName: (file) => file,
      kernel: kernel.name,
      gridDim: [1, 1, 1],
      blockDim: [block, 1, 1],
      arguments: new Map([0, 1].map((i) => [i, memory])),
      seed,
      stepBudget: 20_000,
      eventLimit: 20_000,
    },
    writer,
  );
  return trace.trimEnd().split('\n');
}
