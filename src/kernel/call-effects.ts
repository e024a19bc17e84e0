/** What a call of the effects table does to the thread that is executed. */
import {
  type Axis,
  type Effect,
  type EffectKind,
  type EffectOf,
  isWithinBlock,
  type MemoryScope,
  openclScope,
  orderingNumbered,
  type ValueOperation,
} from '../intrinsics/index.ts';
import { sizeOf, strideOf } from '../ir/layout.ts';
import type { Instruction, Operand, Ordering, Type } from '../ir/program.ts';
import { bitCount, type Int, integerRange, isConstant, type MachineInt, type Uninterpreted } from '../terms/index.ts';
import { accessScope } from './access-scope.ts';
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

/** A call of a function that the tables of effects know, and the state that it finds. */
interface CallSite {
  readonly executor: Executor;
  readonly frame: Frame;
  readonly state: State;
  readonly call: Call;
  /** The callee's symbol. */
  readonly name: string;
}

type Transfer<Kind extends EffectKind> = (site: CallSite, effect: EffectOf<Kind>) => State | null;

/** @returns the state after the call, or null when it does not return. */
export function applyEffect(
  executor: Executor,
  frame: Frame,
  state: State,
  call: Call,
  effect: Effect,
  name: string,
): State | null {
  return transferred({ executor, frame, state, call, name }, effect);
}

function transferred<Kind extends EffectKind>(site: CallSite, effect: EffectOf<Kind> & { kind: Kind }): State | null {
  const transfer: Transfer<Kind> = TRANSFERS[effect.kind];
  return transfer(site, effect);
}

function define({ frame, call }: CallSite, value: Value): void {
  if (call.result !== null) frame.registers[call.result] = value;
}

function argument({ executor, frame, state, call }: CallSite, i: number): Value {
  const operand = call.arguments[i];
  return operand ? executor.evaluate(frame, state, operand) : { kind: 'undefined' };
}

function allArguments(site: CallSite): Value[] {
  return site.call.arguments.map((_, i) => argument(site, i));
}

function number(site: CallSite, term: Int): State {
  const { call, executor, state } = site;
  define(site, executor.machine.make(call.type.kind === 'int' ? call.type.bits : 32, term, true));
  return state;
}

function unknown(site: CallSite): State {
  define(site, site.executor.unknownOf(site.call.type, 'unknown', site.name));
  return site.state;
}

function pure(site: CallSite): State {
  define(site, site.executor.pure(site.name, allArguments(site), site.call.type));
  return site.state;
}

/** Values that threads hand each other in an order that is not followed. */
function exchange(site: CallSite): State {
  site.executor.recorder.hideOrder();
  return unknown(site);
}

type PerAxis = (axis: 0 | 1 | 2) => Int;

/** @param beyond the value for an axis that does not exist */
function perAxis(site: CallSite, axis: Axis, value: PerAxis, beyond: Int): State {
  if (axis !== 'argument') return number(site, value(axis === 'x' ? 0 : axis === 'y' ? 1 : 2));
  const which = argument(site, 0);
  if (which.kind !== 'int' || !isConstant(which.term)) return unknown(site);
  const i = which.term.constant;
  return number(site, i === 0n || i === 1n || i === 2n ? value(Number(i) as 0 | 1 | 2) : beyond);
}

function globalId({ executor }: CallSite): PerAxis {
  const { terms: t, input } = executor;
  return (i) => t.add(t.mul(input.blockIdx[i], input.launch.blockDim[i]), input.threadIdx[i]);
}

function globalSize({ executor }: CallSite): PerAxis {
  const { terms: t, input } = executor;
  return (i) => t.mul(input.launch.gridDim[i], input.launch.blockDim[i]);
}

function linear({ executor: { terms: t } }: CallSite, index: PerAxis, size: PerAxis): Int {
  return t.add(index(0), t.mul(size(0), t.add(index(1), t.mul(size(1), index(2)))));
}

function linearThread(site: CallSite): Int {
  const { threadIdx, launch } = site.executor.input;
  return linear(
    site,
    (i) => threadIdx[i],
    (i) => launch.blockDim[i],
  );
}

function warpSize({ executor }: CallSite): bigint {
  return BigInt(executor.input.program.warpSize);
}

