/**
 * Symbolic execution of one kernel for one thread, everything inlined. Control flow joins merge states instead of
 * forking paths, so the cost is linear in the code (times the passes that nested loops need, see `loops.ts`).
 */
import { effectOf } from '../frontend/effects.ts';
import { fieldOffset, sizeOf, storeSizeOf, strideOf } from '../frontend/layout.ts';
import {
  AddressSpace,
  type Instruction,
  type Operand,
  type Ordering,
  type Program,
  type ProgramFunction,
  type SourceLocation,
  type Type,
} from '../frontend/program.ts';
import type { Scope } from '../model/result.ts';
import { applyEffect } from './call-effects.ts';
import { type ControlFlow, controlFlowOf, type Loop } from './control-flow.ts';
import type { KernelAccess, KernelBarrier, Phase, Refusal } from './kernel-model.ts';
import { runLoop } from './loops.ts';
import { type MachineInt, MachineIntegers } from './machine-integers.ts';
import { type MemoryObject, type Target, type Value, withoutSlots, withSlot } from './memory.ts';
import {
  contentOf,
  joinStates,
  joinValues,
  PHASE_OBJECT,
  PHASE_OFFSET,
  type State,
  selectorOf,
  withContent,
} from './state.ts';
import { type Cond, type Int, isConstant, type Range, type SymbolOrigin, single, type Terms } from './terms.ts';

/** An edge of the control flow with the state that takes it. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly state: State;
}

/** One activation of a function. */
export interface Frame {
  readonly fn: ProgramFunction;
  readonly flow: ControlFlow;
  readonly registers: (Value | undefined)[];
  /** Which instruction defines a register: where an address was computed. */
  readonly definitions: ReadonlyMap<number, Instruction>;
  /** Call sites from the kernel down to here, outermost first. */
  readonly callSites: readonly (SourceLocation | null)[];
  readonly returns: { state: State; value: Value | null }[];
  readonly stackObjects: number[];
}

export interface LaunchTerms {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
}

/** How host code is executed: nothing is recorded or refused; calls of interest go to `call`. */
export interface HostCalls {
  /** @returns undefined when the call is an ordinary one. */
  call(
    executor: Executor,
    frame: Frame,
    state: State,
    instruction: Instruction & { op: 'call' },
    name: string,
  ): State | null | undefined;
}

export interface ExecutionInput {
  readonly terms: Terms;
  readonly program: Program;
  readonly kernel: ProgramFunction;
  readonly launch: LaunchTerms;
  readonly threadIdx: readonly [Int, Int, Int];
  readonly blockIdx: readonly [Int, Int, Int];
  /** Parameters whose value is known from the launch, by index. */
  readonly bindings: ReadonlyMap<number, Int>;
  /** Pointer parameters that the launch passes the same memory to: index to the representative's index and offset. */
  readonly aliases: ReadonlyMap<number, { readonly parameter: number; readonly offset: Int }>;
  /** Paths below this prefix are our own headers: places in them are reported at the call from user code. */
  readonly headerPrefix: string;
  /** Host code: calls to look into, and forgiveness for what is not understood. Null for a kernel. */
  readonly host: HostCalls | null;
  /** Keys of objects that the kernel never writes, learned from an earlier execution. */
  readonly readOnly: ReadonlySet<string>;
}

export interface Execution {
  readonly accesses: readonly KernelAccess[];
  readonly barriers: readonly KernelBarrier[];
  readonly refusals: readonly Refusal[];
  readonly facts: readonly Cond[];
  readonly assumptions: ReadonlySet<string>;
  readonly objects: readonly MemoryObject[];
  readonly parameters: ReadonlyMap<string, Int>;
}

/** Instructions executed, over all passes, before the kernel is given up as too large. Deterministic, unlike a clock. */
const STEP_LIMIT = 1_500_000;
const TERM_LIMIT = 2_000_000;
const CALL_DEPTH_LIMIT = 48;
const LEAF_LIMIT = 256;

export class TooLarge extends Error {}

export function execute(input: ExecutionInput): Execution {
  const executor = new Executor(input);
  return executor.run();
}

export class Executor {
  readonly terms: Terms;
  readonly machine: MachineIntegers;
  readonly input: ExecutionInput;
  readonly #objects = new Map<string, MemoryObject>();
  readonly stackTypes = new Map<number, Type>();
  readonly #globalAddresses = new Map<number, MemoryObject>();
  readonly #flows = new Map<string, { flow: ControlFlow; definitions: ReadonlyMap<number, Instruction> }>();
  readonly #refusals = new Map<string, Refusal>();
  readonly #assumptions = new Set<string>();
  readonly #parameters = new Map<string, Int>();
  #accesses: KernelAccess[] = [];
  #barriers: KernelBarrier[] = [];
  #facts: Cond[] = [];
  #exited: Cond;
  #nextObject = 1;
  #nextSymbol = 1;
  #steps = 0;
  /** Passes that only learn (loop discovery) record nothing. */
  #silent = 0;
  /** Iteration symbols of the symbolic loops around the current point, outermost first. */
  readonly iterations: Int[] = [];

  constructor(input: ExecutionInput) {
    this.input = input;
    this.terms = input.terms;
    this.#exited = input.terms.false;
    this.machine = new MachineIntegers(input.terms, (width) =>
      this.#assumptions.add(`${width}-bit index arithmetic does not overflow`),
    );
  }

