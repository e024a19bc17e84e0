/** Calls that compute a value and touch nothing, and what calls say of the values that they are given. */
import type { ValueOperation } from '../../intrinsics/index.ts';
import type { Type } from '../../ir/program.ts';
import {
  bitCount,
  type Cond,
  type Int,
  isConstant,
  type MachineInt,
  printCond,
  type Terms,
} from '../../terms/index.ts';
import { bitsOfBallot, firstOfBallot } from '../ballot.ts';
import { allArguments, argument, type CallSite, define, refuseAt } from '../call-site.ts';
import type { Value } from '../memory.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { nothing, pure, type Transfers, unknown } from './transfer.ts';

/** An operation on integers of one width. @returns null where it is not followed */
type IntegerOperation = (thread: Thread, width: number, operands: readonly MachineInt[]) => MachineInt | null;

/** One on the signed numbers that the operands are. */
function signed(compute: (thread: Thread, operands: readonly Int[]) => Int): IntegerOperation {
  return (thread, width, operands) => {
    const numbers = operands.map((x) => thread.machine.signed(x));
    return thread.machine.make(width, compute(thread, numbers), true);
  };
}

/** One on the unsigned numbers that the operands are: what comes of it may be a negative number's bits. */
function unsigned(compute: (thread: Thread, operands: readonly Int[]) => Int): IntegerOperation {
  return (thread, width, operands) => {
    const numbers = operands.map((x) => thread.machine.unsigned(x));
    return thread.machine.make(width, compute(thread, numbers));
  };
}

function bits(operation: Parameters<typeof bitCount>[1]): IntegerOperation {
  return ({ terms, machine }, width, [operand]) => {
    const pattern = operand ? machine.pattern(operand) : terms.zero;
    const votes = operation === 'ctpop' ? bitsOfBallot(terms, pattern) : null;
    if (votes) return machine.make(width, votes, true);
    const first = operation === 'cttz' ? firstOfBallot(terms, pattern) : null;
    if (first) return machine.make(width, terms.ite(terms.eq(pattern, terms.zero), terms.constant(width), first), true);
    const count = operand ? bitCount(terms, operation, machine.unsigned(operand), width) : null;
    return count ? machine.make(width, count) : null;
  };
}

function min({ terms: t }: Thread, [a = t.zero, b = t.zero]: readonly Int[]): Int {
  return t.ite(t.le(a, b), a, b);
}

function max({ terms: t }: Thread, [a = t.zero, b = t.zero]: readonly Int[]): Int {
  return t.ite(t.le(a, b), b, a);
}

function clamp(thread: Thread, [value, low, high]: readonly Int[]): Int {
  const { zero } = thread.terms;
  return min(thread, [max(thread, [value ?? zero, low ?? zero]), high ?? zero]);
}

function abs({ terms: t }: Thread, [value = t.zero]: readonly Int[]): Int {
  return t.ite(t.le(t.zero, value), value, t.negate(value));
}

const INTEGER_OPERATIONS: { readonly [Operation in ValueOperation]?: IntegerOperation } = {
  smin: signed(min),
  smax: signed(max),
  umin: unsigned(min),
  umax: unsigned(max),
  sclamp: signed(clamp),
  uclamp: unsigned(clamp),
  abs: signed(abs),
  mul: ({ machine }, _, [a, b]) => (a && b ? machine.binary('mul', a, b, false) : null),
  mad: ({ machine }, _, [a, b, c]) => {
    const product = a && b ? machine.binary('mul', a, b, false) : null;
    return product && c ? machine.binary('add', product, c, false) : null;
  },
  bitreverse: bits('bitreverse'),
  ctpop: bits('ctpop'),
  ctlz: bits('ctlz'),
  cttz: bits('cttz'),
};

function valueOperation(site: CallSite, operation: ValueOperation, args: readonly Value[], type: Type): Value {
  const { thread, name } = site;
  if (operation === 'identity') return args[0] ?? { kind: 'undefined' };
  if (type.kind === 'vector') {
    const lane = (_: unknown, i: number): Value => {
      const operands = args.map((v): Value => {
        return v.kind === 'aggregate' ? (v.elements[i] ?? { kind: 'undefined' }) : v;
      });
      return valueOperation(site, operation, operands, type.element);
    };
    return { kind: 'aggregate', elements: Array.from({ length: type.length }, lane) };
  }
  const compute = INTEGER_OPERATIONS[operation];
  if (type.kind === 'int' && type.bits > 1 && compute) {
    const operands = args.map((a) => thread.values.integer(a, type.bits));
    const result = compute(thread, type.bits, operands);
    if (result) return result;
  }
  return thread.values.pure(name, args, type);
}

/** Moduli of unsigned registers. */
const WORDS = [1n << 32n, 1n << 64n];

/** Registers of a machine word, for readers: the numbers that they hold. */
function shown(terms: Terms, condition: Cond): string {
  const numbers = terms.substitution((atom) => {
    const isWord = atom.kind === 'mod' && isConstant(atom.divisor) && WORDS.includes(atom.divisor.constant);
    return isWord ? atom.dividend : undefined;
  });
  return condition.kind === 'false' ? 'what the kernel assumes' : printCond(numbers.cond(condition));
}

/** The condition that the call is given holds from here on. */
function statement(site: CallSite, state: State, kind: 'device-assert' | 'device-assume'): State {
  const { input, terms, values, recorder } = site.thread;
  if (kind === 'device-assert' && input.withoutAsserts) return state;
  const condition = values.condition(argument(site, 0));
  input.host?.learns(condition, kind === 'device-assert' ? 'assert' : 'assume', site.place);
  if (kind === 'device-assert') recorder.state(state, condition, kind, 'assertions hold', site.place);
  else if (condition.kind !== 'true') recorder.state(state, condition, kind, shown(terms, condition), site.place);
  return { ...state, path: terms.and(state.path, condition) };
}

function unmodelled(site: CallSite, state: State, { what }: { readonly what: string }): State {
  refuseAt(site, what);
  return unknown(site, state);
}

export const VALUES: Transfers<
  | 'unknown'
  | 'uncomputed'
  | 'pure'
  | 'ptx'
  | 'math'
  | 'value'
  | 'opencl'
  | 'convert'
  | 'reinterpret'
  | 'assume'
  | 'assert'
  | 'assumption'
  | 'unmodelled'
  | 'abort'
  | 'exit'
  | 'yield'
  | 'lifetime'
  | 'none'
> = {
  unknown,
  uncomputed: unknown,
  pure,
  ptx: pure,
  math: pure,
  value: (site, state, { operation }) => {
    define(site, valueOperation(site, operation, allArguments(site), site.call.type));
    return state;
  },
  opencl: pure,
  convert: pure,
  reinterpret: pure,
  assume: (site, state) => statement(site, state, 'device-assume'),
  assert: (site, state) => statement(site, state, 'device-assert'),
  assumption: (site, state, { text }) => {
    site.thread.recorder.assume('callee', text, site.place);
    return state;
  },
  unmodelled,
  abort: () => null,
  exit: () => null,
  yield: nothing,
  lifetime: nothing,
  none: nothing,
};