/** A barrier of the whole warp. */
function warpBarrier({ executor, frame, state, call }: CallSite): State {
  executor.recordBarrier(frame, state, 'warp', call.location);
  return executor.passBarrier(state, ['warp', 'warpGlobal']);
}

function reducingBarrier(site: CallSite): State {
  const { executor, frame, state, call, name } = site;
  const { terms: t, machine } = executor;
  const after = blockBarrier(executor, frame, state, call);
  if (call.type.kind !== 'int') {
    unknown(site);
    return after;
  }
  // The combined value is the same for all threads of the block, and new at each barrier.
  const range = integerRange(call.type.bits);
  const fn: Uninterpreted = { name: `combined:${name}`, sharing: 'block', origin: 'unknown', range };
  const term = t.apply(fn, [executor.phases(after, 'shared').block]);
  define(
    site,
    call.type.bits === 1 ? { kind: 'bool', cond: t.ne(term, t.zero) } : machine.make(call.type.bits, term, true),
  );
  return after;
}

function atomicCall(
  site: CallSite,
  effect: EffectOf<'atomic' | 'atomic-compare-exchange' | 'atomic-load' | 'atomic-store'>,
): State {
  const { executor, frame, state, call, name } = site;
  const given = (i: number) => argument(site, i);
  const update = updateBy(executor, effect, given);
  const result = executor.fetched(state, given(0), call.type, counted(executor.terms, update), name);
  define(site, result);
  return atomic(executor, frame, state, call, atomicType(call), {
    scope: accessScope(executor, frame, scopeFrom(given, effect), call.location),
    ordering: orderFrom(given, effect),
    found: result.kind === 'int' ? result.term : null,
    update,
  });
}

function laneOf(site: CallSite, valueAt: number, laneAt: number, segmentAt: number | null): State {
  const segment = segmentAt === null ? null : argument(site, segmentAt);
  const { executor, state, call } = site;
  define(site, laneValue(executor, state, argument(site, valueAt), argument(site, laneAt), segment, call.type));
  return state;
}

function statement(site: CallSite): State {
  const { executor, frame, state, call } = site;
  const condition = executor.condition(argument(site, 0));
  executor.input.host?.learns(condition, 'assert', executor.place(frame, call.location));
  return { ...state, path: executor.terms.and(state.path, condition) };
}

function unmodelled(site: CallSite, { what }: { readonly what: string }): State {
  site.executor.refuse(what, site.executor.place(site.frame, site.call.location));
  return unknown(site);
}

function nothing(site: CallSite): State {
  return site.call.type.kind === 'void' ? site.state : unknown(site);
}

