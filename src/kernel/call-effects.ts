/** What a call of the effects table does to the thread that is executed. */
import { type Axis, type Effect, ORDERS, type ValueOperation } from '../intrinsics/effects.ts';
import { sizeOf, strideOf } from '../ir/layout.ts';
import type { Instruction, Operand, Ordering, Type } from '../ir/program.ts';
import type { Scope } from '../model/result.ts';
import { bitCount, type Int, integerRange, isConstant, type MachineInt, type Uninterpreted } from '../terms/index.ts';
import { counted, updateOf } from './atomic-update.ts';
import type { Executor } from './execute.ts';
import type { Frame } from './execution.ts';
import { barrierObject, lanesBarrier, namedBarrier, tileBarrier } from './group-barriers.ts';
import { groupCopy, waitForCopies } from './group-copies.ts';
import type { KernelAccess, Update } from './kernel-model.ts';
import { laneValue } from './lane-values.ts';
import { leavesWithin } from './leaves.ts';
import { type Target, type Value, withoutSlots } from './memory.ts';
import { afterFence, contentOf, type State, withContent } from './state.ts';

type Call = Instruction & { op: 'call' };

/** What a barrier of the whole block orders. */
const BLOCK_WIDE = ['block', 'blockGlobal', 'warp', 'warpGlobal'] as const;
/** OpenCL's fence flags. */
const LOCAL_FENCE = 1n;
const GLOBAL_FENCE = 2n;

