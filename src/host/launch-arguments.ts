/** The sizes and arguments of launches, as host code hands them over. */
import type { ProgramFunction } from '../ir/program.ts';
import type { State, Thread, Value } from '../kernel/index.ts';
import type { Int, MachineInt } from '../terms/index.ts';

/** A pointer argument: which memory, and how far into it. */
export interface PointerArgument {
  readonly kind: 'pointer';
  /** Equal keys, same memory. */
  readonly memory: string;
  readonly offset: Int;
}

export type Argument = { readonly kind: 'int'; readonly term: Int } | PointerArgument | { readonly kind: 'other' };

/** The fields of a `dim3` that is passed in two registers. */
export function sizesInRegisters(thread: Thread, low: Value, high: Value): [Int, Int, Int] {
  const { terms: t, machine, symbols } = thread;
  const word = t.constant(1n << 32n);
  const anything = () => symbols.unknown('unknown', { low: 1n, high: (1n << 31n) - 1n }, 'size');
  const both = low.kind === 'int' ? machine.unsigned(low) : null;
  return [
    both ? t.mod(both, word) : anything(),
    both ? t.div(both, word) : anything(),
    high.kind === 'int' ? machine.unsigned(high) : anything(),
  ];
}

/** The fields of the `dim3` behind a pointer. */
export function dimensions(thread: Thread, state: State, pointer: Value): [Int, Int, Int] {
  const field = (i: number): Int => {
    const target = pointer.kind === 'pointer' && pointer.targets.length === 1 ? pointer.targets[0]! : null;
    const anything = () => thread.symbols.unknown('unknown', { low: 1n, high: (1n << 31n) - 1n }, 'size');
    if (!target) return anything();
    const at = { ...target, offset: thread.terms.add(target.offset, thread.terms.constant(4 * i)) };
    const value = thread.memory.load(state, at, { kind: 'int', bits: 32 });
    return value.kind === 'int' ? sizeOf(thread, value) : anything();
  };
  return [field(0), field(1), field(2)];
}

/**
 * A size as a number. What signed arithmetic gave is that number: read as unsigned, a negative one is beyond every limit,
 * and its launch fails.
 */
function sizeOf({ machine }: Thread, value: MachineInt): Int {
  return value.signedExact ? machine.signed(value) : machine.unsigned(value);
}

/** The values behind an array of pointers, one per parameter; nothing is known of those that cannot be followed. */
export function pointedTo(thread: Thread, state: State, stub: ProgramFunction | undefined, array: Value): Value[] {
  const only = (value: Value) => (value.kind === 'pointer' && value.targets.length === 1 ? value.targets[0]! : null);
  const slots = only(array);
  const parameters = stub?.parameters ?? [];
  // A struct that clang splits has one pointer and several parameters: from there on they are not told apart.
  const split = parameters.findIndex(({ name }) => SPLIT.test(name ?? ''));
  return parameters.map(({ type, byValue }, i): Value => {
    if (slots === null || byValue || (split >= 0 && i >= split)) return { kind: 'undefined' };
    const at = { ...slots, offset: thread.terms.add(slots.offset, thread.terms.constant(8 * i)) };
    const place = only(thread.memory.load(state, at, { kind: 'pointer', space: 0 }));
    return place === null ? { kind: 'undefined' } : thread.memory.load(state, place, type);
  });
}

const SPLIT = /^(.*)\.coerce\d*$/;

/** Arguments by parameter of the kernel. Clang splits small structs into registers named `p.coerce0`, `p.coerce1`. */
export function argumentsOf(thread: Thread, stub: ProgramFunction | undefined, values: readonly Value[]): Argument[] {
  const args: Argument[] = [];
  let last: string | null = null;
  values.forEach((value, i) => {
    const name = stub?.parameters[i]?.name ?? `arg${i}`;
    const split = SPLIT.exec(name);
    if (split) {
      if (split[1] !== last) args.push({ kind: 'other' });
      last = split[1]!;
      return;
    }
    last = null;
    if (stub?.parameters[i]?.byValue) args.push({ kind: 'other' });
    else if (value.kind === 'int') args.push({ kind: 'int', term: thread.machine.signed(value) });
    else if (value.kind === 'bool')
      args.push({ kind: 'int', term: thread.terms.ite(value.cond, thread.terms.one, thread.terms.zero) });
    else if (
      value.kind === 'pointer' &&
      value.targets.length === 1 &&
      value.targets[0]!.object.origin.kind !== 'loaded'
    ) {
      const [target] = value.targets;
      args.push({ kind: 'pointer', memory: `${target!.object.key}#${target!.object.id}`, offset: target!.offset });
    } else args.push({ kind: 'other' });
  });
  return args;
}
