/**
 * The control flow of a kernel with everything that it calls put in its place, cut at barriers: segments of code, and the
 * edges between them. Nothing is executed and no condition is decided, so that it takes milliseconds whatever the kernel does.
 */
import { type Effect, effectOf, openclMemory, ordersMemory } from '../intrinsics/index.ts';
import type { Instruction, Operand, Program, ProgramFunction, SourceLocation } from '../ir/program.ts';

/** Segments of one kernel, and how deep its calls go: what is larger has no outline. */
const SEGMENT_LIMIT = 60_000;
const CALL_DEPTH_LIMIT = 32;

type Space = 'shared' | 'global';

/** What a thread waits for on its way from one segment to the next. */
export interface Crossing {
  readonly level: 'warp' | 'block';
  /** Which memory is in order afterwards. */
  readonly orders: Readonly<Record<Space, boolean>>;
}

export interface Edge {
  readonly to: number;
  /** Null: nothing. */
  readonly crossing: Crossing | null;
  /** The branch that is taken; null: it is no branch. */
  readonly taken: {
    readonly frame: OutlineFrame;
    readonly condition: Operand;
    readonly isTrue: boolean;
    readonly location: SourceLocation | null;
  } | null;
}

/** A function in the place of one of its calls. */
export interface OutlineFrame {
  readonly id: number;
  readonly fn: ProgramFunction;
  /** Null: the kernel itself. */
  readonly caller: { readonly frame: OutlineFrame; readonly call: Call } | null;
  /** The calls that lead to it, outermost first. */
  readonly callSites: readonly (SourceLocation | null)[];
  readonly definitions: ReadonlyMap<number, Instruction>;
  /** The functions in the place of its calls. */
  readonly callees: Map<Instruction, OutlineFrame>;
  /** What it returns. */
  readonly returned: Operand[];
}

export type Call = Extract<Instruction, { readonly op: 'call' }>;

/** An instruction that may touch memory. */
export interface OutlineStep {
  readonly frame: OutlineFrame;
  readonly instruction: Instruction;
  /** Of a call of a function without a body. */
  readonly effect: Effect | null;
  readonly segment: number;
}

/** A barrier of the block. */
export interface BarrierStep {
  readonly frame: OutlineFrame;
  readonly call: Call;
  /** The segment that ends with it. */
  readonly segment: number;
}

export interface Flow {
  /** The segments in which a thread begins, and in which it has come to the end of the kernel. */
  readonly entry: number;
  readonly end: number;
  readonly edges: readonly (readonly Edge[])[];
  readonly steps: readonly OutlineStep[];
  readonly barriers: readonly BarrierStep[];
  /** What is called and not understood. */
  readonly unknown: ReadonlySet<string>;
}

/** @returns null when it is too large, or calls itself */
export function flowOf(program: Program, kernel: ProgramFunction): Flow | null {
  const maker = new FlowMaker(program);
  const { end } = maker;
  const entry = maker.segment();
  const isWhole = maker.body(maker.frame(kernel, null), 0, entry, end);
  return isWhole
    ? { entry, end, edges: maker.edges, steps: maker.steps, barriers: maker.barriers, unknown: maker.unknown }
    : null;
}

class FlowMaker {
  readonly #program: Program;
  readonly edges: Edge[][] = [];
  readonly steps: OutlineStep[] = [];
  readonly barriers: BarrierStep[] = [];
  readonly unknown = new Set<string>();
  readonly #definitions = new Map<ProgramFunction, ReadonlyMap<number, Instruction>>();
  /** The segment in which a thread has come to the end of the kernel. */
  readonly end: number;
  #frames = 0;

  constructor(program: Program) {
    this.#program = program;
    this.end = this.segment();
  }

  segment(): number {
    return this.edges.push([]) - 1;
  }