/** @returns the state after the call, or null when it does not return. */
export function applyEffect(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  effect: Effect,
  name: string,
): State | null {
  const { terms: t, machine } = executor;
  const { launch, threadIdx, blockIdx } = executor.input;
  const warpSize = BigInt(executor.input.program.warpSize);
  const define = (value: Value) => {
    if (call.result !== null) frame.registers[call.result] = value;
  };
  const bits = call.type.kind === 'int' ? call.type.bits : 32;
  const number = (term: Int) => define(machine.make(bits, term, true));
  const argument = (i: number): Value => {
    const operand = call.arguments[i];
    return operand ? executor.evaluate(frame, state, operand) : { kind: 'undefined' };
  };
  const unknown = () => define(executor.unknownOf(call.type, 'unknown', name));
  const perAxis = (axis: Axis, of: (i: 0 | 1 | 2) => Int, beyond: Int): void => {
    const which = axis === 'argument' ? argument(0) : null;
    if (axis !== 'argument') number(of(axis === 'x' ? 0 : axis === 'y' ? 1 : 2));
    else if (which?.kind === 'int' && isConstant(which.term)) {
      const i = which.term.constant;
      number(i === 0n || i === 1n || i === 2n ? of(Number(i) as 0 | 1 | 2) : beyond);
    } else unknown();
  };
  const globalId = (i: 0 | 1 | 2) => t.add(t.mul(blockIdx[i], launch.blockDim[i]), threadIdx[i]);
  const globalSize = (i: 0 | 1 | 2) => t.mul(launch.gridDim[i], launch.blockDim[i]);
  const linear = (of: (i: 0 | 1 | 2) => Int, size: (i: 0 | 1 | 2) => Int) =>
    t.add(of(0), t.mul(size(0), t.add(of(1), t.mul(size(1), of(2)))));

  switch (effect.kind) {
    case 'thread-index':
      perAxis(effect.axis, (i) => threadIdx[i], t.zero);
      return state;
    case 'block-index':
      perAxis(effect.axis, (i) => blockIdx[i], t.zero);
      return state;
    case 'block-size':
      perAxis(effect.axis, (i) => launch.blockDim[i], t.one);
      return state;
    case 'grid-size':
      perAxis(effect.axis, (i) => launch.gridDim[i], t.one);
      return state;
    case 'global-id':
      perAxis(effect.axis, globalId, t.zero);
      return state;
    case 'global-size':
      perAxis(effect.axis, globalSize, t.one);
      return state;
    case 'global-offset':
      executor.assume('launch', 'the global offset of the launch is 0');
      number(t.zero);
      return state;
    case 'linear-thread-index':
      number(
        linear(
          (i) => threadIdx[i],
          (i) => launch.blockDim[i],
        ),
      );
      return state;
    case 'linear-global-id':
      number(linear(globalId, globalSize));
      return state;
    case 'dimensions':
      define(machine.make(bits, t.symbol('get_work_dim()', 'launch', 'input', { low: 1n, high: 3n }), true));
      return state;
    case 'warp-size':
      number(t.constant(warpSize));
      return state;
    case 'lane-id':
      number(
        t.mod(
          linear(
            (i) => threadIdx[i],
            (i) => launch.blockDim[i],
          ),
          t.constant(warpSize),
        ),
      );
      return state;

    case 'block-barrier': {
      unknown();
      if (executor.isLeftOut(frame, call.location)) return state;
      if (effect.fencesArgument === null) return blockBarrier(executor, frame, state, call, true);
      return openclBarrier(executor, frame, state, call, argument(effect.fencesArgument));
    }
    case 'block-barrier-reduce': {
      const after = blockBarrier(executor, frame, state, call);
      // The combined value is the same for all threads of the block, and new at each barrier.
      if (call.type.kind === 'int') {
        const range = integerRange(call.type.bits);
        const fn: Uninterpreted = { name: `combined:${name}`, sharing: 'block', origin: 'unknown', range };
        const term = t.apply(fn, [executor.phases(after, 'shared').block]);
        define(call.type.bits === 1
          ? { kind: 'bool', cond: t.ne(term, t.zero) }
          : machine.make(call.type.bits, term, true));
      } else unknown();
      return after;
    }
    case 'named-barrier': {
      unknown();
      const number = argument(effect.idArgument);
      const count = effect.countArgument === null ? null : argument(effect.countArgument);
      // Number 0 with all threads is the block's own barrier.
      const isOwn = number.kind === 'int' && number.term === t.zero && count === null && effect.waits;
      if (isOwn) return blockBarrier(executor, frame, state, call);
      return namedBarrier(executor, frame, state, call, number, count, effect.waits);
    }
    case 'barrier-object': {
      const pointer = argument(0);
      const given = call.arguments.length > 1 ? argument(1) : null;
      const { state: after, value } = barrierObject(executor, frame, state, call, effect.operation, pointer, given);
      if (value === null) unknown();
      else define(value);
      return after;
    }
    case 'warp-barrier': {
      unknown();
      const mask = effect.maskArgument === null ? null : argument(effect.maskArgument);
      const full =
        mask === null || (mask.kind === 'int' && isConstant(mask.term) && hasAllLanes(mask.term.constant, warpSize));
      if (!full) return mask.kind === 'int' ? lanesBarrier(executor, state, machine.unsigned(mask)) : state;
      executor.recordBarrier(frame, state, 'warp', call.location);
      return executor.passBarrier(state, ['warp', 'warpGlobal']);
    }
    case 'tile-barrier': {
      const size = argument(effect.sizeArgument);
      if (size.kind !== 'int' || !isConstant(size.term) || size.term.constant < 1n) return state;
      if (size.term.constant !== warpSize) return tileBarrier(executor, state, size.term.constant);
      executor.recordBarrier(frame, state, 'warp', call.location);
      return executor.passBarrier(state, ['warp', 'warpGlobal']);
    }
    case 'grid-barrier':
      unknown();
      executor.recordBarrier(frame, state, 'grid', call.location);
      return { ...executor.passBarrier(state, ['grid', ...BLOCK_WIDE]), written: new Set() };
    case 'fence': {
      const order = orderFrom(argument, effect);
      const scope = scopeFrom(argument, effect);
      if (order === 'monotonic' || scope === null) return state;
      executor.recordFence(state, scope, order);
      return afterFence(state);
    }

    case 'memcpy':
      define(argument(0));
      return copy(executor, frame, state, call);
    case 'memset':
      define(argument(0));
      return fill(executor, frame, state, call);
    case 'atomic':
    case 'atomic-compare-exchange':
    case 'atomic-load':
    case 'atomic-store': {
      const update = updateBy(executor, effect, argument);
      const result = executor.fetched(state, argument(0), call.type, counted(t, update), name);
      define(result);
      return atomic(executor, frame, state, call, atomicType(call), {
        // Atomic for one work-item or sub-group only: no more than for the block.
        scope: scopeFrom(argument, effect) ?? 'block',
        ordering: orderFrom(argument, effect),
        found: result.kind === 'int' ? result.term : null,
        update,
      });
    }
    case 'vector-load': {
      const pointer = argument(1);
      const lane: Type = effect.half ? { kind: 'float', format: 'half' } : elementOf(call.type);
      const at = moved(executor, pointer, argument(0), effect.stride * strideOf(lane));
      define(accessLanes(executor, frame, state, call, at, lane, effect.lanes, null, call.type).value);
      return state;
    }
    case 'vector-store': {
      const stored = call.arguments[0]?.type ?? call.type;
      const lane: Type = effect.half ? { kind: 'float', format: 'half' } : elementOf(stored);
      const at = moved(executor, argument(2), argument(1), effect.stride * strideOf(lane));
      return accessLanes(executor, frame, state, call, at, lane, effect.lanes, argument(0), stored).state;
    }
    case 'store-unknown': {
      const pointer = argument(effect.argument);
      unknown();
      return pointer.kind === 'pointer'
        ? clobber(executor, frame, state, call, pointer.targets, elementOf(call.type))
        : state;
    }
    case 'group-copy':
      return groupCopy(executor, frame, state, call, name, effect.strided, define);
    case 'wait-group-copies':
      waitForCopies(executor, frame, state, call);
      return state;
    case 'allocate':
      define(executor.pointerTo(executor.stackObject(frame, name, null)));
      return state;
    case 'free':
    case 'none':
      if (call.type.kind !== 'void') unknown();
      return state;
    case 'address': {
      const number = argument(0);
      const pointer = number.kind === 'int' ? executor.recoveredPointer(number) : null;
      if (pointer === null) {
        const place = executor.place(frame, call.location);
        executor.refuse('inline assembly with an address that is not known to come from a pointer', place);
      }
      // A kernel that is refused needs no access to go with it.
      define(pointer ?? { kind: 'pointer', targets: [] });
      return state;
    }
    case 'scope':
      // The scope is found again at the atomic operation that uses the address (`frontend/scopes.ts`).
      define(argument(0));
      return state;

    case 'lane-value': {
      const segment = effect.segmentArgument === null ? null : argument(effect.segmentArgument);
      define(laneValue(
        executor,
        state,
        argument(effect.valueArgument),
        argument(effect.laneArgument),
        segment,
        call.type,
      ));
      return state;
    }
    case 'exchange':
      executor.recorder.hideOrder();
      unknown();
      return state;
    case 'unknown':
      unknown();
      return state;
    case 'pure':
      define(executor.pure(
        name,
        call.arguments.map((_, i) => argument(i)),
        call.type,
      ));
      return state;
    case 'value':
      define(valueOperation(
        executor,
        effect.operation,
        call.arguments.map((_, i) => argument(i)),
        call.type,
        name,
      ));
      return state;

    case 'assume':
    case 'assert': {
      const condition = executor.condition(argument(0));
      executor.input.host?.learns(condition, 'assert', executor.place(frame, call.location));
      if (effect.kind === 'assert') {
        executor.assume('device-assert', 'assertions hold', executor.place(frame, call.location));
      }
      return { ...state, path: t.and(state.path, condition) };
    }
    case 'assumption':
      executor.assume('callee', effect.text, executor.place(frame, call.location));
      return state;
    case 'unmodelled':
      executor.refuse(effect.what, executor.place(frame, call.location));
      unknown();
      return state;
    case 'abort':
      return null;
  }
}

