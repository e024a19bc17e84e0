/**
 * Runs the blocks of functions. Control flow joins merge states instead of forking paths, so the cost is linear in the code
 * (times the passes that nested loops need, see `loops/`).
 */
import type { Instruction, ProgramFunction, SourceLocation, Terminator } from '../ir/program.ts';
import type { Cond } from '../terms/index.ts';
import type { CallHandler } from './call-site.ts';
import { call } from './calls.ts';
import { controlFlowOf, type Loop } from './control-flow.ts';
import type { Frame } from './frame.ts';
import { runLoop } from './loops/run-loop.ts';
import type { MemoryObject, Value } from './memory.ts';
import { atomic, fence, load, store } from './memory-instructions.ts';
import { type NamedValues, namedValuesOf } from './named-values.ts';
import type { Edge, Passed, Regions } from './regions.ts';
import { type State, selectorOf } from './state.ts';
import type { Thread } from './thread.ts';

/** Instructions executed, over all passes, before the kernel is given up as too large. Deterministic, unlike a clock. */
const STEP_LIMIT = 1_500_000;
const HOST_STEP_LIMIT = 150_000;
/** Terms that it may make. All host code of a program has one arena. */
const TERM_LIMIT = 2_000_000;
const HOST_TERM_LIMIT = 150_000;

const NOWHERE: Passed = { exits: [], returns: [] };
const NONE: NamedValues['values'] = new Map();

/** Steps between two looks at the clock. */
const STEPS_A_LOOK = 256;

/** The code has more steps than are executed. */
export class TooLarge extends Error {}

/** The time is over. */
export class TooLong extends Error {}

type Of<Op> = Extract<Instruction, { readonly op: Op }>;

export class Executor implements Regions {
  readonly thread: Thread;
  /** Asked first for each call; null: all calls are ordinary ones. */
  readonly handler: CallHandler | null;
  readonly #functions = new Map<string, Pick<Frame, 'flow' | 'definitions' | 'code'>>();
  readonly #ways = new Map<string, string>();
  readonly #termsBefore: number;
  #steps = 0;

  constructor(thread: Thread, handler: CallHandler | null) {
    this.thread = thread;
    this.handler = handler;
    this.#termsBefore = thread.terms.size;
  }

  /** Symbolic steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** A new activation of a function. @param caller and where in it the call stands; null for the kernel */
  activate(fn: ProgramFunction, caller: Frame | null, callSite: SourceLocation | null = null): Frame {
    let known = this.#functions.get(fn.name);
    if (!known) {
      const definitions = new Map<number, Instruction>();
      for (const b of fn.blocks) for (const i of b.instructions) if (i.result !== null) definitions.set(i.result, i);
      // Host code is asked of each store what gets known by it.
      const code = this.thread.input.host
        ? { blocks: fn.blocks.map((b) => b.instructions), values: NONE }
        : namedValuesOf(fn);
      known = { flow: controlFlowOf(fn), definitions, code };
      this.#functions.set(fn.name, known);
    }
    if (known.flow.irreducible) this.thread.recorder.refuse(`a jump into a loop in ${fn.sourceName}`, fn.location);
    const callSites = caller === null ? [] : [...caller.callSites, callSite];
    const called = caller === null ? [] : [...caller.called, fn.sourceName];
    const site = callSite ? `${callSite.file}:${callSite.line}:${callSite.column}` : '?';
    const key = this.#wayTo(`${caller?.key ?? ''}>${site}>${fn.name}`);
    return { fn, ...known, registers: new Array(fn.registerCount), callSites, called, key, stackObjects: [] };
  }

