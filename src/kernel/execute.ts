/**
 * Symbolic execution of one kernel for one thread, everything inlined. Control flow joins merge states instead of
 * forking paths, so the cost is linear in the code (times the passes that nested loops need, see `loops.ts`).
 */
import { acquires, effectOf, isWithinBlock, mayOrder, scopeNamed } from '../intrinsics/index.ts';
import { sizeOf, storeSizeOf } from '../ir/layout.ts';
import type { Instruction, Operand, ProgramFunction, SourceLocation, Terminator } from '../ir/program.ts';
import type { Cond, Int } from '../terms/index.ts';
import { accessScope } from './access-scope.ts';
import { counted, updateOf } from './atomic-update.ts';
import { applyEffect } from './call-effects.ts';
import { type ControlFlow, controlFlowOf, type Loop } from './control-flow.ts';
import type { Edge, Execution, ExecutionInput, Frame, Passed, Return } from './execution.ts';
import { settleCopies } from './group-copies.ts';
import type { KernelEnd, Update } from './kernel-model.ts';
import { runLoop } from './loops.ts';
import type { Target, Value } from './memory.ts';
import { NO_OWN_WRITES } from './own-writes.ts';
import { afterFence, type State, selectorOf } from './state.ts';
import { ThreadInstructions } from './thread-instructions.ts';

/** Instructions executed, over all passes, before the kernel is given up as too large. Deterministic, unlike a clock. */
const STEP_LIMIT = 1_500_000;
const HOST_STEP_LIMIT = 150_000;
const TERM_LIMIT = 2_000_000;
const CALL_DEPTH_LIMIT = 48;
/** Bytes of a variable of the host that is followed. */
const HOST_VARIABLE_LIMIT = 256;

const NOWHERE: Passed = { exits: [], returns: [] };

class TooLarge extends Error {}

export function execute(input: ExecutionInput): Execution {
  const executor = new Executor(input);
  return executor.run();
}

export class Executor extends ThreadInstructions {
  readonly #flows = new Map<string, { flow: ControlFlow; definitions: ReadonlyMap<number, Instruction> }>();
  #steps = 0;

  run(): Execution {
    const { kernel } = this.input;
    let isCutShort = false;
    let end: KernelEnd | null = null;
    try {
      const frame = this.#frame(kernel, []);
      let initial = this.initialState();
      kernel.parameters.forEach((p, i) => {
        const value = this.parameterValue(i, p.name, p.type, p.byValue);
        frame.registers[i] = value;
        if (p.byValue && value.kind === 'pointer') {
          initial = this.withInputs(initial, value.targets[0]!.object, p.byValue);
        }
      });
      if (this.input.host) initial = this.#hostVariables(frame, initial);
      const { returns } = this.runRegion(frame, null, 0, [{ from: -1, to: 0, state: initial }]);
      end = this.#end(returns);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      isCutShort = true;
      this.refuse(error.message, kernel.location);
    }
    // Memory behind loaded pointers is taken not to be that of the arguments: not so when the kernel stored them there.
    for (const { name, place } of this.recorder.pointersKept) {
      this.refuse(`a pointer that the kernel itself keeps in ${name}`, place);
    }
    const { copyCalls, copyWaits } = this.recorder;
    const accesses = settleCopies(this.recorder.log.accesses, copyCalls, copyWaits, (reason, location) =>
      this.refuse(reason, location),
    );
    return {
      ...this.recorder.log,
      isCutShort,
      outside: this.outsideMemory,
      accesses,
      groups: [...this.groups.values()],
      end,
      symbolRounds: this.symbolRounds,
    };
  }