/** What each effect does to the thread that is executed. */
const TRANSFERS: { readonly [Kind in EffectKind]: Transfer<Kind> } = {
  'thread-index': (site, { axis }) =>
    perAxis(site, axis, (i) => site.executor.input.threadIdx[i], site.executor.terms.zero),
  'block-index': (site, { axis }) =>
    perAxis(site, axis, (i) => site.executor.input.blockIdx[i], site.executor.terms.zero),
  'block-size': (site, { axis }) =>
    perAxis(site, axis, (i) => site.executor.input.launch.blockDim[i], site.executor.terms.one),
  'grid-size': (site, { axis }) =>
    perAxis(site, axis, (i) => site.executor.input.launch.gridDim[i], site.executor.terms.one),
  'global-id': (site, { axis }) => perAxis(site, axis, globalId(site), site.executor.terms.zero),
  'global-size': (site, { axis }) => perAxis(site, axis, globalSize(site), site.executor.terms.one),
  'global-offset': (site) => {
    site.executor.assume('launch', 'the global offset of the launch is 0');
    return number(site, site.executor.terms.zero);
  },
  'linear-thread-index': (site) => number(site, linearThread(site)),
  'linear-global-id': (site) => number(site, linear(site, globalId(site), globalSize(site))),
  dimensions: (site) =>
    number(site, site.executor.terms.symbol('get_work_dim()', 'launch', 'input', { low: 1n, high: 3n })),
  'warp-size': (site) => number(site, site.executor.terms.constant(warpSize(site))),
  'lane-id': (site) => {
    const { terms: t } = site.executor;
    return number(site, t.mod(linearThread(site), t.constant(warpSize(site))));
  },
  'warp-index': unknown,
  'warps-per-block': unknown,
  'lane-mask': unknown,
  'dynamic-shared-size': unknown,
  clock: unknown,

  'block-barrier': (site, { fencesArgument }) => {
    const { executor, frame, state, call } = site;
    unknown(site);
    if (executor.isLeftOut(frame, call.location)) return state;
    if (fencesArgument === null) return blockBarrier(executor, frame, state, call, true);
    return openclBarrier(executor, frame, state, call, argument(site, fencesArgument));
  },
  'block-barrier-reduce': reducingBarrier,
  'named-barrier': (site, { idArgument, countArgument, waits }) => {
    const { executor, frame, state, call } = site;
    unknown(site);
    const id = argument(site, idArgument);
    const count = countArgument === null ? null : argument(site, countArgument);
    // Number 0 with all threads is the block's own barrier.
    const isOwn = id.kind === 'int' && id.term === executor.terms.zero && count === null && waits;
    if (isOwn) return blockBarrier(executor, frame, state, call);
    return namedBarrier(executor, frame, state, call, id, count, waits);
  },
  'barrier-object': (site, { operation }) => {
    const { executor, frame, state, call } = site;
    const pointer = argument(site, 0);
    const given = call.arguments.length > 1 ? argument(site, 1) : null;
    const { state: after, value } = barrierObject(executor, frame, state, call, operation, pointer, given);
    if (value === null) unknown(site);
    else define(site, value);
    return after;
  },
  'warp-barrier': (site, { maskArgument }) => {
    const { executor, state } = site;
    unknown(site);
    const mask = maskArgument === null ? null : argument(site, maskArgument);
    const full =
      mask === null ||
      (mask.kind === 'int' && isConstant(mask.term) && hasAllLanes(mask.term.constant, warpSize(site)));
    if (full) return warpBarrier(site);
    return mask.kind === 'int' ? lanesBarrier(executor, state, executor.machine.unsigned(mask)) : state;
  },
  'tile-barrier': (site, { sizeArgument }) => {
    const { executor, state } = site;
    const size = argument(site, sizeArgument);
    if (size.kind !== 'int' || !isConstant(size.term) || size.term.constant < 1n) return state;
    if (size.term.constant !== warpSize(site)) return tileBarrier(executor, state, size.term.constant);
    return warpBarrier(site);
  },
  'grid-barrier': (site) => {
    const { executor, frame, state, call } = site;
    unknown(site);
    executor.recordBarrier(frame, state, 'grid', call.location);
    return { ...executor.passBarrier(state, ['grid', ...BLOCK_WIDE]), written: new Set() };
  },
  'unfenced-barrier': unmodelled,
  fence: (site, effect) => {
    const { executor, state } = site;
    const given = (i: number) => argument(site, i);
    const order = orderFrom(given, effect);
    const scope = scopeFrom(given, effect);
    if (order === 'monotonic' || scope === null || isWithinBlock(scope)) return state;
    executor.recordFence(state, scope, order);
    return afterFence(state);
  },

  memcpy: (site) => {
    define(site, argument(site, 0));
    return copy(site.executor, site.frame, site.state, site.call);
  },
  memset: (site) => {
    define(site, argument(site, 0));
    return fill(site.executor, site.frame, site.state, site.call);
  },
  atomic: atomicCall,
  'atomic-compare-exchange': atomicCall,
  'atomic-load': atomicCall,
  'atomic-store': atomicCall,
  'vector-load': (site, { half, stride, lanes }) => {
    const { executor, frame, state, call } = site;
    const lane: Type = half ? { kind: 'float', format: 'half' } : elementOf(call.type);
    const at = moved(executor, argument(site, 1), argument(site, 0), stride * strideOf(lane));
    define(site, accessLanes(executor, frame, state, call, at, lane, lanes, null, call.type).value);
    return state;
  },
  'vector-store': (site, { half, stride, lanes }) => {
    const { executor, frame, state, call } = site;
    const stored = call.arguments[0]?.type ?? call.type;
    const lane: Type = half ? { kind: 'float', format: 'half' } : elementOf(stored);
    const at = moved(executor, argument(site, 2), argument(site, 1), stride * strideOf(lane));
    return accessLanes(executor, frame, state, call, at, lane, lanes, argument(site, 0), stored).state;
  },
  'async-copy': (site, effect) =>
    groupCopy(site.executor, site.frame, site.state, site.call, effect, (value) => define(site, value)),
  'wait-async-copies': ({ executor, frame, state, call }) => {
    waitForCopies(executor, frame, state, call);
    return state;
  },
  split: (site, effect) => {
    const { executor, frame, state, call } = site;
    const pointer = argument(site, effect.argument);
    unknown(site);
    return pointer.kind === 'pointer'
      ? clobber(executor, frame, state, call, pointer.targets, elementOf(call.type))
      : state;
  },
  allocate: (site) => {
    const { executor, frame, state, name } = site;
    define(site, executor.pointerTo(executor.stackObject(frame, name, null)));
    return state;
  },
  free: nothing,
  scope: (site) => {
    accessScope(site.executor, site.frame, null, site.call.location);
    define(site, argument(site, 0));
    return site.state;
  },
  address: (site) => {
    const { executor, frame, state, call } = site;
    const given = argument(site, 0);
    const pointer = given.kind === 'int' ? executor.recoveredPointer(given) : null;
    if (pointer === null) {
      const place = executor.place(frame, call.location);
      executor.refuse('inline assembly with an address that is not known to come from a pointer', place);
    }
    // A kernel that is refused needs no access to go with it.
    define(site, pointer ?? { kind: 'pointer', targets: [] });
    return state;
  },
  'address-space-test': unknown,

  shuffle: (site, { mode, maskArgument, valueArgument, laneArgument, segmentArgument }) =>
    mode === 'lane' || (mode === 'idx' && maskArgument !== null)
      ? laneOf(site, valueArgument, laneArgument, segmentArgument)
      : exchange(site),
  vote: exchange,
  match: exchange,
  'warp-reduce': exchange,
  'active-mask': exchange,
  collective: (site, { level, operation }) => {
    if (level === 'block') return reducingBarrier(site);
    return operation?.what === 'broadcast' ? laneOf(site, 0, 1, null) : exchange(site);
  },
  exchange,

  unknown,
  uncomputed: unknown,
  pure,
  ptx: pure,
  math: pure,
  value: (site, { operation }) => {
    const { executor, state, call, name } = site;
    define(site, valueOperation(executor, operation, allArguments(site), call.type, name));
    return state;
  },
  opencl: pure,
  'bit-function': pure,
  convert: pure,
  reinterpret: pure,

  assume: statement,
  assert: (site) => {
    const { executor, frame, call } = site;
    executor.assume('device-assert', 'assertions hold', executor.place(frame, call.location));
    return statement(site);
  },
  assumption: (site, { text }) => {
    const { executor, frame, state, call } = site;
    executor.assume('callee', text, executor.place(frame, call.location));
    return state;
  },
  unmodelled,
  abort: () => null,
  exit: () => null,
  yield: nothing,
  lifetime: nothing,
  none: nothing,
};

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

