/** Small kernels at random, most of them racy: stores and loads of neighbours, in branches, loops and functions. */

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
    ...statements(random, 2, 2 + random.below(4)),
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
  if (kind === 5) return [`${indent}${depth > 2 ? 'x++' : '__syncthreads()'};`];
  if (kind < 8) return [`${indent}if (${condition(random)}) {`, ...inner(), `${indent}}`];
  const variable = `i${depth}`;
  return [
    `${indent}for (int ${variable} = 0; ${variable} < ${1 + random.below(3)}; ${variable}++) {`,
    ...inner(),
    `${indent}}`,
  ];
}

function index(random: Random): string {
  return random.of(['t', 't + 1', `${BLOCK - 1} - t`, '0', 't / 2', `(t + 3) % ${BLOCK}`, `t + ${BLOCK}`]);
}

function condition(random: Random): string {
  return random.of(['t < 4', 't % 2 == 0', 'n > 2', 't == 0', 'x > 1', 'n > t']);
}
