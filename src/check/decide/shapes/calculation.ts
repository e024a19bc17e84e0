/**
 * Arithmetic on the values that all threads of a block have. Every operation has its own loop: with a function for what it does
 * it takes several times as long, and there are millions.
 */

/** One number where all threads have the same, or one for each thread. */
export type Values = number | Float64Array;

/** Beyond this an integer is not exact as a double. */
const EXACT = Number.MAX_SAFE_INTEGER;

/** `div` and `mod` round down; `and` and `or` are those of bits of unsigned words, and of truth values 0 and 1. */
export type Calculation = 'add' | 'mul' | 'div' | 'mod' | 'and' | 'or' | 'xor';

export function calculated(operation: Calculation, x: Values, y: Values): Values {
  if (typeof x === 'number' && typeof y === 'number') return ofNumbers(operation, x, y);
  if (typeof x === 'number') {
    if (operation !== 'div' && operation !== 'mod') return byNumber(operation, y as Float64Array, x);
    return ofArrays(operation, new Float64Array((y as Float64Array).length).fill(x), y as Float64Array);
  }
  return typeof y === 'number' ? byNumber(operation, x, y) : ofArrays(operation, x, y);
}

function ofNumbers(operation: Calculation, x: number, y: number): number {
  switch (operation) {
    case 'add':
      return x + y;
    case 'mul':
      return x * y;
    case 'div':
      return Math.floor(x / y);
    case 'mod':
      return x - Math.floor(x / y) * y;
    case 'and':
      return (x & y) >>> 0;
    case 'or':
      return (x | y) >>> 0;
    case 'xor':
      return (x ^ y) >>> 0;
  }
}

function byNumber(operation: Calculation, x: Float64Array, y: number): Float64Array {
  const n = x.length;
  const to = new Float64Array(n);
  switch (operation) {
    case 'add':
      for (let i = 0; i < n; i++) to[i] = x[i]! + y;
      return to;
    case 'mul':
      for (let i = 0; i < n; i++) to[i] = x[i]! * y;
      return to;
    case 'div':
      for (let i = 0; i < n; i++) to[i] = Math.floor(x[i]! / y);
      return to;
    case 'mod':
      for (let i = 0; i < n; i++) to[i] = x[i]! - Math.floor(x[i]! / y) * y;
      return to;
    case 'and':
      for (let i = 0; i < n; i++) to[i] = (x[i]! & y) >>> 0;
      return to;
    case 'or':
      for (let i = 0; i < n; i++) to[i] = (x[i]! | y) >>> 0;
      return to;
    case 'xor':
      for (let i = 0; i < n; i++) to[i] = (x[i]! ^ y) >>> 0;
      return to;
  }
}

function ofArrays(operation: Calculation, x: Float64Array, y: Float64Array): Float64Array {
  const n = x.length;
  const to = new Float64Array(n);
  switch (operation) {
    case 'add':
      for (let i = 0; i < n; i++) to[i] = x[i]! + y[i]!;
      return to;
    case 'mul':
      for (let i = 0; i < n; i++) to[i] = x[i]! * y[i]!;
      return to;
    case 'div':
      for (let i = 0; i < n; i++) to[i] = Math.floor(x[i]! / y[i]!);
      return to;
    case 'mod':
      for (let i = 0; i < n; i++) to[i] = x[i]! - Math.floor(x[i]! / y[i]!) * y[i]!;
      return to;
    case 'and':
      for (let i = 0; i < n; i++) to[i] = (x[i]! & y[i]!) >>> 0;
      return to;
    case 'or':
      for (let i = 0; i < n; i++) to[i] = (x[i]! | y[i]!) >>> 0;
      return to;
    case 'xor':
      for (let i = 0; i < n; i++) to[i] = (x[i]! ^ y[i]!) >>> 0;
      return to;
  }
}

/** 1 where the values stand in that relation to zero, and 0 elsewhere. */
export function tested(relation: 'le' | 'eq' | 'ne', x: Values): Values {
  if (typeof x === 'number') return (relation === 'le' ? x <= 0 : relation === 'eq' ? x === 0 : x !== 0) ? 1 : 0;
  const n = x.length;
  const to = new Float64Array(n);
  if (relation === 'le') for (let i = 0; i < n; i++) to[i] = x[i]! <= 0 ? 1 : 0;
  else if (relation === 'eq') for (let i = 0; i < n; i++) to[i] = x[i] === 0 ? 1 : 0;
  else for (let i = 0; i < n; i++) to[i] = x[i] !== 0 ? 1 : 0;
  return to;
}

export function combined(x: Values, y: Values, f: (x: number, y: number) => number): Values {
  if (typeof x === 'number') return typeof y === 'number' ? f(x, y) : y.map((value) => f(x, value));
  return typeof y === 'number' ? x.map((value) => f(value, y)) : x.map((value, i) => f(value, y[i]!));
}

export function mapped(x: Values, f: (x: number) => number): Values {
  return typeof x === 'number' ? f(x) : x.map((value) => f(value));
}

export function chosen(c: Values, x: Values, y: Values): Values {
  if (typeof c === 'number') return c === 0 ? y : x;
  const at = (values: Values, i: number) => (typeof values === 'number' ? values : values[i]!);
  return c.map((holds, i) => (holds === 0 ? at(y, i) : at(x, i)));
}

export function some(x: Values, test: (value: number) => boolean): boolean {
  return typeof x === 'number' ? test(x) : x.some(test);
}

/** The values where all are integers that a double holds exactly; null otherwise. */
export function exact(x: Values | null): Values | null {
  if (x === null) return null;
  if (typeof x === 'number') return Math.abs(x) <= EXACT ? x : null;
  for (let i = 0; i < x.length; i++) if (!(Math.abs(x[i]!) <= EXACT)) return null;
  return x;
}
