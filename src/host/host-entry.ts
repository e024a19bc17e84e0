/** One execution of host code: a function, executed symbolically from its beginning with the launches that it comes to. */
import type { ProgramFunction } from '../ir/program.ts';
import { type ExecutionInput, execute, type OutsideMemory } from '../kernel/index.ts';
import { type Int, isConstant } from '../terms/index.ts';
import { isInternal } from './call-graph.ts';
import { numbersOf } from './launch-arguments.ts';
import { type Found, type HostCode, type HostLaunch, LaunchCollector } from './launch-collector.ts';

/** Executions of a function that writes through its parameters: what it writes to must be known from the beginning. */
const LAYOUT_PASSES = 2;

/** A function that is executed. */
export interface HostEntry {
  readonly fn: ProgramFunction;
  /** True when others in the program call it, and were not followed: its arguments stand for any. */
  readonly isDemanded: boolean;
  /** Steps that it may take; nothing: as many as any host code. */
  readonly maxSteps?: number;
}

/** What came of it. */
export interface EntryEnd extends Readonly<Found> {
  /** True when it was too large to be executed to its end. */
  readonly isCutShort: boolean;
  readonly steps: number;
  /** Functions that call themselves, and whose innermost calls were not looked into. */
  readonly recursive: ReadonlySet<string>;
}

export function executeEntry(code: HostCode, entry: HostEntry): EntryEnd {
  const { terms, program, headerPrefix, variables, provenance } = code;
  const { fn, isDemanded } = entry;
  const found: Found = { launches: [], unknown: [] };
  const recursive = new Set<string>();
  const collector = new LaunchCollector(code, entry, found, recursive);
  const nowhere = [terms.zero, terms.zero, terms.zero] as const;
  // Nothing of the program runs before `main` but what initialises variables.
  const changed = fn.name === 'main' && !isDemanded ? variables.changedBeforeMain() : () => true;
  const input: Omit<ExecutionInput, 'host'> = {
    terms,
    program,
    kernel: fn,
    launch: { gridDim: nowhere, blockDim: nowhere, clusterDim: nowhere },
    threadIdx: nowhere,
    blockIdx: nowhere,
    bindings: new Map(),
    aliases: new Map(),
    nulls: new Map(),
    placements: new Map(),
    headerPrefix,
    readOnly: new Set(),
    settled: new Set(),
    isLockstep: false,
    ...(entry.maxSteps === undefined ? {} : { maxSteps: entry.maxSteps }),
  };
  let isTakenApart = false;
  const run = (outside: OutsideMemory['layout']) => {
    const host: ExecutionInput['host'] = {
      isInitial: (symbol) => !changed(symbol),
      outside,
      isHeld: (value, by) => collector.isHeld(value, by),
      isCopied: (state, from, to) => collector.isCopied(state, from, to),
      takesApart: () => {
        isTakenApart = true;
      },
      isPublished: (value) => collector.isPublished(value),
      reachable: (state) => collector.reachable(state),
      isPointedTo: (symbol) => variables.isPointedTo(symbol),
      learns: (condition, kind, place) => provenance.add(condition, kind, place),
    };
    return execute({ ...input, host }, (site, state) => collector.call(site, state));
  };
  let execution = run(new Map());
  let { steps } = execution;
  for (let i = 0; i < LAYOUT_PASSES && execution.outside.isIncomplete && !execution.isCutShort; i++) {
    found.launches.length = 0;
    found.unknown.length = 0;
    collector.restart();
    execution = run(execution.outside.layout);
    steps += execution.steps;
  }
  code.bounds.push(...execution.bounds);
  // Nobody in sight calls it but through a pointer, with arguments of which nothing is known.
  const isKept = isInternal(fn.name) && variables.functionsKept().includes(fn.name);
  const guessed = (launch: HostLaunch): HostLaunch =>
    launch.guess === null && (isKept || (isDemanded && !isFixed(launch))) ? { ...launch, guess: 'callers' } : launch;
  return {
    launches: found.launches.map((launch) => ({ ...guessed(launch), isTakenApart })),
    unknown: found.unknown,
    isCutShort: execution.isCutShort,
    steps,
    recursive,
  };
}

/** Is the launch the same whatever the function is called with? */
function isFixed({ gridDim, blockDim, args }: HostLaunch): boolean {
  const numbers: readonly Int[] = [...gridDim, ...blockDim, ...numbersOf({ args })];
  return numbers.every(isConstant);
}