  run(): Execution {
    const { kernel } = this.input;
    try {
      const frame = this.#frame(kernel, []);
      const initial = this.#initialState();
      kernel.parameters.forEach((p, i) => {
        frame.registers[i] = this.#parameterValue(i, p.name, p.type, p.byValue);
      });
      this.runRegion(frame, null, 0, [{ from: -1, to: 0, state: initial }]);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.refuse(error.message, kernel.location);
    }
    return {
      accesses: this.#accesses,
      barriers: this.#barriers,
      refusals: [...this.#refusals.values()],
      facts: this.#facts,
      assumptions: this.#assumptions,
      objects: [...this.#objects.values()],
      parameters: this.#parameters,
    };
  }

  // ---- recording -------------------------------------------------------------------------------------------------

  refuse(reason: string, location: SourceLocation | null): void {
    const key = `${reason}@${location?.file}:${location?.line}`;
    if (!this.#refusals.has(key)) this.#refusals.set(key, { reason, location });
  }

  /** True while what happens is only being learned, not recorded. */
  get isSilent(): boolean {
    return this.#silent > 0;
  }

  /** Runs `work` without keeping what it records. */
  silently<T>(frame: Frame, work: () => T): T {
    const mark = this.mark(frame);
    this.#silent++;
    try {
      return work();
    } finally {
      this.#silent--;
      this.rollback(frame, mark);
    }
  }

  mark(frame: Frame) {
    return {
      accesses: this.#accesses.length,
      barriers: this.#barriers.length,
      facts: this.#facts.length,
      returns: frame.returns.length,
      exited: this.#exited,
    };
  }

  rollback(frame: Frame, mark: ReturnType<Executor['mark']>): void {
    this.#accesses.length = mark.accesses;
    this.#barriers.length = mark.barriers;
    this.#facts.length = mark.facts;
    frame.returns.length = mark.returns;
    this.#exited = mark.exited;
  }

  recordBarrier(frame: Frame, state: State, width: KernelBarrier['width'], location: SourceLocation | null): void {
    if (this.#silent > 0) return;
    this.#barriers.push({
      index: this.#barriers.length,
      width,
      path: state.path,
      facts: state.facts,
      iterations: [...this.iterations],
      exited: this.#exited,
      phase: this.phases(state, 'shared'),
      location: this.place(frame, location),
    });
  }

  assume(text: string): void {
    this.#assumptions.add(text);
  }

  /** An object of stack memory that nobody else knows. */
  stackObject(frame: Frame, name: string, type: Type | null): MemoryObject {
    const id = this.#nextObject++;
    frame.stackObjects.push(id);
    if (type) this.stackTypes.set(id, type);
    return { id, key: 'stack', space: 'local', name, origin: { kind: 'stack' } };
  }

  /** A value that nothing is known of but its range. */
  unknown(origin: SymbolOrigin, range: Range, hint: string): Int {
    return this.terms.symbol(`${hint}#${this.#nextSymbol++}`, 'thread', origin, range);
  }

  iterationSymbol(): Int {
    return this.terms.symbol(`round#${this.#nextSymbol++}`, 'thread', 'iteration', { low: 0n, high: null });
  }

  /** Symbolic steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** The value that is `a` where the condition holds and `b` elsewhere. */
  choose(condition: Cond, a: Value, b: Value): Value {
    return joinValues(this.terms, condition, a, b, (why) => this.#anything(why));
  }

  #anything(hint: string): Int {
    return this.unknown('approximate', { low: null, high: null }, hint);
  }

  join(a: State, b: State): State {
    return joinStates(this.terms, a, b, (why) => this.#anything(why));
  }

  // ---- regions ---------------------------------------------------------------------------------------------------

  /**
   * Runs the blocks of one loop body (or of the whole function when `loop` is null) in reverse postorder.
   * @returns the edges that leave the region, and those that go back to the loop's header.
   */
  runRegion(
    frame: Frame,
    loop: Loop | null,
    entry: number,
    edges: readonly Edge[],
  ): { exits: Edge[]; latches: Edge[] } {
    const pending = new Map<number, Edge[]>([[entry, [...edges]]]);
    const exits: Edge[] = [];
    const latches: Edge[] = [];
    const dispatch = (edge: Edge) => {
      if (edge.state.path.kind === 'false') return;
      if (loop && edge.to === loop.header) latches.push(edge);
      else if (loop && !loop.blocks.has(edge.to)) exits.push(edge);
      else {
        const list = pending.get(edge.to);
        if (list) list.push(edge);
        else pending.set(edge.to, [edge]);
      }
    };
    for (const block of frame.flow.order) {
      const incoming = pending.get(block);
      if (incoming === undefined) continue;
      pending.delete(block);
      const inner = frame.flow.loopOf.get(block);
      if (inner && inner !== loop) for (const edge of runLoop(this, frame, inner, incoming)) dispatch(edge);
      else for (const edge of this.#runBlock(frame, block, incoming, inner === loop && loop !== null)) dispatch(edge);
    }
    return { exits, latches };
  }

  /** @param isHeader the region's own loop header: its phis were set by `runLoop`. */
  #runBlock(frame: Frame, index: number, incoming: readonly Edge[], isHeader: boolean): Edge[] {
    const block = frame.fn.blocks[index]!;
    let state = incoming[0]!.state;
    if (!isHeader) this.#phis(frame, index, incoming);
    for (let i = 1; i < incoming.length; i++) state = this.join(state, incoming[i]!.state);
    for (const instruction of block.instructions) {
      if (++this.#steps > STEP_LIMIT || this.terms.size > TERM_LIMIT) {
        throw new TooLarge(`kernel too large to analyse (more than ${this.#steps - 1} symbolic steps)`);
      }
      if (instruction.op === 'phi') continue;
      const next = this.#instruction(frame, state, instruction);
      if (next === null || next.path.kind === 'false') return [];
      state = next;
    }
    const t = this.terms;
    const terminator = block.terminator;
    const edge = (to: number, cond: Cond): Edge => ({
      from: index,
      to,
      state: cond.kind === 'true' ? state : { ...state, path: t.and(state.path, cond) },
    });
    switch (terminator.op) {
      case 'br':
        return [edge(terminator.target, t.true)];
      case 'condbr': {
        if (terminator.ifTrue === terminator.ifFalse) return [edge(terminator.ifTrue, t.true)];
        const cond = this.condition(this.valueOf(frame, state, terminator.condition));
        return [edge(terminator.ifTrue, cond), edge(terminator.ifFalse, t.not(cond))];
      }
      case 'switch': {
        const value = this.valueOf(frame, state, terminator.value);
        const byTarget = new Map<number, Cond>();
        let none = t.true;
        for (const c of terminator.cases) {
          const cond =
            value.kind === 'int'
              ? this.machine.compare('eq', value, this.machine.make(value.width, t.constant(c.value)))
              : value.kind === 'bool'
                ? (c.value & 1n) === 1n
                  ? value.cond
                  : t.not(value.cond)
                : this.unknownCondition();
          byTarget.set(c.target, t.or(byTarget.get(c.target) ?? t.false, cond));
          none = t.and(none, t.not(cond));
        }
        byTarget.set(terminator.defaultTarget, t.or(byTarget.get(terminator.defaultTarget) ?? t.false, none));
        return [...byTarget].map(([to, cond]) => edge(to, cond));
      }
      case 'ret':
        frame.returns.push({ state, value: terminator.value ? this.valueOf(frame, state, terminator.value) : null });
        if (frame.callSites.length === 0) {
          const exits = this.iterations.length > 0 ? this.unknownCondition() : state.path;
          this.#exited = t.or(this.#exited, exits);
        }
        return [];
      case 'unreachable':
        return [];
      case 'unknown':
        this.refuse(
          `an instruction that is not understood: ${terminator.text.slice(0, 80)}`,
          this.place(frame, terminator.location),
        );
        return [];
    }
  }

  #phis(frame: Frame, index: number, incoming: readonly Edge[]): void {
    const values: [number, Value][] = [];
    for (const phi of frame.fn.blocks[index]!.instructions) {
      if (phi.op !== 'phi') break;
      let joined: { path: Cond; value: Value } | null = null;
      for (const edge of incoming) {
        const operand = phi.incoming.find((x) => x.block === edge.from)?.value;
        const value = operand ? this.valueOf(frame, edge.state, operand) : this.#opaque('phi');
        if (joined === null) joined = { path: edge.state.path, value };
        else {
          const selector = selectorOf(this.terms, joined.path, edge.state.path);
          joined = {
            value: this.choose(selector, joined.value, value),
            path: this.terms.join(joined.path, edge.state.path),
          };
        }
      }
      if (joined && phi.result !== null) values.push([phi.result, joined.value]);
    }
    for (const [register, value] of values) frame.registers[register] = value;
  }

  // ---- values ----------------------------------------------------------------------------------------------------

  unknownCondition(): Cond {
    return this.terms.ne(this.unknown('unknown', { low: 0n, high: 1n }, 'condition'), this.terms.zero);
  }

  #opaque(hint: string): Value {
    return { kind: 'opaque', term: this.unknown('unknown', { low: null, high: null }, hint) };
  }

  /** An unknown value of a type. */
  unknownOf(type: Type, origin: SymbolOrigin, hint: string): Value {
    switch (type.kind) {
      case 'int':
        if (type.bits === 1) {
          return {
            kind: 'bool',
            cond: this.terms.ne(this.unknown(origin, { low: 0n, high: 1n }, hint), this.terms.zero),
          };
        }
        return this.machine.make(type.bits, this.unknown(origin, signedRange(type.bits), hint), true);
      case 'pointer':
        return this.loadedPointer(this.unknown(origin, { low: 0n, high: null }, hint));
      case 'vector':
      case 'array':
        if (type.length > LEAF_LIMIT) return { kind: 'undefined' };
        return {
          kind: 'aggregate',
          elements: Array.from({ length: type.length }, () => this.unknownOf(type.element, origin, hint)),
        };
      case 'struct':
        return { kind: 'aggregate', elements: type.fields.map((f) => this.unknownOf(f, origin, hint)) };
      default:
        return { kind: 'opaque', term: this.unknown(origin, { low: null, high: null }, hint) };
    }
  }

  condition(value: Value): Cond {
    const t = this.terms;
    if (value.kind === 'bool') return value.cond;
    if (value.kind === 'int') return t.ne(t.mod(value.term, t.constant(2)), t.zero);
    return this.unknownCondition();
  }

  /** The value's identity as a number: equal numbers, equal values. */
  #identity(value: Value): Int {
    const t = this.terms;
    switch (value.kind) {
      case 'int':
        return this.machine.signed(value);
      case 'bool':
        return t.ite(value.cond, t.one, t.zero);
      case 'opaque':
        return value.term;
      case 'aggregate':
        return t.apply(
          'tuple',
          value.elements.map((e) => this.#identity(e)),
          'launch',
          'approximate',
          { low: null, high: null },
        );
      case 'pointer':
        if (value.targets.length === 1) return this.#addressOf(value.targets[0]!);
        return this.unknown('unknown', { low: null, high: null }, 'pointer');
      default:
        return this.unknown('unknown', { low: null, high: null }, value.kind);
    }
  }

  /** A function of its arguments that is not interpreted: floating arithmetic and the like. */
  pure(name: string, args: readonly Value[], type: Type): Value {
    const ids = args.map((a) => this.#identity(a));
    const make = (leaf: Type, suffix: string): Value => {
      if (leaf.kind === 'int' && leaf.bits === 1) {
        const term = this.terms.apply(name + suffix, ids, 'launch', 'approximate', { low: 0n, high: 1n });
        return { kind: 'bool', cond: this.terms.ne(term, this.terms.zero) };
      }
      if (leaf.kind === 'int') {
        const term = this.terms.apply(
          `${name}${suffix}:i${leaf.bits}`,
          ids,
          'launch',
          'approximate',
          signedRange(leaf.bits),
        );
        return this.machine.make(leaf.bits, term, true);
      }
      if (leaf.kind === 'vector') {
        return {
          kind: 'aggregate',
          elements: Array.from({ length: leaf.length }, (_, i) => make(leaf.element, `${suffix}.${i}`)),
        };
      }
      if (leaf.kind === 'pointer') return this.unknownOf(leaf, 'unknown', name);
      return {
        kind: 'opaque',
        term: this.terms.apply(name + suffix, ids, 'launch', 'approximate', { low: null, high: null }),
      };
    };
    return make(type, '');
  }

  valueOf(frame: Frame, state: State, operand: Operand): Value {
    switch (operand.kind) {
      case 'register':
        return frame.registers[operand.register] ?? { kind: 'undefined' };
      case 'int': {
        const bits = operand.type.kind === 'int' ? operand.type.bits : 64;
        if (bits === 1) return { kind: 'bool', cond: (operand.value & 1n) === 1n ? this.terms.true : this.terms.false };
        return this.machine.make(bits, this.terms.constant(BigInt.asIntN(bits, operand.value)), true);
      }
      case 'float':
        return {
          kind: 'opaque',
          term: this.terms.apply(
            `float:${Object.is(operand.value, -0) ? '-0' : operand.value}`,
            [],
            'launch',
            'approximate',
            { low: null, high: null },
          ),
        };
      case 'null':
        return { kind: 'pointer', targets: [] };
      case 'undef':
        return { kind: 'undefined' };
      case 'zero':
        return this.zero(operand.type);
      case 'global':
        return this.#globalValue(operand.name);
      case 'aggregate':
        return { kind: 'aggregate', elements: operand.elements.map((e) => this.valueOf(frame, state, e)) };
      case 'bytes':
        return {
          kind: 'aggregate',
          elements: Array.from(operand.bytes, (b) => this.machine.make(8, this.terms.constant(b))),
        };
      case 'expression': {
        const value = this.#compute(frame, state, operand.instruction);
        return value ?? this.#opaque('expression');
      }
      case 'asm':
      case 'metadata':
        return { kind: 'undefined' };
    }
  }

  zero(type: Type): Value {
    switch (type.kind) {
      case 'int':
        return type.bits === 1
          ? { kind: 'bool', cond: this.terms.false }
          : this.machine.make(type.bits, this.terms.zero, true);
      case 'pointer':
        return { kind: 'pointer', targets: [] };
      case 'array':
      case 'vector':
        if (type.length > LEAF_LIMIT) return { kind: 'undefined' };
        return { kind: 'aggregate', elements: Array.from({ length: type.length }, () => this.zero(type.element)) };
      case 'struct':
        return { kind: 'aggregate', elements: type.fields.map((f) => this.zero(f)) };
      default:
        return {
          kind: 'opaque',
          term: this.terms.apply('float:0', [], 'launch', 'approximate', { low: null, high: null }),
        };
    }
  }

  // ---- objects ---------------------------------------------------------------------------------------------------

  #object(key: string, make: (id: number) => Omit<MemoryObject, 'key'>): MemoryObject {
    let object = this.#objects.get(key);
    if (!object) {
      object = { ...make(this.#nextObject++), key };
      this.#objects.set(key, object);
    }
    return object;
  }

  /** Memory that the host allocates; one object per key. */
  allocation(key: string): MemoryObject {
    return this.#object(key, (id) => ({ id, space: 'global', name: key, origin: { kind: 'allocation' } }));
  }

  /** The state in which nothing is known of an object's content. */
  forget(state: State, object: MemoryObject): State {
    if (object.space !== 'local') return state;
    return withContent(state, object.id, { slots: new Map(), smeared: true });
  }

  pointerTo(object: MemoryObject, offset: Int = this.terms.zero): Value {
    return { kind: 'pointer', targets: [{ guard: this.terms.true, object, offset }] };
  }

  #globalValue(name: string): Value {
    const { program } = this.input;
    const symbol = program.aliases.get(name) ?? name;
    if (program.functions.has(symbol)) return { kind: 'function', name: symbol };
    const variable = program.globals.get(symbol);
    if (!variable) return { kind: 'pointer', targets: [] };
    const space =
      variable.space === AddressSpace.shared
        ? 'shared'
        : variable.space === AddressSpace.constant || variable.isConstant
          ? 'constant'
          : 'global';
    // All `extern __shared__` arrays of a kernel start at the same address.
    const key = space === 'shared' && variable.isExternal ? 'dynamic shared memory' : `variable ${symbol}`;
    return this.pointerTo(
      this.#object(key, (id) => ({ id, space, name: variable.sourceName, origin: { kind: 'variable', symbol } })),
    );
  }

  #parameterValue(index: number, name: string, type: Type, byValue: Type | null): Value {
    if (byValue) {
      return this.pointerTo(
        this.#object(`parameter ${index}`, (id) => ({
          id,
          space: 'local',
          name,
          origin: { kind: 'parameter', index, offset: 0 },
        })),
      );
    }
    return this.#inputValue(index, name, 0, type);
  }

  /** A scalar or pointer that the host passes: parameter `index`, or a field of it at `offset`. */
  #inputValue(index: number, name: string, offset: number, type: Type): Value {
    const t = this.terms;
    if (type.kind === 'pointer') {
      const alias = offset === 0 ? this.input.aliases.get(index) : undefined;
      const at = alias?.parameter ?? index;
      const parameterName = alias ? this.input.kernel.parameters[at]!.name : name;
      const object = this.#object(`memory of ${at}+${offset}`, (id) => ({
        id,
        space:
          type.space === AddressSpace.shared ? 'shared' : type.space === AddressSpace.constant ? 'constant' : 'global',
        name: parameterName,
        origin: { kind: 'parameter', index: at, offset },
      }));
      return this.pointerTo(object, alias?.offset ?? t.zero);
    }
    if (type.kind === 'int') {
      const bound = offset === 0 ? this.input.bindings.get(index) : undefined;
      const range = type.bits === 1 ? { low: 0n, high: 1n } : signedRange(type.bits);
      const term = bound ?? t.symbol(name, 'launch', 'input', range);
      this.#parameters.set(name, term);
      if (type.bits === 1) return { kind: 'bool', cond: t.ne(t.mod(term, t.constant(2)), t.zero) };
      return this.machine.make(type.bits, term, true);
    }
    if (type.kind === 'vector' || type.kind === 'array') {
      const stride = strideOf(type.element);
      return {
        kind: 'aggregate',
        elements: Array.from({ length: Math.min(type.length, LEAF_LIMIT) }, (_, i) =>
          this.#inputValue(index, `${name}[${i}]`, offset + i * stride, type.element),
        ),
      };
    }
    if (type.kind === 'struct') {
      return {
        kind: 'aggregate',
        elements: type.fields.map((f, i) => this.#inputValue(index, `${name}.${i}`, offset + fieldOffset(type, i), f)),
      };
    }
    return { kind: 'opaque', term: t.symbol(name, 'launch', 'input', { low: null, high: null }) };
  }

  /** A pointer whose bits are the number `address`: known when it was made from an object's address. */
  loadedPointer(address: Int): Value {
    for (const m of address.monomials) {
      const object = m.atoms.length === 1 ? this.#globalAddresses.get(m.atoms[0]!.id) : undefined;
      if (object && m.coefficient === 256n) {
        const base = this.#addressOf({ guard: this.terms.true, object, offset: this.terms.zero });
        return this.pointerTo(object, this.terms.sub(address, base));
      }
    }
    const heap = this.#object('loaded', (id) => ({
      id,
      space: 'global',
      name: 'memory behind a loaded pointer',
      origin: { kind: 'loaded' },
    }));
    return this.pointerTo(heap, address);
  }

  /** The target's address as a number; objects start at multiples of 256. */
  #addressOf(target: Target): Int {
    const t = this.terms;
    if (target.object.origin.kind === 'loaded') return target.offset;
    const base = t.symbol(`&${target.object.id}`, 'launch', 'input', { low: 1n, high: 1n << 48n });
    const atom = single(base);
    if (atom) this.#globalAddresses.set(atom.id, target.object);
    return t.add(t.scale(base, 256n), target.offset);
  }

  // ---- memory ----------------------------------------------------------------------------------------------------

  #phase(state: State, which: keyof typeof PHASE_OFFSET): Int {
    const value = contentOf(state, PHASE_OBJECT).slots.get(PHASE_OFFSET[which])!.value;
    return value.kind === 'int' ? value.term : this.terms.zero;
  }

  /** The barrier counts that order accesses to memory of the given space (OpenCL's barriers may order one only). */
  phases(state: State, space: MemoryObject['space']): Phase {
    const isGlobal = space === 'global';
    return {
      block: this.#phase(state, isGlobal ? 'blockGlobal' : 'block'),
      warp: this.#phase(state, isGlobal ? 'warpGlobal' : 'warp'),
      grid: this.#phase(state, 'grid'),
    };
  }

  passBarrier(state: State, which: readonly (keyof typeof PHASE_OFFSET)[]): State {
    let content = contentOf(state, PHASE_OBJECT);
    for (const w of which) {
      const value = this.machine.make(64, this.terms.add(this.#phase(state, w), this.terms.one), true);
      content = withSlot(content, PHASE_OFFSET[w], 8, value);
    }
    return withContent(state, PHASE_OBJECT, content);
  }

  #initialState(): State {
    const zero = this.machine.make(64, this.terms.zero, true);
    const slots = new Map(Object.values(PHASE_OFFSET).map((o) => [o as number, { size: 8, value: zero as Value }]));
    return {
      path: this.terms.true,
      facts: this.terms.true,
      memory: new Map([[PHASE_OBJECT, { slots, smeared: false }]]),
      written: new Set(),
    };
  }

  /** Where the code stands for the user: the innermost place that is not in our own headers. */
  place(frame: Frame, location: SourceLocation | null): SourceLocation | null {
    const isOurs = (l: SourceLocation) => this.input.program.files[l.file]?.startsWith(this.input.headerPrefix) ?? true;
    if (location && !isOurs(location)) return location;
    for (let i = frame.callSites.length - 1; i >= 0; i--) {
      const site = frame.callSites[i];
      if (site && !isOurs(site)) return site;
    }
    return location;
  }

  #addressPlace(frame: Frame, pointer: Operand, location: SourceLocation | null): SourceLocation | null {
    const place = this.place(frame, location);
    if (place !== location || pointer.kind !== 'register') return place;
    const definition = frame.definitions.get(pointer.register);
    if (definition?.op === 'getelementptr' && definition.location) return definition.location;
    return place;
  }

  record(
    frame: Frame,
    state: State,
    kind: KernelAccess['kind'],
    target: Target,
    size: number,
    instruction: Instruction,
    pointer: Operand,
    details: { scope?: Scope | null; ordering?: Ordering | null; volatile?: boolean; value?: Int | null },
  ): void {
    if (target.object.space !== 'global' && target.object.space !== 'shared') return;
    if (this.#silent > 0 || this.input.host) return;
    const path = this.terms.and(state.path, target.guard);
    if (path.kind === 'false') return;
    this.#accesses.push({
      index: this.#accesses.length,
      kind,
      object: target.object,
      offset: target.offset,
      size,
      path,
      facts: state.facts,
      phase: this.phases(state, target.object.space),
      scope: details.scope ?? null,
      ordering: details.ordering ?? null,
      volatile: details.volatile ?? false,
      location: this.place(frame, instruction.location),
      addressLocation: this.#addressPlace(frame, pointer, instruction.location),
      value: details.value ?? null,
    });
  }

  /** Loads a value of `type` from one target; nothing is recorded. */
  loadFrom(state: State, target: Target, type: Type, volatile: boolean): Value {
    const t = this.terms;
    const { object, offset } = target;
    if (object.space === 'local') {
      if (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector') {
        return this.#gather(type, (leaf, at) =>
          this.loadFrom(state, { ...target, offset: t.add(offset, t.constant(at)) }, leaf, volatile),
        );
      }
      return this.#loadLocal(state, object, offset, type);
    }
    if (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector') {
      return this.#gather(type, (leaf, at) =>
        this.loadFrom(state, { ...target, offset: t.add(offset, t.constant(at)) }, leaf, volatile),
      );
    }
    const term = this.#memoryTerm(state, object, offset, type, volatile);
    switch (type.kind) {
      case 'int':
        if (type.bits === 1) return { kind: 'bool', cond: t.ne(term, t.zero) };
        return this.machine.make(type.bits, term, true);
      case 'pointer':
        return this.loadedPointer(term);
      default:
        return { kind: 'opaque', term };
    }
  }

  /**
   * What a load from shared or global memory yields. Memory that the kernel never writes is a function of the address.
   * Else, until a race is found, all threads of a block that read one address in one barrier interval read the same,
   * unless the reader itself has written the object since the barrier (the first race of a run cannot depend on
   * another race, so this is sound for finding one).
   */
  #memoryTerm(state: State, object: MemoryObject, offset: Int, type: Type, volatile: boolean): Int {
    const t = this.terms;
    const bits = type.kind === 'int' ? type.bits : 0;
    const range: Range =
      type.kind === 'int'
        ? bits === 1
          ? { low: 0n, high: 1n }
          : signedRange(bits)
        : type.kind === 'pointer'
          ? { low: 0n, high: null }
          : { low: null, high: null };
    const name = `${object.name}[]:${object.id}:${type.kind}${bits}`;
    if (object.space === 'constant' || (this.input.readOnly.has(object.key) && !volatile)) {
      return t.apply(name, [offset], 'launch', 'input-memory', range);
    }
    if (volatile || state.written.has(object.id)) return this.unknown('unknown', range, `${object.name}[]`);
    return t.apply(name, [offset, this.phases(state, object.space).block], 'block', 'unknown', range);
  }

  #gather(type: Type, load: (leaf: Type, at: number) => Value): Value {
    const elements: Value[] = [];
    if (type.kind === 'struct') elements.push(...type.fields.map((f, i) => load(f, fieldOffset(type, i))));
    else if (type.kind === 'array' || type.kind === 'vector') {
      if (type.length > LEAF_LIMIT) return { kind: 'undefined' };
      const stride = type.kind === 'vector' ? sizeOf(type.element) : strideOf(type.element);
      for (let i = 0; i < type.length; i++) elements.push(load(type.element, i * stride));
    }
    return { kind: 'aggregate', elements };
  }

  #loadLocal(state: State, object: MemoryObject, offset: Int, type: Type): Value {
    const size = sizeOf(type);
    if (!isConstant(offset)) {
      if (object.origin.kind === 'parameter') {
        const term = this.terms.apply(
          `${object.name}[]:${object.id}:${size}`,
          [offset],
          'launch',
          'input',
          type.kind === 'int' ? signedRange(type.bits) : { low: null, high: null },
        );
        if (type.kind === 'int' && type.bits > 1) return this.machine.make(type.bits, term, true);
        if (type.kind === 'pointer') return this.loadedPointer(term);
      }
      return this.unknownOf(type, 'unknown', `${object.name}[]`);
    }
    const at = Number(offset.constant);
    const content = contentOf(state, object.id);
    const slot = content.slots.get(at);
    if (slot && slot.size === size) return this.reinterpret(slot.value, type);
    for (const [start, other] of content.slots) {
      if (start >= at + size || at >= start + other.size) continue;
      // A part of a wider integer: its bits from that byte on (little endian).
      if (start <= at && at + size <= start + other.size && other.value.kind === 'int' && type.kind === 'int') {
        const shifted = this.terms.div(
          this.machine.unsigned(other.value),
          this.terms.constant(1n << BigInt(8 * (at - start))),
        );
        return this.machine.make(type.bits, shifted);
      }
      return this.unknownOf(type, 'unknown', object.name);
    }
    if (object.origin.kind === 'parameter') {
      return this.#inputValue(object.origin.index, at === 0 ? `${object.name}@0` : `${object.name}@${at}`, at, type);
    }
    return content.smeared ? this.unknownOf(type, 'unknown', object.name) : { kind: 'undefined' };
  }

  reinterpret(value: Value, type: Type): Value {
    if (value.kind === 'undefined') return value;
    if (type.kind === 'int') {
      if (type.bits === 8 && value.kind === 'bool') {
        return this.machine.make(8, this.terms.ite(value.cond, this.terms.one, this.terms.zero), true);
      }
      if (value.kind === 'int' && value.width === type.bits) return value;
      if (value.kind === 'opaque') return this.pure('bitcast', [value], type);
      if (value.kind === 'pointer' && value.targets.length === 1) {
        return this.machine.make(type.bits, this.#addressOf(value.targets[0]!), true);
      }
      return value.kind === 'bool' ? value : this.unknownOf(type, 'unknown', 'bits');
    }
    if (type.kind === 'pointer') {
      if (value.kind === 'pointer' || value.kind === 'function') return value;
      if (value.kind === 'int') return this.loadedPointer(value.term);
      return this.unknownOf(type, 'unknown', 'pointer');
    }
    if (type.kind === 'float' && value.kind === 'int') return this.pure('bitcast', [value], type);
    return value;
  }

  load(
    frame: Frame,
    state: State,
    instruction: Instruction,
    pointer: Operand,
    type: Type,
    details: { volatile: boolean; ordering: Ordering | null; scope: Scope | null },
  ): Value {
    const value = this.valueOf(frame, state, pointer);
    if (value.kind !== 'pointer') {
      this.refuse('reads through a pointer that is not understood', this.place(frame, instruction.location));
      return this.unknownOf(type, 'unknown', 'load');
    }
    const strong = details.ordering !== null && details.ordering !== 'unordered';
    let result: { value: Value } | null = null;
    for (const target of value.targets) {
      this.record(frame, state, strong ? 'atomic' : 'read', target, storeSizeOf(type), instruction, pointer, details);
      const loaded = this.loadFrom(state, target, type, details.volatile || strong);
      result = { value: result ? this.choose(target.guard, loaded, result.value) : loaded };
    }
    return result?.value ?? this.unknownOf(type, 'unknown', 'null');
  }

  store(
    frame: Frame,
    state: State,
    instruction: Instruction,
    pointer: Operand,
    value: Value,
    type: Type,
    details: { volatile: boolean; ordering: Ordering | null; scope: Scope | null },
  ): State {
    const address = this.valueOf(frame, state, pointer);
    if (address.kind !== 'pointer') {
      this.refuse('writes through a pointer that is not understood', this.place(frame, instruction.location));
      return state;
    }
    const strong = details.ordering !== null && details.ordering !== 'unordered';
    for (const target of address.targets) {
      const number =
        value.kind === 'int' || value.kind === 'bool' || value.kind === 'opaque' ? this.#identity(value) : null;
      this.record(frame, state, strong ? 'atomic' : 'write', target, storeSizeOf(type), instruction, pointer, {
        ...details,
        value: number,
      });
      state = this.storeTo(state, target, value, type);
    }
    return state;
  }

  storeTo(state: State, target: Target, value: Value, type: Type): State {
    const { object, offset, guard } = target;
    if (object.space !== 'local') {
      if (state.written.has(object.id)) return state;
      return { ...state, written: new Set([...state.written, object.id]) };
    }
    if (value.kind === 'aggregate' && (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector')) {
      for (let i = 0; i < value.elements.length; i++) {
        const leaf = type.kind === 'struct' ? type.fields[i]! : type.element;
        const at =
          type.kind === 'struct' ? fieldOffset(type, i) : i * (type.kind === 'vector' ? sizeOf(leaf) : strideOf(leaf));
        const to = { ...target, offset: this.terms.add(offset, this.terms.constant(at)) };
        state = this.storeTo(state, to, value.elements[i]!, leaf);
      }
      return state;
    }
    const content = contentOf(state, object.id);
    const size = sizeOf(type);
    if (!isConstant(offset)) return withContent(state, object.id, withoutSlots(content, null, 0));
    const at = Number(offset.constant);
    let stored = value;
    if (guard.kind !== 'true') {
      const old = this.#loadLocal(state, object, offset, type);
      stored = this.choose(guard, value, old);
    }
    return withContent(state, object.id, withSlot(content, at, size, stored));
  }

  // ---- instructions ------------------------------------------------------------------------------------------------

  /** @returns the state afterwards, or null when the thread does not get past the instruction. */
  #instruction(frame: Frame, state: State, instruction: Instruction): State | null {
    const define = (value: Value) => {
      if (instruction.result !== null) frame.registers[instruction.result] = value;
    };
    switch (instruction.op) {
      case 'alloca': {
        define(this.pointerTo(this.stackObject(frame, frame.fn.sourceName, instruction.allocated)));
        return state;
      }
      case 'load':
        define(this.load(frame, state, instruction, instruction.pointer, instruction.type, {
          volatile: instruction.volatile,
          ordering: instruction.ordering,
          scope: instruction.ordering ? scopeOf(instruction.syncScope) : null,
        }));
        return state;
      case 'store':
        return this.store(
          frame,
          state,
          instruction,
          instruction.pointer,
          this.valueOf(frame, state, instruction.value),
          instruction.value.type,
          {
            volatile: instruction.volatile,
            ordering: instruction.ordering,
            scope: instruction.ordering ? scopeOf(instruction.syncScope) : null,
          },
        );
      case 'atomicrmw':
      case 'cmpxchg': {
        const type = instruction.op === 'atomicrmw' ? instruction.value.type : instruction.expected.type;
        const ordering = instruction.op === 'atomicrmw' ? instruction.ordering : instruction.successOrdering;
        const address = this.valueOf(frame, state, instruction.pointer);
        if (address.kind !== 'pointer') {
          this.refuse('an atomic through a pointer that is not understood', this.place(frame, instruction.location));
        } else {
          for (const target of address.targets) {
            this.record(frame, state, 'atomic', target, storeSizeOf(type), instruction, instruction.pointer, {
              scope: scopeOf(instruction.syncScope),
              ordering,
              volatile: instruction.volatile,
            });
            if (target.object.space === 'local') {
              const unknown = this.unknownOf(type, 'unknown', 'atomic');
              state = this.storeTo(state, target, unknown, type);
            } else state = this.storeTo(state, target, { kind: 'undefined' }, type);
          }
        }
        define(this.unknownOf(instruction.type, 'unknown', 'atomic'));
        return state;
      }
      case 'fence':
        return state;
      case 'call':
        return this.#call(frame, state, instruction);
      case 'unknown':
        this.refuse(
          `an instruction that is not understood: ${instruction.text.slice(0, 80)}`,
          this.place(frame, instruction.location),
        );
        define(this.unknownOf(instruction.type, 'unknown', 'unknown'));
        return state;
      default: {
        define(this.#compute(frame, state, instruction) ?? this.unknownOf(instruction.type, 'unknown', instruction.op));
        return state;
      }
    }
  }

  /** Instructions without effect. */
  #compute(frame: Frame, state: State, instruction: Instruction): Value | null {
    const value = (operand: Operand) => this.valueOf(frame, state, operand);
    switch (instruction.op) {
      case 'binary': {
        const a = value(instruction.left);
        const b = value(instruction.right);
        return this.#binary(instruction, a, b, instruction.type);
      }
      case 'fneg':
        return this.pure('fneg', [value(instruction.operand)], instruction.type);
      case 'cast':
        return this.#cast(instruction, value(instruction.operand), instruction.operand.type, instruction.type);
      case 'icmp':
        return this.#icmp(instruction, value(instruction.left), value(instruction.right));
      case 'fcmp':
        return this.pure(
          `fcmp ${instruction.predicate}`,
          [value(instruction.left), value(instruction.right)],
          instruction.type,
        );
      case 'select': {
        const condition = value(instruction.condition);
        const a = value(instruction.ifTrue);
        const b = value(instruction.ifFalse);
        if (condition.kind === 'aggregate' && a.kind === 'aggregate' && b.kind === 'aggregate') {
          return {
            kind: 'aggregate',
            elements: a.elements.map((x, i) => this.choose(this.condition(condition.elements[i]!), x, b.elements[i]!)),
          };
        }
        return this.choose(this.condition(condition), a, b);
      }
      case 'freeze':
        return value(instruction.operand);
      case 'getelementptr':
        return this.#elementPointer(instruction, value(instruction.pointer), instruction.indices.map(value));
      case 'extractelement': {
        const vector = value(instruction.vector);
        const index = value(instruction.index);
        if (vector.kind === 'aggregate' && index.kind === 'int' && isConstant(index.term)) {
          return vector.elements[Number(index.term.constant)] ?? null;
        }
        return null;
      }
      case 'insertelement': {
        const vector = value(instruction.vector);
        const index = value(instruction.index);
        const type = instruction.type;
        if (type.kind !== 'vector' || index.kind !== 'int' || !isConstant(index.term)) return null;
        const elements: Value[] =
          vector.kind === 'aggregate'
            ? [...vector.elements]
            : Array.from({ length: type.length }, () => ({ kind: 'undefined' }) as const);
        elements[Number(index.term.constant)] = value(instruction.element);
        return { kind: 'aggregate', elements };
      }
      case 'shufflevector': {
        const a = value(instruction.left);
        const b = value(instruction.right);
        const width = instruction.left.type.kind === 'vector' ? instruction.left.type.length : 0;
        const pick = (from: Value, i: number): Value =>
          from.kind === 'aggregate' ? (from.elements[i] ?? { kind: 'undefined' }) : { kind: 'undefined' };
        return {
          kind: 'aggregate',
          elements: instruction.mask.map((i) =>
            i < 0 ? { kind: 'undefined' } : i < width ? pick(a, i) : pick(b, i - width),
          ),
        };
      }
      case 'extractvalue': {
        let current = value(instruction.aggregate);
        for (const i of instruction.indices) {
          if (current.kind !== 'aggregate') return null;
          current = current.elements[i] ?? { kind: 'undefined' };
        }
        return current;
      }
      case 'insertvalue': {
        const element = value(instruction.element);
        const put = (into: Value, path: readonly number[], type: Type): Value => {
          const [i, ...rest] = path;
          if (i === undefined) return element;
          const count = type.kind === 'struct' ? type.fields.length : type.kind === 'array' ? type.length : 0;
          const elements: Value[] =
            into.kind === 'aggregate'
              ? [...into.elements]
              : Array.from({ length: count }, () => ({ kind: 'undefined' }) as const);
          const inner = type.kind === 'struct' ? type.fields[i]! : type.kind === 'array' ? type.element : type;
          elements[i] = put(elements[i] ?? { kind: 'undefined' }, rest, inner);
          return { kind: 'aggregate', elements };
        };
        return put(value(instruction.aggregate), instruction.indices, instruction.type);
      }
      default:
        return null;
    }
  }

  #binary(instruction: Instruction & { op: 'binary' }, a: Value, b: Value, type: Type): Value {
    const t = this.terms;
    if (type.kind === 'vector') {
      const part = (v: Value, i: number): Value =>
        v.kind === 'aggregate' ? (v.elements[i] ?? { kind: 'undefined' }) : { kind: 'undefined' };
      return {
        kind: 'aggregate',
        elements: Array.from({ length: type.length }, (_, i) =>
          this.#binary(instruction, part(a, i), part(b, i), type.element),
        ),
      };
    }
    if (type.kind !== 'int') return this.pure(instruction.operator, [a, b], type);
    if (type.bits === 1) {
      const x = this.condition(a);
      const y = this.condition(b);
      const xor = () => t.or(t.and(x, t.not(y)), t.and(t.not(x), y));
      const cond =
        instruction.operator === 'and' || instruction.operator === 'mul'
          ? t.and(x, y)
          : instruction.operator === 'or'
            ? t.or(x, y)
            : instruction.operator === 'xor' || instruction.operator === 'add' || instruction.operator === 'sub'
              ? xor()
              : this.unknownCondition();
      return { kind: 'bool', cond };
    }
    const x = this.asInt(a, type.bits);
    const y = this.asInt(b, type.bits);
    const result = this.machine.binary(instruction.operator, x, y, instruction.noSignedWrap);
    return result ?? this.pure(instruction.operator, [a, b], type);
  }

  asInt(value: Value, bits: number): MachineInt {
    if (value.kind === 'int') return value;
    if (value.kind === 'bool')
      return this.machine.make(bits, this.terms.ite(value.cond, this.terms.one, this.terms.zero), true);
    if (value.kind === 'pointer' && value.targets.length === 1) {
      return this.machine.make(bits, this.#addressOf(value.targets[0]!), true);
    }
    return this.machine.make(bits, this.unknown('unknown', signedRange(bits), value.kind), true);
  }

  #cast(instruction: Instruction & { op: 'cast' }, value: Value, from: Type, to: Type): Value | null {
    const t = this.terms;
    if (to.kind === 'vector' && from.kind === 'vector' && instruction.operator !== 'bitcast') {
      if (value.kind !== 'aggregate') return null;
      const elements = value.elements.map(
        (e) => this.#cast(instruction, e, from.element, to.element) ?? this.unknownOf(to.element, 'unknown', 'cast'),
      );
      return { kind: 'aggregate', elements };
    }
    if (value.kind === 'undefined') return value;
    switch (instruction.operator) {
      case 'trunc': {
        if (to.kind !== 'int') return null;
        const x = this.asInt(value, from.kind === 'int' ? from.bits : 64);
        if (to.bits === 1) return { kind: 'bool', cond: t.ne(t.mod(x.term, t.constant(2)), t.zero) };
        return this.machine.make(to.bits, x.term);
      }
      case 'zext':
      case 'sext': {
        if (to.kind !== 'int') return null;
        if (value.kind === 'bool') {
          const yes = instruction.operator === 'zext' ? t.one : t.constant(-1);
          return this.machine.make(to.bits, t.ite(value.cond, yes, t.zero), true);
        }
        const x = this.asInt(value, from.kind === 'int' ? from.bits : 32);
        const term =
          instruction.operator === 'sext' || instruction.nonNegative
            ? this.machine.signed(x)
            : this.machine.unsigned(x);
        return this.machine.make(to.bits, term, true);
      }
      case 'bitcast':
        return this.reinterpret(value, to);
      case 'addrspacecast':
        return value;
      case 'ptrtoint':
      case 'ptrtoaddr':
        if (value.kind === 'pointer' && to.kind === 'int') {
          if (value.targets.length === 0) return this.machine.make(to.bits, t.zero, true);
          if (value.targets.length === 1) return this.machine.make(to.bits, this.#addressOf(value.targets[0]!), true);
        }
        return null;
      case 'inttoptr':
        if (value.kind === 'int') {
          if (isConstant(value.term) && value.term.constant === 0n) return { kind: 'pointer', targets: [] };
          return this.loadedPointer(value.term);
        }
        return null;
      default:
        return this.pure(instruction.operator, [value], to);
    }
  }

  #icmp(instruction: Instruction & { op: 'icmp' }, a: Value, b: Value): Value {
    const t = this.terms;
    const { predicate } = instruction;
    if (a.kind === 'aggregate' || b.kind === 'aggregate')
      return this.pure(`icmp ${predicate}`, [a, b], instruction.type);
    if (a.kind === 'undefined' || b.kind === 'undefined') return { kind: 'bool', cond: this.unknownCondition() };
    if (a.kind === 'bool' || b.kind === 'bool') {
      const x = this.condition(a);
      const y = this.condition(b);
      const different = t.or(t.and(x, t.not(y)), t.and(t.not(x), y));
      if (predicate === 'eq') return { kind: 'bool', cond: t.not(different) };
      if (predicate === 'ne') return { kind: 'bool', cond: different };
      return { kind: 'bool', cond: this.unknownCondition() };
    }
    if (a.kind === 'int' && b.kind === 'int') return { kind: 'bool', cond: this.machine.compare(predicate, a, b) };
    if (a.kind === 'pointer' && b.kind === 'pointer') {
      const [x, y] = [a.targets[0], b.targets[0]];
      if (a.targets.length === 1 && b.targets.length === 1 && x && y) {
        if (x.object === y.object) {
          const make = (term: Int) => this.machine.make(64, term, true);
          const signed = predicate.startsWith('u') ? (`s${predicate.slice(1)}` as typeof predicate) : predicate;
          return { kind: 'bool', cond: this.machine.compare(signed, make(x.offset), make(y.offset)) };
        }
        if (predicate === 'eq') return { kind: 'bool', cond: t.false };
        if (predicate === 'ne') return { kind: 'bool', cond: t.true };
      }
      // A pointer against null: memory that the kernel uses is there, or the test is the host's choice.
      const other = a.targets.length === 0 ? b : b.targets.length === 0 ? a : null;
      if (other?.targets.length === 1 && (predicate === 'eq' || predicate === 'ne')) {
        const isNull = t.ne(
          t.symbol(`${other.targets[0]!.object.name} is null`, 'launch', 'input', { low: 0n, high: 1n }),
          t.zero,
        );
        if (other.targets[0]!.object.origin.kind !== 'parameter')
          return { kind: 'bool', cond: predicate === 'ne' ? t.true : t.false };
        return { kind: 'bool', cond: predicate === 'eq' ? isNull : t.not(isNull) };
      }
    }
    return { kind: 'bool', cond: this.unknownCondition() };
  }

  #elementPointer(
    instruction: Instruction & { op: 'getelementptr' },
    base: Value,
    indices: readonly Value[],
  ): Value | null {
    const t = this.terms;
    if (base.kind !== 'pointer') return null;
    let offset = t.zero;
    let type = instruction.source;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i]!;
      const number = this.asInt(index, 64);
      if (i > 0 && type.kind === 'struct') {
        if (!isConstant(number.term)) return null;
        const field = Number(number.term.constant);
        offset = t.add(offset, t.constant(fieldOffset(type, field)));
        type = type.fields[field] ?? { kind: 'void' };
        continue;
      }
      if (i > 0) type = type.kind === 'array' || type.kind === 'vector' ? type.element : type;
      offset = t.combine(offset, BigInt(strideOf(type)), this.machine.signed(number));
    }
    return { kind: 'pointer', targets: base.targets.map((x) => ({ ...x, offset: t.add(x.offset, offset) })) };
  }

  // ---- calls -------------------------------------------------------------------------------------------------------

  #frame(fn: ProgramFunction, callSites: readonly (SourceLocation | null)[]): Frame {
    let known = this.#flows.get(fn.name);
    if (!known) {
      const definitions = new Map<number, Instruction>();
      for (const b of fn.blocks) for (const i of b.instructions) if (i.result !== null) definitions.set(i.result, i);
      known = { flow: controlFlowOf(fn), definitions };
      this.#flows.set(fn.name, known);
    }
    if (known.flow.irreducible) this.refuse(`a jump into a loop in ${fn.sourceName}`, fn.location);
    return { fn, ...known, registers: new Array(fn.registerCount), callSites, returns: [], stackObjects: [] };
  }

  /** A function of another translation unit: it can touch what it is handed, and is assumed to touch no more. */
  #callOutside(
    frame: Frame,
    state: State,
    instruction: Instruction & { op: 'call' },
    name: string,
    define: (value: Value) => void,
  ): State {
    const place = this.place(frame, instruction.location);
    define(this.unknownOf(instruction.type, 'unknown', 'call'));
    for (const argument of instruction.arguments) {
      const value = this.valueOf(frame, state, argument);
      if (value.kind !== 'pointer') continue;
      for (const { object } of value.targets) {
        if (object.space === 'global' || object.space === 'shared') {
          this.refuse(`calls ${name}, which has no body here and is handed ${object.name}`, place);
        } else if (object.space === 'local') {
          state = this.forget(state, object);
        }
      }
    }
    const at = place ? ` (${this.input.program.files[place.file] ?? '?'}:${place.line})` : '';
    this.assume(`${name}, which has no body here, touches no shared or global memory and has no barrier${at}`);
    return state;
  }

  #call(frame: Frame, state: State, instruction: Instruction & { op: 'call' }): State | null {
    const callee = this.valueOf(frame, state, instruction.callee);
    const name = callee.kind === 'function' ? callee.name : null;
    const place = this.place(frame, instruction.location);
    const define = (value: Value) => {
      if (instruction.result !== null) frame.registers[instruction.result] = value;
    };
    if (name === null) {
      const what =
        instruction.callee.kind === 'asm'
          ? `inline assembly "${instruction.callee.text.slice(0, 60)}"`
          : 'a call through a function pointer';
      this.refuse(what, place);
      define(this.unknownOf(instruction.type, 'unknown', 'call'));
      return state;
    }
    const handled = this.input.host?.call(this, frame, state, instruction, name);
    if (handled !== undefined) return handled;
    const effect = effectOf(name);
    if (effect && !this.input.program.functions.get(name)?.isDefinition) {
      return applyEffect(this, frame, state, instruction, effect, name);
    }
    const fn = this.input.program.functions.get(name);
    if (!fn?.isDefinition) return this.#callOutside(frame, state, instruction, fn?.sourceName ?? name, define);
    if (frame.callSites.length >= CALL_DEPTH_LIMIT) {
      this.refuse(`recursion or calls deeper than ${CALL_DEPTH_LIMIT} in ${fn.sourceName}`, place);
      define(this.unknownOf(instruction.type, 'unknown', 'call'));
      return state;
    }
    const inner = this.#frame(fn, [...frame.callSites, instruction.location]);
    instruction.arguments.forEach((argument, i) => {
      let value = this.valueOf(frame, state, argument);
      const byValue = instruction.byValue[i];
      if (byValue && value.kind === 'pointer') {
        // The callee owns a copy.
        const copy = this.stackObject(inner, fn.parameters[i]?.name ?? 'argument', byValue);
        const target: Target = { guard: this.terms.true, object: copy, offset: this.terms.zero };
        for (const source of value.targets.slice(0, 1)) {
          state = this.storeTo(state, target, this.loadFrom(state, source, byValue, false), byValue);
        }
        value = { kind: 'pointer', targets: [target] };
      }
      inner.registers[i] = value;
    });
    this.runRegion(inner, null, 0, [{ from: -1, to: 0, state }]);
    if (inner.returns.length === 0) return null;
    let result = inner.returns[0]!;
    for (let i = 1; i < inner.returns.length; i++) {
      const next = inner.returns[i]!;
      const value =
        result.value && next.value
          ? this.choose(selectorOf(this.terms, result.state.path, next.state.path), result.value, next.value)
          : null;
      result = { state: this.join(result.state, next.state), value };
    }
    if (result.value) define(result.value);
    if (inner.stackObjects.length === 0) return result.state;
    const memory = new Map(result.state.memory);
    for (const id of inner.stackObjects) memory.delete(id);
    return { ...result.state, memory };
  }
}

export function signedRange(bits: number): Range {
  const half = 1n << BigInt(bits - 1);
  return { low: -half, high: half - 1n };
}

/** LLVM's synchronisation scope as ours; system-wide where none is written. */
export function scopeOf(syncScope: string | null): Scope {
  if (syncScope === 'block' || syncScope === 'workgroup') return 'block';
  if (syncScope === 'device' || syncScope === 'agent') return 'device';
  return 'system';
}
