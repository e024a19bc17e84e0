/**
 * Random kernels of one block whose size nobody knows: strides that are doubled or halved, masks, quotients and remainders by
 * them. Each is text and, beside it, what a thread of a block of given size does.
 */
import { Random } from './random.ts';

/** What a thread is and where it is: its index, the size of the block, the strides of the loops around. */
type Env = ReadonlyMap<string, number>;

interface Expression {
  readonly text: string;
  readonly value: (env: Env) => number;
}

interface Touch {
  readonly interval: number;
  readonly address: number;
  readonly isWrite: boolean;
}

type Statement =
  | { readonly kind: 'barrier' }
  | {
      readonly kind: 'access';
      readonly guard: Expression | null;
      readonly to: Expression;
      readonly from: Expression | null;
    }
  | {
      readonly kind: 'loop';
      readonly head: string;
      readonly name: string;
      readonly strides: (env: Env) => readonly number[];
      readonly body: readonly Statement[];
    };

export interface SizedKernel {
  readonly name: string;
  readonly text: string;
  readonly body: readonly Statement[];
}

/** An unsigned number left its range: what the analysis assumes not to happen. */
class Overflow extends Error {}

const WORD = 2 ** 32;

export function generateSized(seed: number, name: string): SizedKernel {
  const generator = new Generator(new Random(seed));
  const body = generator.statements([], 2);
  const text = `__global__ void ${name}(int *g) {\n  extern __shared__ int s[];\n  unsigned t = threadIdx.x;\n${printed(body, '  ')}}\n`;
  return { name, text, body };
}

/** Do two threads of a block of that size race? @returns null when a number overflows */
export function racesIn({ body }: SizedKernel, size: number): boolean | null {
  const touched = new Map<string, { thread: number; isShared: boolean; isWritten: boolean }>();
  try {
    for (let t = 0; t < size; t++) {
      const own = new Map<string, boolean>();
      for (const { interval, address, isWrite } of touchesOf(body, new Map(Object.entries({ t, D: size })))) {
        const key = `${interval}:${address}`;
        own.set(key, isWrite || (own.get(key) ?? false));
      }
      for (const [key, isWritten] of own) {
        const known = touched.get(key);
        if (known) Object.assign(known, { isShared: true, isWritten: known.isWritten || isWritten });
        else touched.set(key, { thread: t, isShared: false, isWritten });
      }
    }
  } catch (error) {
    if (error instanceof Overflow) return null;
    throw error;
  }
  return [...touched.values()].some(({ isShared, isWritten }) => isShared && isWritten);
}

function touchesOf(body: readonly Statement[], env: Env): Touch[] {
  const touches: Touch[] = [];
  let interval = 0;
  const run = (statements: readonly Statement[], at: Env): void => {
    for (const statement of statements) {
      if (statement.kind === 'barrier') interval++;
      else if (statement.kind === 'loop') {
        for (const stride of statement.strides(at)) run(statement.body, new Map([...at, [statement.name, stride]]));
      } else if (statement.guard === null || statement.guard.value(at) !== 0) {
        if (statement.from) touches.push({ interval, address: statement.from.value(at), isWrite: false });
        touches.push({ interval, address: statement.to.value(at), isWrite: true });
      }
    }
  };
  run(body, env);
  return touches;
}

function printed(body: readonly Statement[], indent: string): string {
  return body
    .map((statement) => {
      if (statement.kind === 'barrier') return `${indent}__syncthreads();\n`;
      if (statement.kind === 'loop') {
        return `${indent}for (${statement.head}) {\n${printed(statement.body, `${indent}  `)}${indent}}\n`;
      }
      const { guard, to, from } = statement;
      const value = from === null ? 't' : `s[${from.text}] + 1`;
      return `${indent}${guard === null ? '' : `if (${guard.text}) `}s[${to.text}] = ${value};\n`;
    })
    .join('');
}