function hasAllLanes(mask: bigint, warpSize: bigint): boolean {
  return BigInt.asUintN(Number(warpSize), ~mask) === 0n;
}

// ---- barriers ---------------------------------------------------------------------------------------------------------

function blockBarrier(executor: Executor, frame: Frame, state: State, call: Call, isStatement = false): State {
  executor.recordBarrier(frame, state, 'block', call.location, 'barrier', isStatement);
  return { ...executor.passBarrier(state, BLOCK_WIDE), written: new Set() };
}

/** OpenCL's barrier orders the memory that its flags name; execution it joins in any case. */
function openclBarrier(executor: Executor, frame: Frame, state: State, call: Call, flags: Value): State {
  executor.recordBarrier(frame, state, 'block', call.location, 'barrier', true);
  if (flags.kind !== 'int' || !isConstant(flags.term)) {
    executor.refuse('a barrier whose flags are not constant', executor.place(frame, call.location));
    return state;
  }
  const local = (flags.term.constant & LOCAL_FENCE) !== 0n;
  const global = (flags.term.constant & GLOBAL_FENCE) !== 0n;
  const after = executor.passBarrier(state, [
    ...(local ? (['block', 'warp'] as const) : []),
    ...(global ? (['blockGlobal', 'warpGlobal'] as const) : []),
  ]);
  return local && global ? { ...after, written: new Set() } : after;
}