/** @returns null for one that is not known. */
function scopeFrom(
  argument: (i: number) => Value,
  effect: { readonly scope: MemoryScope; readonly scopeArgument: number | null },
): MemoryScope | null {
  if (effect.scopeArgument === null) return effect.scope;
  const value = argument(effect.scopeArgument);
  return value.kind === 'int' && isConstant(value.term) ? openclScope(value.term.constant) : null;
}

/** An order that is not known counts as none. */
function orderFrom(
  argument: (i: number) => Value,
  effect: { readonly order: Ordering; readonly orderArgument: number | null },
): Ordering {
  if (effect.orderArgument === null) return effect.order;
  const value = argument(effect.orderArgument);
  if (value.kind !== 'int' || !isConstant(value.term)) return 'monotonic';
  return orderingNumbered(value.term.constant) ?? 'monotonic';
}

/** What an atomic operation that is spelt as a call does. */
function updateBy(
  { terms, machine }: Pick<Executor, 'terms' | 'machine'>,
  effect: EffectOf<'atomic' | 'atomic-compare-exchange' | 'atomic-load' | 'atomic-store'>,
  argument: (i: number) => Value,
): Update | null {
  const number = (value: Value) => (value.kind === 'int' ? machine.signed(value) : null);
  const [first, second] = [number(argument(1)), number(argument(2))];
  switch (effect.kind) {
    case 'atomic-load':
      return { kind: 'keep' };
    case 'atomic-store':
      return effect.operand === 0 || first === null ? null : { kind: 'replace', value: first };
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
