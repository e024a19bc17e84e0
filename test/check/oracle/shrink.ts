/** Makes a kernel smaller as long as what is wrong with it stays wrong. */
import type { Expr, Kernel, Place, Stmt } from './syntax.ts';
import { typeOf } from './syntax.ts';

/** Variants tried per call. */
const BATCH = 40;
const MAX_STEPS = 60;

/** @param wrong tells which of the kernels still show the violation. */
export function shrink(kernel: Kernel, wrong: (kernels: readonly Kernel[]) => readonly boolean[]): Kernel {
  let best = kernel;
  for (let step = 0; step < MAX_STEPS; step++) {
    const variants = [...smaller(best)].filter((k) => isClosed(k));
    let next: Kernel | null = null;
    for (let at = 0; at < variants.length && next === null; at += BATCH) {
      const batch = variants.slice(at, at + BATCH).map((k, i) => ({ ...k, name: `v${i}` }));
      const found = wrong(batch).indexOf(true);
      if (found >= 0) next = { ...batch[found]!, name: kernel.name };
    }
    if (next === null) return best;
    best = next;
  }
  return best;
}

function* smaller(kernel: Kernel): Generator<Kernel> {
  for (const body of bodies(kernel.body)) yield { ...kernel, body };
  for (const f of kernel.functions) {
    if (!JSON.stringify(kernel.body).includes(`"name":"${f.name}"`)) {
      yield { ...kernel, functions: kernel.functions.filter((x) => x !== f) };
    }
    for (const body of bodies(f.body)) {
      yield { ...kernel, functions: kernel.functions.map((x) => (x === f ? { ...f, body } : x)) };
    }
  }
  for (const p of kernel.parameters) {
    const others = kernel.parameters.filter((x) => x !== p);
    yield { ...kernel, parameters: others };
    if (p.low < p.high) {
      yield { ...kernel, parameters: kernel.parameters.map((x) => (x === p ? { ...p, high: p.low } : x)) };
      yield { ...kernel, parameters: kernel.parameters.map((x) => (x === p ? { ...p, low: p.high } : x)) };
    }
  }
  if (kernel.grid > 1) yield { ...kernel, grid: 1 };
  if (kernel.block > 2) yield { ...kernel, block: kernel.block - 1 };
}

function* bodies(body: readonly Stmt[]): Generator<Stmt[]> {
  for (let i = 0; i < body.length; i++) {
    const around = (middle: readonly Stmt[]) => [...body.slice(0, i), ...middle, ...body.slice(i + 1)];
    yield around([]);
    for (const s of statements(body[i]!)) yield around(s);
  }
}

/** What may stand instead of a statement. */
function* statements(s: Stmt): Generator<Stmt[]> {
  switch (s.kind) {
    case 'declare':
    case 'assign':
    case 'store':
    case 'atomic':
      for (const value of expressions(s.value)) yield [{ ...s, value }];
      break;
    case 'point':
    case 'advance':
      for (const offset of expressions(s.offset)) yield [{ ...s, offset }];
      break;
    case 'if':
      yield [...s.body];
      yield [...s.otherwise];
      for (const condition of expressions(s.condition)) yield [{ ...s, condition }];
      for (const body of bodies(s.body)) yield [{ ...s, body }];
      for (const otherwise of bodies(s.otherwise)) yield [{ ...s, otherwise }];
      break;
    case 'for':
      for (const start of expressions(s.start)) yield [{ ...s, start }];
      for (const condition of expressions(s.condition)) yield [{ ...s, condition }];
      for (const body of bodies(s.body)) yield [{ ...s, body }];
      yield [{ kind: 'declare', type: s.type, name: s.name, value: s.start }, ...s.body];
      break;
    case 'while':
    case 'do':
      yield [...s.body];
      for (const condition of expressions(s.condition)) yield [{ ...s, condition }];
      for (const body of bodies(s.body)) yield [{ ...s, body }];
      break;
    case 'call':
      for (const [i, a] of s.arguments.entries()) {
        for (const e of expressions(a)) yield [{ ...s, arguments: s.arguments.with(i, e) }];
      }
      break;
    case 'return':
      if (s.value) for (const value of expressions(s.value)) yield [{ ...s, value }];
      break;
  }
  if (s.kind === 'store' || s.kind === 'atomic') for (const place of places(s.place)) yield [{ ...s, place }];
}