// ---- memory ------------------------------------------------------------------------------------------------------------

function elementOf(type: Type): Type {
  return type.kind === 'vector' ? type.element : type;
}

function moved(executor: Executor, pointer: Value, by: Value, stride: number): Value {
  if (pointer.kind !== 'pointer' || by.kind !== 'int') return pointer;
  const offset = executor.terms.scale(executor.machine.signed(by), BigInt(stride));
  return {
    kind: 'pointer',
    targets: pointer.targets.map((x) => ({ ...x, offset: executor.terms.add(x.offset, offset) })),
  };
}

function accessLanes(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  pointer: Value,
  lane: Type,
  lanes: number,
  stored: Value | null,
  vector: Type,
): { state: State; value: Value } {
  const anything = () => executor.unknownOf(vector, 'unknown', 'vector');
  if (pointer.kind !== 'pointer') {
    executor.refuse('a vector access through a pointer that is not understood', executor.place(frame, call.location));
    return { state, value: anything() };
  }
  const kind = stored === null ? 'read' : 'write';
  const size = lanes * strideOf(lane);
  const whole: Type = { kind: 'array', length: lanes, element: lane };
  let value: Value | null = null;
  for (const target of pointer.targets) {
    executor.record(frame, state, kind, target, size, call, call.arguments[1]!, {});
    if (stored === null) value = value === null ? executor.loadFrom(state, target, whole, false) : anything();
    else state = executor.storeTo(state, target, stored, whole);
  }
  return { state, value: value ?? anything() };
}

function lengthOf(executor: Executor, frame: Frame, state: State, operand: Operand | undefined): number | null {
  const value: Value = operand ? executor.evaluate(frame, state, operand) : { kind: 'undefined' };
  return value.kind === 'int' && isConstant(value.term) ? Number(value.term.constant) : null;
}

/** `memcpy(to, from, bytes)`; copies between the thread's own objects keep values, leaf by leaf. */
function copy(executor: Executor, frame: Frame, state: State, call: Call): State {
  const to = executor.evaluate(frame, state, call.arguments[0]!);
  const from = executor.evaluate(frame, state, call.arguments[1]!);
  const bytes = lengthOf(executor, frame, state, call.arguments[2]);
  if (to.kind !== 'pointer' || from.kind !== 'pointer' || bytes === null) {
    executor.refuse('a memory copy of unknown place or length', executor.place(frame, call.location));
    return state;
  }
  for (const source of from.targets) executor.record(frame, state, 'read', source, bytes, call, call.arguments[1]!, {});
  for (const target of to.targets) {
    executor.record(frame, state, 'write', target, bytes, call, call.arguments[0]!, {});
    const source = from.targets.length === 1 ? from.targets[0]! : null;
    state = source ? copyLeaves(executor, state, target, source, bytes) : clobberTarget(executor, state, target, bytes);
  }
  return state;
}

function copyLeaves(executor: Executor, state: State, target: Target, source: Target, bytes: number): State {
  if (target.object.space !== 'local') return executor.storeTo(state, target, { kind: 'undefined' }, { kind: 'void' });
  if (!isConstant(target.offset) || bytes > 4096) return clobberTarget(executor, state, target, bytes);
  const at = Number(target.offset.constant);
  const type = executor.stackTypes.get(target.object.id);
  const wanted = type ? leavesWithin(type, 0, at, bytes) : null;
  if (wanted === null) return clobberTarget(executor, state, target, bytes);
  const before = state;
  state = clobberTarget(executor, state, target, bytes);
  for (const leaf of wanted) {
    const delta = executor.terms.constant(leaf.offset - at);
    const value = executor.loadFrom(
      before,
      { ...source, offset: executor.terms.add(source.offset, delta) },
      leaf.type,
      false,
    );
    const place: Target = { ...target, offset: executor.terms.constant(leaf.offset) };
    if (value.kind !== 'undefined') state = executor.storeTo(state, place, value, leaf.type);
  }
  return state;
}