  frame(fn: ProgramFunction, caller: OutlineFrame['caller']): OutlineFrame {
    let definitions = this.#definitions.get(fn);
    if (definitions === undefined) {
      const all = fn.blocks.flatMap(({ instructions }) => instructions);
      definitions = new Map(all.flatMap((made) => (made.result === null ? [] : [[made.result, made] as const])));
      this.#definitions.set(fn, definitions);
    }
    const callSites = caller === null ? [] : [...caller.frame.callSites, caller.call.location];
    return { id: this.#frames++, fn, caller, callSites, definitions, callees: new Map(), returned: [] };
  }

  /** @returns false when there is too much of it */
  body(frame: OutlineFrame, depth: number, entry: number, end: number): boolean {
    const { fn } = frame;
    const starts = fn.blocks.map((_, i) => (i === 0 ? entry : this.segment()));
    for (const [i, { instructions, terminator }] of fn.blocks.entries()) {
      let at = starts[i]!;
      for (const instruction of instructions) {
        if (this.edges.length > SEGMENT_LIMIT) return false;
        if (instruction.op !== 'call') {
          this.steps.push({ frame, instruction, effect: null, segment: at });
          continue;
        }
        const next = this.#call(frame, instruction, depth, at);
        if (next === null) return false;
        at = next;
      }
      switch (terminator.op) {
        case 'ret':
          if (terminator.value !== null) frame.returned.push(terminator.value);
          this.#edge(at, end);
          break;
        case 'br':
          this.#edge(at, starts[terminator.target]!);
          break;
        case 'condbr': {
          const { condition, location } = terminator;
          const taken = { frame, condition, location };
          this.#edge(at, starts[terminator.ifTrue]!, null, { ...taken, isTrue: true });
          this.#edge(at, starts[terminator.ifFalse]!, null, { ...taken, isTrue: false });
          break;
        }
        case 'switch':
          for (const target of new Set([terminator.defaultTarget, ...terminator.cases.map((one) => one.target)]))
            this.#edge(at, starts[target]!);
          break;
        case 'unreachable':
        case 'unknown':
          break;
      }
    }
    return true;
  }

  #edge(from: number, to: number, crossing: Crossing | null = null, taken: Edge['taken'] = null): void {
    this.edges[from]!.push({ to, crossing, taken });
  }

  /** @returns the segment behind the call; null when there is too much of it */
  #call(frame: OutlineFrame, call: Call, depth: number, at: number): number | null {
    const { functions, aliases } = this.#program;
    const named = call.callee.kind === 'global' ? call.callee.name : null;
    const name = named === null ? null : (aliases.get(named) ?? named);
    const fn = name === null ? undefined : functions.get(name);
    if (fn?.isDefinition) {
      if (depth === CALL_DEPTH_LIMIT) return null;
      const inner = this.frame(fn, { frame, call });
      frame.callees.set(call, inner);
      const entry = this.segment();
      const after = this.segment();
      this.#edge(at, entry);
      return this.body(inner, depth + 1, entry, after) ? after : null;
    }
    const effect = name === null ? undefined : effectOf(name);
    if (effect === undefined || effect.kind === 'unmodelled') {
      this.unknown.add(nameOf(call, name));
      return at;
    }
    if (effect.kind === 'exit') this.#edge(at, this.end);
    if (effect.kind === 'exit' || effect.kind === 'abort') return this.segment();
    const crossing = crossingOf(effect, call);
    if (crossing === null) {
      this.steps.push({ frame, instruction: call, effect, segment: at });
      return at;
    }
    if (crossing.level === 'block') this.barriers.push({ frame, call, segment: at });
    const after = this.segment();
    this.#edge(at, after, crossing);
    return after;
  }
}

function nameOf({ callee }: Call, name: string | null): string {
  return name ?? (callee.kind === 'asm' ? callee.text : 'a function pointer');
}

/** What a call waits for; a barrier of some threads of the block counts as one of all of them. */
function crossingOf(effect: Effect, call: Call): Crossing | null {
  const all = { shared: true, global: true };
  switch (effect.kind) {
    case 'block-barrier':
      return { level: 'block', orders: ordered(call, effect.fencesArgument) };
    case 'warp-barrier':
      return { level: 'warp', orders: ordered(call, effect.fencesArgument) };
    case 'tile-barrier':
      return { level: 'warp', orders: all };
    case 'collective':
      return effect.level === 'block' ? { level: 'block', orders: all } : null;
    case 'unfenced-barrier':
      return { level: effect.level, orders: all };
    case 'block-barrier-reduce':
    case 'named-barrier':
    case 'barrier-object':
    case 'grid-barrier':
    case 'cluster-barrier':
    case 'wait-async-copies':
      return { level: 'block', orders: all };
    default:
      return null;
  }
}

function ordered(call: Call, fencesArgument: number | null): Crossing['orders'] {
  const flags = fencesArgument === null ? undefined : call.arguments[fencesArgument];
  if (flags?.kind !== 'int') return { shared: true, global: true };
  const memory = openclMemory(flags.value);
  return { shared: ordersMemory(memory, 'shared'), global: ordersMemory(memory, 'global') };
}
