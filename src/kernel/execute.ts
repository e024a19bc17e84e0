/** Symbolic execution of one kernel for one thread, everything inlined; and of host code, which is one thread. */
import { sizeOf } from '../ir/layout.ts';
import { BARRIER_COUNTERS } from './barrier-counters.ts';
import type { CallHandler } from './call-site.ts';
import { withOwners } from './cluster-memory.ts';
import type { Execution, ExecutionInput } from './execution.ts';
import { Executor, TooLarge, TooLong } from './executor.ts';
import type { Frame } from './frame.ts';
import type { KernelEnd } from './kernel-model.ts';
import type { Return } from './regions.ts';
import { type State, stateAtEntry } from './state.ts';
import { type Thread, threadOf } from './thread.ts';
import { resolveCopies } from './transfer/async-copies.ts';
import { withBoxes } from './transfer/tensor-copies.ts';

/** Bytes of a variable of the host that is filled; of a larger one is read what is asked for. */
const HOST_VARIABLE_LIMIT = 256;

/** @param handler for host code: asked first for each call */
export function execute(input: ExecutionInput, handler: CallHandler | null = null): Execution {
  const thread = threadOf(input);
  const { recorder } = thread;
  const executor = new Executor(thread, handler);
  let isCutShort = false;
  let end: KernelEnd | null = null;
  try {
    end = endOf(thread, run(executor));
  } catch (error) {
    if (!(error instanceof TooLarge || error instanceof TooLong)) throw error;
    isCutShort = true;
    const kind = error instanceof TooLong ? 'cut-short' : 'unsupported';
    recorder.refuse(error.message, input.kernel.location, kind);
  }
  // Memory behind loaded pointers is taken not to be that of the arguments: not so when the kernel stored them there.
  for (const { name, place } of recorder.pointersKept) {
    recorder.refuse(`a pointer that the kernel itself keeps in ${name}`, place);
  }
  const { partialBarrierUses } = recorder.log;
  const assume = (text: string) => recorder.assume('memory', text);
  const copied = withBoxes(thread.terms, resolveCopies(recorder), partialBarrierUses, assume);
  const accesses = withOwners(thread, copied);
  return {
    ...recorder.log,
    isCutShort,
    steps: executor.steps,
    outside: thread.inputs.outside,
    accesses,
    partialBarriers: thread.counters.partialBarriers,
    newRings: thread.rings.grown,
    end,
    iterationsOf: thread.symbols.iterationsOf,
  };
}

function run(executor: Executor): readonly Return[] {
  const { input, terms, counters, inputs } = executor.thread;
  const frame = executor.activate(input.kernel, null);
  let state = stateAtEntry(terms, new Map([[BARRIER_COUNTERS, counters.initial]]));
  input.kernel.parameters.forEach(({ byValue }, i) => {
    const value = inputs.parameter(i);
    frame.registers[i] = value;
    if (byValue && value.kind === 'pointer') state = inputs.fill(state, value.targets[0]!.object, byValue);
  });
  if (input.host) state = withHostVariables(executor.thread, frame, state);
  return executor.runBody(frame, state).returns;
}

/** Host code starts with its variables as nobody knows, whoever changed them before, or with what they begin with. */
function withHostVariables({ input, inputs, memory, evaluator }: Thread, frame: Frame, before: State): State {
  const { program, host } = input;
  let state = before;
  for (const variable of program.globals.values()) {
    if (variable.isConstant) continue;
    const value = inputs.global(variable.name);
    if (value.kind !== 'pointer') continue;
    if (sizeOf(variable.type) > HOST_VARIABLE_LIMIT) {
      inputs.leaveOpen(value.targets[0]!.object);
      continue;
    }
    state = inputs.fill(state, value.targets[0]!.object, variable.type);
    if (variable.initializer === null || variable.isExternal || !host?.isInitial(variable.name)) continue;
    const initial = evaluator.evaluate(frame, variable.initializer);
    for (const target of value.targets) state = memory.store(state, target, initial, variable.type);
  }
  for (const [key, layout] of host?.outside ?? []) state = inputs.fillOutside(state, key, layout);
  return state;
}

/** How often a thread that leaves the kernel has come to each barrier that need not join all threads of the block. */
function endOf({ counters, values, recorder }: Thread, returns: readonly Return[]): KernelEnd | null {
  const [first, ...others] = returns;
  const isAsked = counters.partialBarriers.length > 0 || recorder.log.barriers.length > 0;
  if (!isAsked || !first) return null;
  const state = others.reduce((joined, next) => values.join(joined, next.state), first.state);
  return {
    path: state.path,
    facts: state.facts,
    intervals: { global: counters.interval(state, 'global'), shared: counters.interval(state, 'shared') },
    copyGroups: counters.copyGroups(state),
    warp: counters.warpCounts(state),
    partialBarriers: counters.partialCounts(state),
  };
}