function clobberTarget(executor: Executor, state: State, target: Target, bytes: number): State {
  if (target.object.space !== 'local') return executor.storeTo(state, target, { kind: 'undefined' }, { kind: 'void' });
  const content = contentOf(state, target.object.id);
  const at = isConstant(target.offset) ? Number(target.offset.constant) : null;
  const cleared = withoutSlots(content, at, bytes);
  return withContent(state, target.object.id, { ...cleared, smeared: true });
}

function fill(executor: Executor, frame: Frame, state: State, call: Call): State {
  const to = executor.evaluate(frame, state, call.arguments[0]!);
  const byte = executor.evaluate(frame, state, call.arguments[1]!);
  const bytes = lengthOf(executor, frame, state, call.arguments[2]);
  if (to.kind !== 'pointer' || bytes === null) {
    executor.refuse('a memory fill of unknown place or length', executor.place(frame, call.location));
    return state;
  }
  for (const target of to.targets) {
    // Of longer fills only zeros are the value that a store would have.
    const isWhole = bytes === 1 || (byte.kind === 'int' && byte.term === executor.terms.zero);
    const value = byte.kind === 'int' && isWhole ? byte.term : null;
    executor.record(frame, state, 'write', target, bytes, call, call.arguments[0]!, { value });
    state = clobberTarget(executor, state, target, bytes);
    const type = target.object.space === 'local' ? executor.stackTypes.get(target.object.id) : undefined;
    const isZero = byte.kind === 'int' && isConstant(byte.term) && byte.term.constant === 0n;
    if (!type || !isZero || !isConstant(target.offset)) continue;
    const at = Number(target.offset.constant);
    for (const leaf of leavesWithin(type, 0, at, bytes) ?? []) {
      const place: Target = { ...target, offset: executor.terms.constant(leaf.offset) };
      state = executor.storeTo(state, place, executor.zero(leaf.type), leaf.type);
    }
  }
  return state;
}

function clobber(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  targets: readonly Target[],
  type: Type,
): State {
  for (const target of targets) {
    executor.record(frame, state, 'write', target, Math.max(1, sizeOf(type)), call, call.arguments[0]!, {});
    state = clobberTarget(executor, state, target, Math.max(1, sizeOf(type)));
  }
  return state;
}

// ---- atomics -------------------------------------------------------------------------------------------------------------

function atomicType(call: Call): Type {
  const operand = call.arguments[1]?.type;
  if (call.type.kind === 'int' || call.type.kind === 'float')
    return call.type.kind === 'int' && call.type.bits === 1 && operand ? operand : call.type;
  return operand && (operand.kind === 'int' || operand.kind === 'float') ? operand : { kind: 'int', bits: 32 };
}

/** @returns null for the scopes of one work-item or sub-group, and for one that is not known. */
function scopeFrom(
  argument: (i: number) => Value,
  effect: { readonly scope: Scope; readonly scopeArgument: number | null },
): Scope | null {
  if (effect.scopeArgument === null) return effect.scope;
  const value = argument(effect.scopeArgument);
  if (value.kind !== 'int' || !isConstant(value.term)) return null;
  const scopes: readonly (Scope | null)[] = [null, 'block', 'device', 'system'];
  return scopes[Number(value.term.constant)] ?? null;
}

/** An order that is not known counts as none. */
function orderFrom(
  argument: (i: number) => Value,
  effect: { readonly order: Ordering; readonly orderArgument: number | null },
): Ordering {
  if (effect.orderArgument === null) return effect.order;
  const value = argument(effect.orderArgument);
  if (value.kind !== 'int' || !isConstant(value.term)) return 'monotonic';
  return ORDERS[Number(value.term.constant)] ?? 'monotonic';
}