function* places(p: Place): Generator<Place> {
  for (const [i, e] of p.index.entries()) {
    for (const smallerIndex of expressions(e)) yield { ...p, index: p.index.with(i, smallerIndex) };
  }
  if (p.view !== 'int' && p.view !== 'quad') yield { ...p, view: 'int' };
}

function* expressions(e: Expr): Generator<Expr> {
  if (e.kind === 'number') return;
  yield { kind: 'number', type: typeOf(e), value: 0 };
  yield { kind: 'number', type: typeOf(e), value: 1 };
  switch (e.kind) {
    case 'unary':
    case 'cast':
      yield e.x;
      for (const x of expressions(e.x)) yield { ...e, x };
      break;
    case 'choose':
      yield e.condition;
      for (const condition of expressions(e.condition)) yield { ...e, condition };
      yield* sides(e);
      break;
    case 'binary':
    case 'compare':
    case 'logic':
    case 'extreme':
      yield* sides(e);
      break;
    case 'load':
      for (const place of places(e.place)) yield { ...e, place };
      break;
    case 'call':
      yield* e.arguments;
      break;
  }
}

function* sides(e: Extract<Expr, { readonly x: Expr; readonly y: Expr }>): Generator<Expr> {
  yield e.x;
  yield e.y;
  for (const x of expressions(e.x)) yield { ...e, x };
  for (const y of expressions(e.y)) yield { ...e, y };
}

/** Is everything that is used declared, and does what leaves a loop stand in one? */
function isClosed(kernel: Kernel): boolean {
  const inExpr = (value: unknown, known: ReadonlySet<string>): boolean => {
    if (Array.isArray(value)) return value.every((v) => inExpr(v, known));
    if (typeof value !== 'object' || value === null) return true;
    const node = value as { readonly kind?: string; readonly name?: string; readonly base?: string };
    if (node.kind === 'variable' && !known.has(node.name!)) return false;
    if (node.base !== undefined && !known.has(node.base)) return false;
    return Object.values(value).every((v) => inExpr(v, known));
  };
  const inBody = (body: readonly Stmt[], outer: ReadonlySet<string>, inLoop: boolean): boolean => {
    const known = new Set(outer);
    return body.every((s): boolean => {
      switch (s.kind) {
        case 'declare': {
          const fits = inExpr(s.value, known) && !(known.has(s.name) && !outer.has(s.name));
          known.add(s.name);
          return fits;
        }
        case 'point': {
          const fits = inExpr(s.offset, known);
          known.add(s.name);
          return fits;
        }
        case 'assign':
        case 'advance':
          return known.has(s.name) && inExpr(s, known);
        case 'call':
          return known.has(s.pointer) && inExpr(s.arguments, known);
        case 'if':
          return inExpr(s.condition, known) && inBody(s.body, known, inLoop) && inBody(s.otherwise, known, inLoop);
        case 'for': {
          const inner = new Set([...known, s.name]);
          return (
            inExpr(s.start, known) && inExpr(s.condition, inner) && inExpr(s.step, inner) && inBody(s.body, inner, true)
          );
        }
        case 'while':
        case 'do':
          return inExpr(s.condition, known) && inBody(s.body, known, true);
        case 'break':
        case 'continue':
          return inLoop;
        default:
          return inExpr(s, known);
      }
    });
  };
  const names = [...kernel.arrays, ...kernel.parameters].map((x) => x.name);
  return (
    inBody(kernel.body, new Set(names), false) &&
    kernel.functions.every((f) => {
      const last = f.body[f.body.length - 1];
      const known = new Set([...f.parameters.map((p) => p.name), ...(f.hasPointer ? ['q'] : [])]);
      return (f.hasPointer || (last?.kind === 'return' && last.value !== null)) && inBody(f.body, known, false);
    })
  );
}
