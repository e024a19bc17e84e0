/**
 * Random kernels that read and write texels of two surfaces, and what happens when every thread is gone through: two threads race
 * that touch a common byte of a row, one of them writing, with no barrier between.
 */
import { Random } from './random.ts';

export interface TexelKernel {
  readonly name: string;
  readonly text: string;
  readonly grid: number;
  readonly block: number;
  readonly steps: readonly Step[];
}

type Step =
  | { readonly kind: 'barrier' }
  | {
      readonly kind: 'access';
      readonly does: 'read' | 'write';
      readonly surface: 0 | 1;
      /** Bytes of a texel. */
      readonly size: 4 | 16;
      readonly column: Place;
      readonly row: Place;
      /** Only threads for which this is not zero. */
      readonly guard: Place | null;
    };

/** `(t * thread + b * block + constant) operator divisor` */
interface Place {
  readonly thread: number;
  readonly block: number;
  readonly constant: number;
  readonly operator: '' | '/' | '%' | '&' | '^';
  readonly by: number;
}

const NAMES = ['first', 'second'] as const;

export function generateTexels(seed: number, name: string): TexelKernel {
  const random = new Random(seed);
  const grid = random.between(1, 3);
  const block = random.pick([1, 2, 3, 4, 8, 40]);
  const place = (isColumn: boolean): Place => ({
    thread: random.weighted([
      [isColumn ? 5 : 2, 1],
      [1, 2],
      [isColumn ? 1 : 6, 0],
    ]),
    block: random.weighted([
      [3, 0],
      [isColumn ? 4 : 1, block],
      [1, 1],
    ]),
    constant: random.weighted([
      [4, 0],
      [1, 1],
      [1, 3],
    ]),
    operator: random.weighted([
      [6, ''],
      [1, '/'],
      [1, '%'],
      [1, '&'],
      [1, '^'],
    ]),
    by: random.pick([1, 2, 3, 4, 7]),
  });
  const steps = Array.from({ length: random.between(1, 4) }, (): Step => {
    if (random.chance(0.25)) return { kind: 'barrier' };
    return {
      kind: 'access',
      does: random.chance(0.6) ? 'write' : 'read',
      surface: random.chance(0.75) ? 0 : 1,
      size: random.chance(0.8) ? 4 : 16,
      column: place(true),
      row: place(false),
      guard: random.chance(0.25) ? { ...place(true), operator: '%' } : null,
    };
  });
  return { name, grid, block, steps, text: textOf(name, steps) };
}

function textOf(name: string, steps: readonly Step[]): string {
  const lines = steps.map((step) => {
    if (step.kind === 'barrier') return '  __syncthreads();';
    const [column, row] = [printed(step.column), printed(step.row)];
    const at = `${NAMES[step.surface]}, (${column}) * ${step.size}, ${row}`;
    const type = step.size === 4 ? 'int' : 'int4';
    const mine = 'int(threadIdx.x + 64 * blockIdx.x)';
    const value = step.size === 4 ? mine : `make_int4(${mine}, 0, 0, 0)`;
    const access = step.does === 'read' ? `surf2Dread<${type}>(${at})` : `surf2Dwrite(${value}, ${at})`;
    return `  ${step.guard === null ? '' : `if (${printed(step.guard)}) `}${access};`;
  });
  return `__global__ void ${name}(cudaSurfaceObject_t first, cudaSurfaceObject_t second) {\n${lines.join('\n')}\n}\n`;
}

function printed({ thread, block, constant, operator, by }: Place): string {
  const sum = `${thread} * int(threadIdx.x) + ${block} * int(blockIdx.x) + ${constant}`;
  return operator === '' ? sum : `(${sum}) ${operator} ${by}`;
}

function evaluated({ thread, block, constant, operator, by }: Place, t: number, b: number): number {
  const sum = thread * t + block * b + constant;
  switch (operator) {
    case '/':
      return Math.floor(sum / by);
    case '%':
      return sum % by;
    case '&':
      return sum & by;
    case '^':
      return sum ^ by;
    default:
      return sum;
  }
}

interface Touched {
  readonly thread: number;
  readonly block: number;
  readonly interval: number;
  readonly isWrite: boolean;
}

/** Whether two threads race in the launch of the kernel. */
export function texelsRace({ grid, block, steps }: TexelKernel): boolean {
  const touched = new Map<string, Touched[]>();
  for (let b = 0; b < grid; b++) {
    for (let t = 0; t < block; t++) {
      let interval = 0;
      for (const step of steps) {
        if (step.kind === 'barrier') interval++;
        else if (step.guard === null || evaluated(step.guard, t, b) !== 0) {
          const start = evaluated(step.column, t, b) * step.size;
          const row = evaluated(step.row, t, b);
          for (let byte = start; byte < start + step.size; byte++) {
            const key = `${step.surface} ${row} ${byte}`;
            const mine = { thread: t, block: b, interval, isWrite: step.does === 'write' };
            const others = touched.get(key) ?? [];
            if (others.some((other) => conflicts(mine, other))) return true;
            touched.set(key, [...others, mine]);
          }
        }
      }
    }
  }
  return false;
}

function conflicts(a: Touched, b: Touched): boolean {
  if (!a.isWrite && !b.isWrite) return false;
  if (a.block !== b.block) return true;
  return a.thread !== b.thread && a.interval === b.interval;
}