/** What an atomic operation that is spelt as a call does. */
function updateBy(
  { terms, machine }: Pick<Executor, 'terms' | 'machine'>,
  effect: Effect,
  argument: (i: number) => Value,
): Update | null {
  const number = (value: Value) => (value.kind === 'int' ? machine.signed(value) : null);
  const [first, second] = [number(argument(1)), number(argument(2))];
  switch (effect.kind) {
    case 'atomic-load':
      return { kind: 'keep' };
    case 'atomic-store':
      return first && { kind: 'replace', value: first };
    case 'atomic-compare-exchange':
      // Where the old value comes back through memory, nothing says what was found.
      return effect.expectedIsPointer || !first || !second
        ? null
        : { kind: 'compare-exchange', expected: first, value: second };
    case 'atomic': {
      const operand = effect.operand === 1 ? machine.make(32, terms.one, true) : argument(1);
      return updateOf(terms, machine, effect.operator, operand);
    }
    default:
      return null;
  }
}

function atomic(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  type: Type,
  details: Pick<KernelAccess, 'scope' | 'ordering' | 'found' | 'update'>,
): State {
  const pointer = executor.evaluate(frame, state, call.arguments[0]!);
  if (pointer.kind !== 'pointer') {
    executor.refuse('an atomic through a pointer that is not understood', executor.place(frame, call.location));
    return state;
  }
  for (const target of pointer.targets) {
    executor.record(frame, state, 'atomic', target, sizeOf(type), call, call.arguments[0]!, {
      ...details,
    });
    state = clobberTarget(executor, state, target, sizeOf(type));
  }
  return state;
}

// ---- values ----------------------------------------------------------------------------------------------------------------

function valueOperation(
  executor: Executor,
  operation: ValueOperation,
  args: readonly Value[],
  type: Type,
  name: string,
): Value {
  const { terms: t, machine } = executor;
  if (operation === 'identity') return args[0] ?? { kind: 'undefined' };
  if (type.kind === 'vector') {
    const lane = (v: Value, i: number): Value =>
      v.kind === 'aggregate' ? (v.elements[i] ?? { kind: 'undefined' }) : v;
    return {
      kind: 'aggregate',
      elements: Array.from({ length: type.length }, (_, i) =>
        valueOperation(
          executor,
          operation,
          args.map((a) => lane(a, i)),
          type.element,
          name,
        ),
      ),
    };
  }
  if (type.kind !== 'int' || type.bits === 1) return executor.pure(name, args, type);
  const width = type.bits;
  const ints: MachineInt[] = args.map((a) => executor.asInt(a, width));
  const [a, b, c] = ints;
  const signed = (x: MachineInt | undefined) => (x ? machine.signed(x) : t.zero);
  const unsigned = (x: MachineInt | undefined) => (x ? machine.unsigned(x) : t.zero);
  const min = (x: Int, y: Int) => t.ite(t.le(x, y), x, y);
  const max = (x: Int, y: Int) => t.ite(t.le(x, y), y, x);
  const result = (term: Int) => machine.make(width, term, true);
  // An unsigned number may be a negative one's bits.
  const pattern = (term: Int) => machine.make(width, term);
  switch (operation) {
    case 'smin':
      return result(min(signed(a), signed(b)));
    case 'smax':
      return result(max(signed(a), signed(b)));
    case 'umin':
      return pattern(min(unsigned(a), unsigned(b)));
    case 'umax':
      return pattern(max(unsigned(a), unsigned(b)));
    case 'sclamp':
      return result(min(max(signed(a), signed(b)), signed(c)));
    case 'uclamp':
      return pattern(min(max(unsigned(a), unsigned(b)), unsigned(c)));
    case 'abs': {
      const x = signed(a);
      return result(t.ite(t.le(t.zero, x), x, t.negate(x)));
    }
    case 'mul':
      return a && b ? (machine.binary('mul', a, b, false) ?? executor.pure(name, args, type)) : { kind: 'undefined' };
    case 'mad': {
      const product = a && b ? machine.binary('mul', a, b, false) : null;
      return product && c
        ? (machine.binary('add', product, c, false) ?? executor.pure(name, args, type))
        : { kind: 'undefined' };
    }
    case 'bitreverse':
    case 'ctpop':
    case 'ctlz':
    case 'cttz': {
      const counted = a ? bitCount(t, operation, unsigned(a), width) : null;
      return counted ? pattern(counted) : executor.pure(name, args, type);
    }
    default:
      return executor.pure(name, args, type);
  }
}