  /** A short name for a way that is spelt by the name of the one before: deep calls have long ways. */
  #wayTo(spelt: string): string {
    const known = this.#ways.get(spelt) ?? `way${this.#ways.size}`;
    this.#ways.set(spelt, known);
    return known;
  }

  // ---- regions ---------------------------------------------------------------------------------------------------

  runBody(frame: Frame, state: State): Passed {
    return this.#run(frame, null, 0, [{ from: -1, to: 0, state }]);
  }

  runIteration(frame: Frame, loop: Loop, state: State): Passed & { readonly latches: readonly Edge[] } {
    return this.#run(frame, loop, loop.header, [{ from: -1, to: loop.header, state }]);
  }

  /** Runs the blocks of one loop body (or of the whole function when `loop` is null) in reverse postorder. */
  #run(
    frame: Frame,
    loop: Loop | null,
    entry: number,
    edges: readonly Edge[],
  ): Passed & { readonly latches: readonly Edge[] } {
    const pending = new Map<number, Edge[]>([[entry, [...edges]]]);
    const [exits, latches]: [Edge[], Edge[]] = [[], []];
    const returns: Passed['returns'][number][] = [];
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
    const { input, terms, recorder, values, evaluator } = this.thread;
    const block = frame.fn.blocks[index]!;
    const stepLimit = input.maxSteps ?? (input.host ? HOST_STEP_LIMIT : STEP_LIMIT);
    const termLimit = input.host ? HOST_TERM_LIMIT : TERM_LIMIT;
    if (!isHeader) this.#phis(frame, index, incoming);
    let state = incoming.map((edge) => edge.state).reduce((joined, next) => values.join(joined, next));
    for (const instruction of frame.code.blocks[index]!) {
      recorder.here = state.path;
      if (++this.#steps > stepLimit || terms.size - this.#termsBefore > termLimit) {
        throw new TooLarge(`kernel too large to analyse (more than ${this.#steps - 1} symbolic steps)`);
      }
      if (this.#steps % STEPS_A_LOOK === 0 && performance.now() > (input.until ?? Number.POSITIVE_INFINITY)) {
        throw new TooLong('not all of its paths could be followed in the time given');
      }
      if (instruction.op === 'phi') continue;
      const next = this.#instruction(frame, state, instruction);
      if (next === null || next.path.kind === 'false') return NOWHERE;
      state = next;
    }
    recorder.here = state.path;
    const { terminator } = block;
    if (terminator.op === 'ret') {
      const value = terminator.value ? evaluator.evaluate(frame, terminator.value) : null;
      return { exits: [], returns: [{ state, value }] };
    }
    return { exits: this.#edges(frame, index, state, terminator), returns: [] };
  }

  /** The edges out of a block. */
  #edges(frame: Frame, from: number, state: State, terminator: Exclude<Terminator, { op: 'ret' }>): Edge[] {
    const { input, terms: t, values, evaluator, places, recorder, lessons } = this.thread;
    const edge = (to: number, cond: Cond): Edge => ({
      from,
      to,
      state: cond.kind === 'true' ? state : lessons.learned({ ...state, path: t.and(state.path, cond) }, cond),
    });
    switch (terminator.op) {
      case 'br':
        return [edge(terminator.target, t.true)];
      case 'condbr': {
        if (terminator.ifTrue === terminator.ifFalse) return [edge(terminator.ifTrue, t.true)];
        const cond = values.condition(evaluator.evaluate(frame, terminator.condition));
        input.host?.learns(cond, 'branch', places.of(frame, terminator.location));
        return [edge(terminator.ifTrue, cond), edge(terminator.ifFalse, t.not(cond))];
      }
      case 'switch':
        return [...this.#cases(frame, terminator)].map(([to, cond]) => edge(to, cond));
      case 'unreachable':
        // One without a line is the compiler's own: the case that a `switch` over ways out of a block never has.
        if (terminator.location !== null)
          recorder.state(state, t.false, 'device-assume', 'no thread gets here', places.of(frame, terminator.location));
        return [];
      case 'unknown': {
        const text = `an instruction that is not understood: ${terminator.text.slice(0, 80)}`;
        recorder.refuse(text, places.of(frame, terminator.location));
        return [];
      }
    }
  }

  /** When a switch goes where. */
  #cases(frame: Frame, terminator: Extract<Terminator, { op: 'switch' }>): ReadonlyMap<number, Cond> {
    const { terms: t, symbols, machine, evaluator } = this.thread;
    const value = evaluator.evaluate(frame, terminator.value);
    const isEqual = (to: bigint): Cond => {
      if (value.kind === 'int') return machine.compare('eq', value, machine.make(value.width, t.constant(to)));
      if (value.kind === 'bool') return (to & 1n) === 1n ? value.cond : t.not(value.cond);
      return symbols.condition();
    };
    const byTarget = new Map<number, Cond>();
    let none = t.true;
    for (const { target, value: to } of terminator.cases) {
      const cond = isEqual(to);
      byTarget.set(target, t.or(byTarget.get(target) ?? t.false, cond));
      none = t.and(none, t.not(cond));
    }
    const { defaultTarget } = terminator;
    return byTarget.set(defaultTarget, t.or(byTarget.get(defaultTarget) ?? t.false, none));
  }

  #phis(frame: Frame, index: number, incoming: readonly Edge[]): void {
    const { terms, values, evaluator } = this.thread;
    const defined: [number, Value][] = [];
    for (const phi of frame.fn.blocks[index]!.instructions) {
      if (phi.op !== 'phi') break;
      let joined: { path: Cond; value: Value } | null = null;
      for (const { from, state } of incoming) {
        const operand = phi.incoming.find((x) => x.block === from)?.value;
        const value = operand ? evaluator.evaluate(frame, operand) : values.opaque('unknown', 'phi');
        if (joined === null) joined = { path: state.path, value };
        else {
          const selector = selectorOf(terms, joined.path, state.path);
          joined = { value: values.choose(selector, joined.value, value), path: terms.join(joined.path, state.path) };
        }
      }
      if (joined && phi.result !== null) defined.push([phi.result, joined.value]);
    }
    for (const [register, value] of defined) frame.registers[register] = value;
  }

  /** The object of a local variable. */
  #variable(frame: Frame, { allocated, result }: Of<'alloca'>): MemoryObject {
    const { objects, input } = this.thread;
    const made = result === null ? undefined : frame.definitions.get(result);
    // One that is made in a loop may be another each time.
    const isOne = !input.host && made !== undefined && frame.fn.blocks[0]!.instructions.includes(made);
    return objects.onStack(frame, frame.fn.sourceName, allocated, isOne ? `variable ${frame.key}%${result}` : null);
  }

  // ---- instructions ------------------------------------------------------------------------------------------------

  /** @returns the state afterwards, or null when the thread does not get past the instruction. */
  #instruction(frame: Frame, state: State, instruction: Exclude<Instruction, Of<'phi'>>): State | null {
    const { objects, recorder, places, values } = this.thread;
    const define = (value: Value): void => {
      if (instruction.result !== null) frame.registers[instruction.result] = value;
    };
    switch (instruction.op) {
      case 'alloca':
        define(objects.pointerTo(this.#variable(frame, instruction)));
        return state;
      case 'load': {
        const named = frame.code.values.get(instruction);
        if (named !== undefined) {
          define(this.thread.evaluator.evaluate(frame, named));
          return state;
        }
        const { state: after, value } = load(this.thread, frame, state, instruction);
        define(value);
        return after;
      }
      case 'store':
        return store(this.thread, frame, state, instruction);
      case 'atomicrmw':
      case 'cmpxchg': {
        const { state: after, value } = atomic(this.thread, frame, state, instruction);
        define(value);
        return after;
      }
      case 'fence':
        return fence(this.thread, state, instruction);
      case 'call':
        return call(this, frame, state, instruction);
      case 'unknown': {
        const text = `an instruction that is not understood: ${instruction.text.slice(0, 80)}`;
        recorder.refuse(text, places.of(frame, instruction.location));
        define(values.unknown(instruction.type, 'unknown', 'unknown'));
        return state;
      }
      default: {
        const { value, holds } = this.thread.evaluator.compute(frame, instruction);
        define(value);
        return this.#learning(frame, state, instruction, holds);
      }
    }
  }

  /** The state in which what the result of an instruction rests on is known to hold. */
  #learning(frame: Frame, state: State, { location }: Instruction, holds: Cond): State {
    const { input, terms, places } = this.thread;
    if (holds.kind === 'true') return state;
    input.host?.learns(holds, 'float', places.of(frame, location));
    return { ...state, path: terms.and(state.path, holds) };
  }
}