class Generator {
  readonly #random: Random;
  #loops = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** @param strides the names of the strides of loops around */
  statements(strides: readonly string[], depth: number): Statement[] {
    const random = this.#random;
    const body: Statement[] = [];
    const count = random.between(1, 2);
    for (let i = 0; i < count; i++) {
      if (depth > 0 && random.chance(strides.length === 0 ? 0.8 : 0.25)) body.push(this.#loop(strides, depth));
      else body.push(this.#access(strides));
      if (random.chance(0.75)) body.push({ kind: 'barrier' });
    }
    return body;
  }

  #loop(strides: readonly string[], depth: number): Statement {
    const random = this.#random;
    const name = `d${++this.#loops}`;
    const outer = strides.at(-1);
    const D = value('D');
    const bounds = [D, times(2, D), constant(8), ...(outer ? [value(outer), times(2, value(outer))] : [])];
    const bound = random.pick(bounds);
    const first = random.between(1, 2);
    const isUp = random.chance(0.5);
    const head = isUp
      ? `unsigned ${name} = ${first}; ${name} < ${bound.text}; ${name} *= 2`
      : `unsigned ${name} = ${bound.text} / ${first}; ${name} > 0; ${name} ${random.pick(['>>= 1', '/= 2'])}`;
    const run = (env: Env): number[] => {
      const [at, most] = isUp ? [first, bound.value(env)] : [Math.floor(bound.value(env) / first), 0];
      const all: number[] = [];
      if (isUp) for (let d = at; d < most; d *= 2) all.push(d);
      else for (let d = at; d > 0; d = Math.floor(d / 2)) all.push(d);
      return all;
    };
    const body = this.statements([...strides, name], depth - 1);
    const isSynchronised = random.chance(0.8) && !body.some(({ kind }) => kind === 'barrier');
    const withBarrier: Statement[] = random.chance(0.5)
      ? [{ kind: 'barrier' }, ...body]
      : [...body, { kind: 'barrier' }];
    return { kind: 'loop', head, name, strides: run, body: isSynchronised ? withBarrier : body };
  }

  #access(strides: readonly string[]): Statement {
    const random = this.#random;
    const d = value(strides.length === 0 ? 'D' : random.pick(strides));
    const t = value('t');
    const guards = [
      less(t, d),
      less(plus(t, d), value('D')),
      less(times(2, times2(d, t)), value('D')),
      equal(modulo(t, times(2, d)), constant(0)),
      equal(masked(t, d), constant(0)),
      less(t, flipped(t, d)),
      equal(t, constant(0)),
    ];
    const guard = random.chance(0.6) ? random.pick(guards) : null;
    const [a, b] = this.#places(t, d);
    const swapped = random.chance(0.5);
    const from = random.chance(0.8) ? (swapped ? a : b) : null;
    return { kind: 'access', guard, to: swapped ? b : a, from };
  }

  /** Two places that go together: an element and its partner. */
  #places(t: Expression, d: Expression): readonly [Expression, Expression] {
    const random = this.#random;
    const low = random.pick([modulo(t, d), masked(t, minus(d, constant(1)))]);
    const split = plus(low, times2(times(2, d), over(t, d)));
    const spread = minus(times(2, t), low);
    const tree = times2(d, plus(times(2, t), constant(1)));
    const choices = [
      [t, plus(t, d)],
      [t, flipped(t, d)],
      [split, plus(split, d)],
      [spread, plus(spread, d)],
      [tree, times2(d, plus(times(2, t), constant(2)))],
      [times2(times(2, d), t), plus(times2(times(2, d), t), d)],
      [t, t],
      [modulo(plus(t, d), value('D')), t],
    ] as const;
    const [a, b] = random.pick(choices);
    return random.chance(0.1) ? [a, plus(b, constant(1))] : [a, b];
  }
}

function value(name: string): Expression {
  return { text: name === 'D' ? 'blockDim.x' : name, value: (env) => env.get(name)! };
}

function constant(number: number): Expression {
  return { text: `${number}`, value: () => number };
}

function combined(operator: string, a: Expression, b: Expression, f: (x: number, y: number) => number): Expression {
  const inRange = (result: number) => {
    if (result < 0 || result >= WORD || !Number.isInteger(result)) throw new Overflow();
    return result;
  };
  return { text: `(${a.text} ${operator} ${b.text})`, value: (env) => inRange(f(a.value(env), b.value(env))) };
}

const plus = (a: Expression, b: Expression) => combined('+', a, b, (x, y) => x + y);
const minus = (a: Expression, b: Expression) => combined('-', a, b, (x, y) => x - y);
const times2 = (a: Expression, b: Expression) => combined('*', a, b, (x, y) => x * y);
const times = (factor: number, a: Expression) => times2(constant(factor), a);
const over = (a: Expression, b: Expression) => combined('/', a, b, (x, y) => Math.floor(x / y));
const modulo = (a: Expression, b: Expression) => combined('%', a, b, (x, y) => x % y);
const masked = (a: Expression, b: Expression) => combined('&', a, b, (x, y) => (x & y) >>> 0);
const flipped = (a: Expression, b: Expression) => combined('^', a, b, (x, y) => (x ^ y) >>> 0);
const less = (a: Expression, b: Expression) => combined('<', a, b, (x, y) => Number(x < y));
const equal = (a: Expression, b: Expression) => combined('==', a, b, (x, y) => Number(x === y));
