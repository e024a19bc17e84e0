/** Device memory that the host asks for: fresh memory, a size that is positive, and rows no shorter than asked for. */

import type { Instruction, SourceLocation } from '../ir/program.ts';
import type { Executor, Frame, State, Value } from '../kernel/index.ts';
import type { Cond, Int } from '../terms/index.ts';
import { visitAtoms } from '../terms/index.ts';

/** `(pointer to the pointer, bytes, …)`. */
const PLAIN = /^(cuda|hip)(Malloc|MallocManaged|MallocAsync|HostAlloc|MallocHost|HostMalloc|ExtMallocWithFlags)$/;
/** `(pointer to the pointer, pointer to the pitch, bytes of a row, rows)`. */
const PITCHED = /^(cuda|hip)MallocPitch$/;
/** `(pointer to pointer, pitch, and both sizes; extent by value)`. */
const VOLUME = /^(cuda|hip)Malloc3D$/;

const POINTER = { kind: 'pointer', space: 0 } as const;
const SIZE = { kind: 'int', bits: 64 } as const;
/** Bytes of a row: more than any device has. */
const PITCH_RANGE = { low: 1n, high: 1n << 48n } as const;

/** True for functions that hand out device memory. */
export function allocates(name: string): boolean {
  return PLAIN.test(name) || PITCHED.test(name) || VOLUME.test(name);
}

/**
 * @param learns told of what holds when there is memory to launch with
 * @returns the state after the call
 */
export function allocate(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Instruction & { op: 'call' },
  name: string,
  learns: (condition: Cond) => void,
): State {
  const { terms: t } = executor;
  const argument = (i: number): Value => {
    const operand = call.arguments[i];
    return operand ? executor.evaluate(frame, state, operand) : { kind: 'undefined' };
  };
  const number = (value: Value): Int | null => (value.kind === 'int' ? executor.machine.signed(value) : null);
  const store = (pointer: Value, offset: number, value: Value, type: typeof POINTER | typeof SIZE): void => {
    if (pointer.kind !== 'pointer') return;
    for (const target of pointer.targets) {
      const at = { ...target, offset: t.add(target.offset, t.constant(offset)) };
      state = executor.storeTo(state, at, value, type);
    }
  };
  const holds = (condition: Cond): void => {
    learns(condition);
    state = { ...state, path: t.and(state.path, condition) };
  };
  const isPositive = (size: Int | null): void => {
    if (size !== null && isPlain(size)) holds(t.le(t.one, size));
  };
  /** A number of bytes that a row takes: at least those that were asked for. */
  const pitchFor = (width: Int | null): Value => {
    const pitch = executor.unknown('input', PITCH_RANGE, 'pitch');
    if (width !== null) holds(t.le(width, pitch));
    return executor.machine.make(64, pitch, true);
  };

  const memory = executor.pointerTo(executor.allocation(`${name}:${placesOf(frame, call.location)}`));
  if (PLAIN.test(name)) {
    isPositive(number(argument(1)));
    store(argument(0), 0, memory, POINTER);
  } else if (PITCHED.test(name)) {
    const [width, height] = [number(argument(2)), number(argument(3))];
    isPositive(width);
    isPositive(height);
    store(argument(0), 0, memory, POINTER);
    store(argument(1), 0, pitchFor(width), SIZE);
  } else {
    const extent = argument(1);
    const [target] = extent.kind === 'pointer' && extent.targets.length === 1 ? extent.targets : [];
    const sizes = [0, 8, 16].map((offset): Value => {
      if (!target) return { kind: 'undefined' };
      const at = { ...target, offset: t.add(target.offset, t.constant(offset)) };
      return executor.loadFrom(state, at, SIZE, false);
    });
    for (const size of sizes) isPositive(number(size));
    store(argument(0), 0, memory, POINTER);
    store(argument(0), 8, pitchFor(number(sizes[0]!)), SIZE);
    store(argument(0), 16, sizes[0]!, SIZE);
    store(argument(0), 24, sizes[1]!, SIZE);
  }
  if (call.result !== null) frame.registers[call.result] = executor.unknownOf(call.type, 'input', name);
  return state;
}

/** That a size which wraps around is not zero says little of what it was computed from, and costs the solver much. */
function isPlain(size: Int): boolean {
  let isWrapped = false;
  visitAtoms([size], (atom) => {
    if (atom.kind === 'mod' || atom.kind === 'bits') isWrapped = true;
  });
  return !isWrapped;
}

/** A wrapper called twice allocates twice: its call sites are part of the key. */
function placesOf(frame: Frame, location: SourceLocation | null): string {
  return [...frame.callSites, location].map((p) => `${p?.file}:${p?.line}:${p?.column}`).join('>');
}