  /** How often a thread that leaves the kernel has come to each barrier of a group. */
  #end(returns: readonly Return[]): KernelEnd | null {
    const [first, ...others] = returns;
    if (this.groups.size === 0 || !first) return null;
    const state = others.reduce((joined, { state }) => this.join(joined, state), first.state);
    return { path: state.path, facts: state.facts, groups: this.groupCounts(state) };
  }

  /** Symbolic steps so far. */
  get steps(): number {
    return this.#steps;
  }

  get isHost(): boolean {
    return this.input.host !== null;
  }

  /** Host code starts with its variables as nobody knows, whoever changed them before, or with what they begin with. */
  #hostVariables(frame: Frame, state: State): State {
    const { program, host } = this.input;
    for (const variable of program.globals.values()) {
      if (variable.isConstant || sizeOf(variable.type) > HOST_VARIABLE_LIMIT) continue;
      const value = this.globalValue(variable.name);
      if (value.kind !== 'pointer') continue;
      state = this.withInputs(state, value.targets[0]!.object, variable.type);
      if (variable.initializer === null || variable.isExternal || !host?.isInitial(variable.name)) continue;
      const initial = this.evaluate(frame, state, variable.initializer);
      for (const target of value.targets) state = this.storeTo(state, target, initial, variable.type);
    }
    for (const [key, layout] of host?.outside ?? []) state = this.withLayout(state, this.outside(key), layout);
    return state;
  }

  // ---- regions ---------------------------------------------------------------------------------------------------

  /**
   * Runs the blocks of one loop body (or of the whole function when `loop` is null) in reverse postorder.
   * @returns besides what leaves the region, the edges that go back to the loop's header.
   */
  runRegion(
    frame: Frame,
    loop: Loop | null,
    entry: number,
    edges: readonly Edge[],
  ): Passed & { readonly latches: readonly Edge[] } {
    const pending = new Map<number, Edge[]>([[entry, [...edges]]]);
    const exits: Edge[] = [];
    const latches: Edge[] = [];
    const returns: Return[] = [];
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
      const passed =
        inner && inner !== loop
          ? runLoop(this, frame, inner, incoming)
          : this.#runBlock(frame, block, incoming, inner === loop && loop !== null);
      passed.exits.forEach(dispatch);
      returns.push(...passed.returns);
    }
    return { exits, latches, returns };
  }

  /** @param isHeader the region's own loop header: its phis were set by `runLoop`. */
  #runBlock(frame: Frame, index: number, incoming: readonly Edge[], isHeader: boolean): Passed {
    const block = frame.fn.blocks[index]!;
    let state = incoming[0]!.state;
    if (!isHeader) this.#phis(frame, index, incoming);
    for (let i = 1; i < incoming.length; i++) state = this.join(state, incoming[i]!.state);
    for (const instruction of block.instructions) {
      this.recorder.here = state.path;
      if (++this.#steps > (this.isHost ? HOST_STEP_LIMIT : STEP_LIMIT) || this.terms.size > TERM_LIMIT) {
        throw new TooLarge(`kernel too large to analyse (more than ${this.#steps - 1} symbolic steps)`);
      }
      if (instruction.op === 'phi') continue;
      const next = this.#instruction(frame, state, instruction);
      if (next === null || next.path.kind === 'false') return NOWHERE;
      state = next;
    }
    this.recorder.here = state.path;
    const { terminator } = block;
    if (terminator.op === 'ret') {
      const value = terminator.value ? this.evaluate(frame, state, terminator.value) : null;
      return { exits: [], returns: [{ state, value }] };
    }
    return { exits: this.#edges(frame, index, state, terminator), returns: [] };
  }

  /** The edges out of a block. */
  #edges(frame: Frame, from: number, state: State, terminator: Exclude<Terminator, { op: 'ret' }>): Edge[] {
    const t = this.terms;
    const edge = (to: number, cond: Cond): Edge => ({
      from,
      to,
      state: cond.kind === 'true' ? state : { ...state, path: t.and(state.path, cond) },
    });
    switch (terminator.op) {
      case 'br':
        return [edge(terminator.target, t.true)];
      case 'condbr': {
        if (terminator.ifTrue === terminator.ifFalse) return [edge(terminator.ifTrue, t.true)];
        const cond = this.condition(this.evaluate(frame, state, terminator.condition));
        this.input.host?.learns(cond, 'branch', this.place(frame, terminator.location));
        return [edge(terminator.ifTrue, cond), edge(terminator.ifFalse, t.not(cond))];
      }
      case 'switch': {
        const value = this.evaluate(frame, state, terminator.value);
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
        const value = operand ? this.evaluate(frame, edge.state, operand) : this.opaque('phi');
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

  // ---- instructions ------------------------------------------------------------------------------------------------

  /** @returns the state afterwards, or null when the thread does not get past the instruction. */
  #instruction(frame: Frame, state: State, instruction: Instruction): State | null {
    const define = (value: Value) => {
      if (instruction.result !== null) frame.registers[instruction.result] = value;
    };
    const scoped = (syncScope: string | null) => accessScope(this, frame, scopeNamed(syncScope), instruction.location);
    switch (instruction.op) {
      case 'alloca': {
        define(this.pointerTo(this.stackObject(frame, frame.fn.sourceName, instruction.allocated)));
        return state;
      }
      case 'load':
        define(this.load(frame, state, instruction, instruction.pointer, instruction.type, {
          volatile: instruction.volatile,
          ordering: instruction.ordering,
          scope: instruction.ordering ? scoped(instruction.syncScope) : null,
        }));
        if (acquires(instruction.ordering)) return afterFence(state);
        return instruction.volatile || instruction.ordering ? { ...state, own: NO_OWN_WRITES } : state;
      case 'store':
        return this.#afterStore(
          instruction,
          this.store(
            frame,
            state,
            instruction,
            instruction.pointer,
            this.evaluate(frame, state, instruction.value),
            instruction.value.type,
            {
              volatile: instruction.volatile,
              ordering: instruction.ordering,
              scope: instruction.ordering ? scoped(instruction.syncScope) : null,
            },
          ),
        );
      case 'atomicrmw':
      case 'cmpxchg': {
        const type = instruction.op === 'atomicrmw' ? instruction.value.type : instruction.expected.type;
        const ordering = instruction.op === 'atomicrmw' ? instruction.ordering : instruction.successOrdering;
        const address = this.evaluate(frame, state, instruction.pointer);
        const { result, found, update } = this.#atomic(frame, state, instruction, address);
        if (address.kind !== 'pointer') {
          this.refuse('an atomic through a pointer that is not understood', this.place(frame, instruction.location));
        } else {
          for (const target of address.targets) {
            this.record(frame, state, 'atomic', target, storeSizeOf(type), instruction, instruction.pointer, {
              scope: scoped(instruction.syncScope),
              ordering,
              volatile: instruction.volatile,
              found,
              update,
            });
            if (target.object.space === 'local') {
              const unknown = this.unknownOf(type, 'unknown', 'atomic');
              state = this.storeTo(state, target, unknown, type);
            } else state = this.storeTo(state, target, { kind: 'undefined' }, type);
          }
        }
        state = acquires(ordering) ? afterFence(state) : { ...state, own: NO_OWN_WRITES };
        define(result);
        return state;
      }
      case 'fence': {
        const scope = scopeNamed(instruction.syncScope);
        if (!isWithinBlock(scope)) this.recordFence(state, scope, instruction.ordering);
        return afterFence(state);
      }
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
        define(this.compute(frame, state, instruction) ?? this.unknownOf(instruction.type, 'unknown', instruction.op));
        if (this.settled.length === 0) return state;
        const holds = this.terms.and(...this.settled.splice(0));
        this.input.host?.learns(holds, 'float', this.place(frame, instruction.location));
        return { ...state, path: this.terms.and(state.path, holds) };
      }
    }
  }

  /** What an atomic operation gives back, and what it does. */
  #atomic(
    frame: Frame,
    state: State,
    instruction: Instruction & { op: 'atomicrmw' | 'cmpxchg' },
    address: Value,
  ): { result: Value; found: Int | null; update: Update | null } {
    const number = (operand: Operand): Int | null => {
      const value = this.evaluate(frame, state, operand);
      return value.kind === 'int' ? this.machine.signed(value) : null;
    };
    const numberOf = (value: Value | undefined) => (value?.kind === 'int' ? value.term : null);
    if (instruction.op === 'cmpxchg') {
      const [expected, value] = [number(instruction.expected), number(instruction.replacement)];
      const old = this.unknownOf(instruction.expected.type, 'unknown', 'atomic');
      const found = numberOf(old);
      if (found === null || expected === null || value === null) {
        return { result: this.unknownOf(instruction.type, 'unknown', 'atomic'), found: null, update: null };
      }
      // One that is allowed to fail for no reason still tells the truth when it says that it did not.
      const succeeded = this.terms.and(this.terms.eq(found, expected), this.unknownCondition());
      const elements: Value[] = [old, { kind: 'bool', cond: succeeded }];
      return { result: { kind: 'aggregate', elements }, found, update: { kind: 'compare-exchange', expected, value } };
    }
    const operand = this.evaluate(frame, state, instruction.value);
    const update = updateOf(this.terms, this.machine, instruction.operator, operand);
    const result = this.fetched(state, address, instruction.type, counted(this.terms, update), 'atomic');
    return { result, found: numberOf(result), update };
  }

  /** Stores that others may wait for synchronise. */
  #afterStore({ volatile, ordering }: Instruction & { op: 'store' }, state: State): State {
    return volatile || ordering ? { ...state, own: NO_OWN_WRITES } : state;
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
    return { fn, ...known, registers: new Array(fn.registerCount), callSites, stackObjects: [] };
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
    state = { ...state, own: NO_OWN_WRITES };
    for (const argument of instruction.arguments) {
      const value = this.evaluate(frame, state, argument);
      if (value.kind !== 'pointer') continue;
      for (const { object } of value.targets) {
        if (object.space === 'global' || object.space === 'shared') {
          this.refuse(`calls ${name}, which has no body here and is handed ${object.name}`, place);
        } else if (object.space === 'local') {
          state = this.forget(state, object);
        }
      }
    }
    const text = `${name}, which has no body here, touches no shared or global memory and has no barrier`;
    this.assume('callee', text, place);
    return state;
  }

  #call(frame: Frame, state: State, instruction: Instruction & { op: 'call' }): State | null {
    return this.#callTo(frame, state, instruction, this.evaluate(frame, state, instruction.callee));
  }

  /** A call of one function where the condition holds, and of the other elsewhere. */
  #callEither(
    frame: Frame,
    state: State,
    instruction: Instruction & { op: 'call' },
    callee: Value & { kind: 'choice' },
  ): State | null {
    const t = this.terms;
    const { result } = instruction;
    const reached = [
      { path: t.and(state.path, callee.condition), to: callee.ifTrue },
      { path: t.and(state.path, t.not(callee.condition)), to: callee.ifFalse },
    ].flatMap(({ path, to }) => {
      if (path.kind === 'false') return [];
      const after = this.#callTo(frame, { ...state, path }, instruction, to);
      const value = result === null ? undefined : frame.registers[result];
      return after ? [{ after, value }] : [];
    });
    const [a, b] = reached;
    if (!a || !b) {
      if (a?.value && result !== null) frame.registers[result] = a.value;
      return a?.after ?? null;
    }
    if (result !== null && a.value && b.value) {
      frame.registers[result] = this.choose(selectorOf(t, a.after.path, b.after.path), a.value, b.value);
    }
    return this.join(a.after, b.after);
  }

  #callTo(frame: Frame, state: State, instruction: Instruction & { op: 'call' }, callee: Value): State | null {
    if (callee.kind === 'choice' && !this.isHost) return this.#callEither(frame, state, instruction, callee);
    const name = callee.kind === 'function' ? callee.name : null;
    const place = this.place(frame, instruction.location);
    const define = (value: Value) => {
      if (instruction.result !== null) frame.registers[instruction.result] = value;
    };
    const handled = this.input.host?.call(this, frame, state, instruction, name);
    if (handled !== undefined) return handled;
    if (name === null) {
      const what =
        instruction.callee.kind === 'asm'
          ? `inline assembly: ${instruction.callee.refusal ?? instruction.callee.text.slice(0, 60)}`
          : 'a call through a function pointer';
      this.refuse(what, place);
      define(this.unknownOf(instruction.type, 'unknown', 'call'));
      return { ...state, own: NO_OWN_WRITES };
    }
    const effect = effectOf(name);
    if (effect && !this.input.program.functions.get(name)?.isDefinition) {
      const before = mayOrder(effect) ? { ...state, own: NO_OWN_WRITES } : state;
      return applyEffect(this, frame, before, instruction, effect, name);
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
      let value = this.evaluate(frame, state, argument);
      const byValue = instruction.byValue[i];
      if (byValue && value.kind === 'pointer') {
        // The callee owns a copy.
        const copy = this.stackObject(inner, fn.parameters[i]?.name ?? 'argument', byValue);
        const target: Target = { guard: this.terms.true, object: copy, base: [], offset: this.terms.zero };
        for (const source of value.targets.slice(0, 1)) {
          state = this.storeTo(state, target, this.loadFrom(state, source, byValue, false), byValue);
        }
        value = { kind: 'pointer', targets: [target] };
      }
      inner.registers[i] = value;
    });
    const { returns } = this.runRegion(inner, null, 0, [{ from: -1, to: 0, state }]);
    const [first, ...others] = returns;
    if (!first) return null;
    const result = others.reduce((before, next): Return => {
      const value =
        before.value && next.value
          ? this.choose(selectorOf(this.terms, before.state.path, next.state.path), before.value, next.value)
          : null;
      return { state: this.join(before.state, next.state), value };
    }, first);
    if (result.value) define(result.value);
    if (inner.stackObjects.length === 0) return result.state;
    const memory = new Map(result.state.memory);
    for (const id of inner.stackObjects) memory.delete(id);
    return { ...result.state, memory };
  }
}
