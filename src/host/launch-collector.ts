/** Watches the calls of host code while it is executed, and collects the launches among them. */

import { effectOf } from '../intrinsics/index.ts';
import type { ClusterSize } from '../ir/cluster-size.ts';
import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import {
  allArguments,
  argument,
  type Call,
  type CallSite,
  define,
  type Leftovers,
  type MemoryObject,
  type State,
  type Target,
  type Value,
} from '../kernel/index.ts';
import { type Cond, type Int, type NoOverflow, rangesUnder, refining, single, type Terms } from '../terms/index.ts';
import { allocate, allocates } from './allocations.ts';
import type { FactProvenance } from './fact-provenance.ts';
import { dependsOnGuess } from './guesses.ts';
import { Havoc } from './havoc.ts';
import type { HostEntry } from './host-entry.ts';
import { ATTRIBUTES, kernelOfStub, LAUNCH, LAUNCH_BY_VALUE, PUSH } from './kernel-stubs.ts';
import type { KernelVariables } from './kernel-variables.ts';
import {
  type Argument,
  argumentsOf,
  dimensions,
  type LaunchAttributes,
  launchAttributes,
  NO_ATTRIBUTES,
  numbersOf,
  pointedTo,
  sizesInRegisters,
  withNumbers,
} from './launch-arguments.ts';
import { LaunchHistory } from './launch-history.ts';
import { createBuffer, createsBuffer } from './opencl-buffers.ts';
import {
  argumentsIn,
  createKernel,
  handlesKernel,
  isKernelObject,
  kernelHeld,
  kernelOfObject,
  type OpenclKernels,
  setArgument,
  setsArgument,
} from './opencl-kernels.ts';
import { launchesOpencl, openclSizes, withFreeSizes } from './opencl-launch.ts';
import { nameMemory, namesMemory } from './other-names.ts';
import { isInternal, PointerReader } from './passed-pointers.ts';
import { makesTexture, type ProgramTextures, Textures } from './textures.ts';
import type { HostVariables } from './variables.ts';

/** So often a call may stand among those that led to it. */
const RECURSION_LIMIT = 3;

/** `kernel`: it is called through a pointer, and may be another one; `callers`: what calls the function was not followed. */
export type LaunchGuess = 'kernel' | 'callers';

export interface HostLaunch {
  /** The kernel's symbol on the device side. */
  readonly kernel: string;
  /** False when the unit only declares the kernel: it is one of another file. */
  readonly isDefined: boolean;
  /** Why the kernel may not be launched so at all; null when it is. */
  readonly guess: LaunchGuess | null;
  /** It rests on pointers that its function was handed, or that were set before, leading to different memory. */
  readonly isTakenApart: boolean;
  /** The variable that is taken to hold nothing but this kernel, as no function in sight stores another one there; null: none. */
  readonly heldIn: string | null;
  /** The call that launches. */
  readonly site: Call;
  readonly location: SourceLocation | null;
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** Blocks of a cluster, where the launch says so in numbers. */
  readonly clusterDim: ClusterSize | null;
  /** By parameter of the kernel. */
  readonly args: readonly Argument[];
  /** The branches on the way, and what asserts on it promise. */
  readonly path: Cond;
  /** What the symbols are that stand for long values (`long-values.ts`). */
  readonly named: readonly Cond[];
  /** The symbols for the iterations of the loops around it. */
  readonly iterations: ReadonlySet<number>;
  /** What earlier launches of the kernel may have left in its memory. */
  readonly leftovers: () => Leftovers;
  /** What textures lie over; known once all host code has been executed. */
  readonly textures: ReturnType<Textures['at']>;
}

/** A launch that was come to, and of which it is not known what it launches. */
export interface UnknownLaunch {
  readonly site: Call;
  readonly location: SourceLocation | null;
  /** Why. */
  readonly text: string;
  /** Null: any kernel. */
  readonly kernel: string | null;
}

/** What was come to. */
export interface Found {
  readonly launches: HostLaunch[];
  readonly unknown: UnknownLaunch[];
}

/** Are sizes or numbers among its arguments only a guess: does the code leave nothing known of them? */
export function restsOnGuess({ gridDim, blockDim, args }: HostLaunch): boolean {
  return dependsOnGuess([...gridDim, ...blockDim, ...numbersOf({ args })]);
}

export interface HostCode {
  readonly terms: Terms;
  readonly program: Program;
  readonly headerPrefix: string;
  /** Functions that are not looked into. */
  readonly opaque: ReadonlySet<string>;
  /** Functions from which a launch can be reached. */
  readonly launching: ReadonlySet<string>;
  /** The kernels of OpenCL that are asked for; empty for host code of CUDA and HIP. */
  readonly openclKernels: OpenclKernels;
  readonly variables: HostVariables;
  readonly kernelVariables: KernelVariables;
  readonly provenance: FactProvenance;
  /** Grows with the numbers that are taken to fit their types. */
  readonly bounds: NoOverflow[];
  readonly textures: ProgramTextures;
  /** Functions and stubs of kernels that were handed to code which is not looked into: it may call them with anything. */
  readonly handedOn: Set<string>;
  /** What executions came to. */
  readonly called: {
    /** Functions of the program that were looked into. */
    readonly functions: Set<string>;
    readonly sites: Set<Call>;
    /** Calls through pointers of which it is not known where they lead. */
    readonly unknown: Set<Call>;
  };
}

interface Sizes {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  readonly attributes: LaunchAttributes;
  readonly location: SourceLocation | null;
}

/** A launch that was come to. */
interface Launched {
  /** The stub, which has the kernel's parameters. */
  readonly symbol: string;
  /** The kernel's symbol. */
  readonly kernel: string;
  readonly sizes: Sizes;
  readonly values: readonly Value[];
  readonly guess: LaunchGuess | null;
  /** What has the kernel's parameters, where that is not the stub. */
  readonly signature?: ProgramFunction | undefined;
  readonly heldIn?: string | null;
}

export class LaunchCollector {
  readonly #code: HostCode;
  readonly #found: Found;
  readonly #isClosed: boolean;
  readonly #recursive: Set<string>;
  #havoc: Havoc;
  readonly #history: LaunchHistory;
  readonly #textures: Textures;
  readonly #stubsByPointer: readonly string[];
  /** The kernel objects that were made, on any path. */
  readonly #kernelObjects = new Set<MemoryObject>();
  /** The variables that hold those which other functions have made. */
  readonly #holders = new Map<MemoryObject, string>();
  /** The sizes that were set for the launch to come. */
  #pending: Sizes | null = null;
  /** What its attributes were set to. */
  #attributes = NO_ATTRIBUTES;

  /**
   * @param entry the function that is executed
   * @param recursive grows with functions that call themselves, and whose innermost calls were not looked into
   */
  constructor(code: HostCode, { fn: entry, isDemanded }: HostEntry, found: Found, recursive: Set<string>) {
    this.#code = code;
    // Who calls a function of this program alone is in sight, or has its address from code that is.
    this.#isClosed = !isDemanded && (isInternal(entry) || code.variables.functionsKept().includes(entry.name));
    this.#found = found;
    this.#recursive = recursive;
    this.#havoc = new Havoc(code.variables);
    this.#history = new LaunchHistory(code.terms);
    this.#textures = new Textures(code.textures, entry.name, this.#isClosed);
    this.#stubsByPointer = code.variables.functionsKept().filter((name) => kernelOfStub(name) !== null);
  }

  /** An address is stored in an object of the stack which may hold others. */
  isHeld(value: Value, by: MemoryObject): void {
    this.#havoc.isHeld(value, by);
  }

  /** What an object holds is copied: into another one of the stack, or to where others may find it. */
  isCopied(state: State, from: MemoryObject, to: MemoryObject | null): void {
    this.#havoc.isCopied(state, from, to);
  }

  /** An address is stored outside of the stack. */
  isPublished(value: Value): void {
    this.#havoc.isPublished(value);
  }

  /** The objects to which a pointer may lead of which nothing is known. */
  reachable(state: State): Iterable<MemoryObject> {
    return this.#havoc.reachable(state);
  }

  /** The entry is executed again, with objects of its own. */
  restart(): void {
    this.#havoc = new Havoc(this.#code.variables);
    this.#history.restart();
    this.#textures.restart();
  }

  /** @returns the state after a call of interest; undefined when it is an ordinary one */
  call(site: CallSite<string | null>, state: State): State | null | undefined {
    const { name, frame, call } = site;
    const { program, opaque, launching, called } = this.#code;
    this.#history.called(site, state);
    if (name !== null && opaque.has(name) && launching.has(name)) this.#history.launchedUnseen(site.thread, state);
    // A virtual function, a callback: any function there is.
    if (name === null && this.#pending !== null) return this.#launchThroughPointer(site, state, this.#pending);
    // One of several functions, each of which is known: each is called by itself.
    if (name === null && isOneOfKnown(site)) return undefined;
    if (name === null) called.unknown.add(call);
    if (name === null || opaque.has(name)) return this.#opaqueCall(site, state);
    if (frame.callSites.filter((place) => isSame(place, call.location)).length >= RECURSION_LIMIT) {
      this.#recursive.add(name);
      return this.#opaqueCall(site, state);
    }
    const named = { ...site, name };
    if (name === ATTRIBUTES) {
      this.#attributes = launchAttributes(site.thread, state, argument(named, 0), argument(named, 1));
      return state;
    }
    if (name === PUSH) return this.#push(named, state);
    const kernel = kernelOfStub(name);
    if (kernel !== null) return this.#launchStub(named, state, kernel);
    if (name === LAUNCH || name === LAUNCH_BY_VALUE) return this.#launch(named, state);
    if (allocates(name)) {
      return allocate(named, state, (fact) => this.#code.provenance.add(fact, 'allocation', site.place));
    }
    if (launchesOpencl(name)) return this.#launchObject(named, state);
    if (handlesKernel(name)) return this.#handleKernel(named, state);
    if (createsBuffer(name)) {
      return createBuffer(named, state, (fact) => this.#code.provenance.add(fact, 'allocation', site.place));
    }
    if (namesMemory(name)) return nameMemory(named, state);
    if (makesTexture(name)) return this.#textures.call(named, state);
    if (!program.functions.get(name)?.isDefinition) return effectOf(name) ? undefined : this.#opaqueCall(site, state);
    called.functions.add(name);
    called.sites.add(call);
    return undefined;
  }

  #push(site: CallSite, state: State): State {
    const { thread, place } = site;
    const gridDim = dimensions(thread, state, argument(site, 0));
    const blockDim = dimensions(thread, state, argument(site, 1));
    this.#pending = { gridDim, blockDim, attributes: this.#takeAttributes(), location: place };
    return this.#succeeded(site, state);
  }

  /** Attributes hold for one launch. */
  #takeAttributes(): LaunchAttributes {
    const attributes = this.#attributes;
    this.#attributes = NO_ATTRIBUTES;
    return attributes;
  }

  #launchStub(site: CallSite, state: State, kernel: string): State {
    const sizes = this.#pending;
    this.#pending = null;
    if (sizes === null) return state;
    return this.#add(site, state, { symbol: site.name, kernel, sizes, values: allArguments(site), guess: null });
  }

  #launch(site: CallSite, before: State): State {
    const { thread, place } = site;
    const byValue = site.name === LAUNCH_BY_VALUE;
    const sizes = (low: number, reference: number) =>
      byValue
        ? sizesInRegisters(thread, argument(site, low), argument(site, low + 1))
        : dimensions(thread, before, argument(site, reference));
    const gridDim = sizes(1, 1);
    const launch = { gridDim, blockDim: sizes(3, 2), attributes: this.#takeAttributes(), location: place };
    const callee = argument(site, 0);
    const guess = callee.kind === 'function' ? null : 'kernel';
    let state = before;
    for (const symbol of callee.kind === 'function' ? [callee.name] : this.#stubsByPointer) {
      const kernel = kernelOfStub(symbol);
      const stub = this.#code.program.functions.get(symbol);
      const values = pointedTo(thread, before, stub, argument(site, byValue ? 5 : 3));
      if (kernel !== null) state = this.#add(site, state, { symbol, kernel, sizes: launch, values, guess });
    }
    return this.#succeeded(site, state);
  }

  /** A kernel that is launched through a pointer: any of those whose address is taken, and that take such arguments. */
  #launchThroughPointer(site: CallSite<null> | CallSite<string | null>, before: State, sizes: Sizes): State {
    let state = before;
    const types = site.call.arguments.map(({ type }) => type.kind);
    const ways = waysOf(this.#code.terms, calleeOf(site));
    for (const { name: symbol, condition } of ways ?? []) {
      const kernel = kernelOfStub(symbol);
      const path = this.#code.terms.and(state.path, condition);
      if (kernel === null || path.kind === 'false') continue;
      const launched = { symbol, kernel, sizes, values: allArguments(site), guess: null };
      state = { ...this.#add(site, { ...state, path }, launched), path: before.path };
    }
    if (ways !== null) {
      this.#pending = null;
      return state;
    }
    for (const symbol of this.#stubsByPointer) {
      const fn = this.#code.program.functions.get(symbol);
      const kernel = kernelOfStub(symbol);
      if (!fn || kernel === null || fn.parameters.map(({ type }) => type.kind).join() !== types.join()) continue;
      const guess = this.#stubsByPointer.length > 1 ? 'kernel' : null;
      state = this.#add(site, state, { symbol, kernel, sizes, values: allArguments(site), guess });
    }
    this.#pending = null;
    return state;
  }

  #handleKernel(site: CallSite, state: State): State {
    const { program, openclKernels } = this.#code;
    if (setsArgument(site.name)) {
      const targets = this.#kernelsAt(site, 0);
      return setArgument(site, state, openclKernels, targets, this.#kernelObjects);
    }
    const { state: after, made } = createKernel(site, program, state);
    for (const object of made) this.#kernelObjects.add(object);
    return after;
  }

  /** The kernel objects that an argument may be, also where it is a variable that another function fills; null: it is not known. */
  #kernelsAt(site: CallSite, at: number): readonly Target[] | null {
    const { call, frame } = site;
    const held = argument(site, at);
    const targets = held.kind === 'pointer' ? held.targets : null;
    if (targets?.every(({ object }) => isKernelObject(object))) return targets;
    const operand = call.arguments[at];
    const loaded = operand?.kind === 'register' ? frame.definitions.get(operand.register) : undefined;
    const from = loaded?.op === 'load' && loaded.pointer.kind === 'global' ? loaded.pointer.name : null;
    const kernel = from === null ? null : this.#code.kernelVariables.kernelIn(from);
    if (from === null || kernel === null) return targets;
    const target = kernelHeld(site, kernel, from);
    this.#kernelObjects.add(target.object);
    this.#holders.set(target.object, this.#code.program.globals.get(from)?.sourceName ?? from);
    // Whatever is not looked into may set its arguments.
    const value: Value = { kind: 'pointer', targets: [target] };
    this.#havoc.isPublished(value);
    return [target];
  }

  /** A launch of OpenCL: of the kernel objects that its argument may be. */
  #launchObject(site: CallSite, state: State): State {
    const { terms, openclKernels } = this.#code;
    const { thread, call, place } = site;
    const sizes = openclSizes(site, state);
    const targets = this.#kernelsAt(site, 1);
    const missed = (text: string, kernel: string | null) =>
      thread.recorder.journal.append(this.#found.unknown, (): UnknownLaunch => {
        return { site: call, location: place, text, kernel };
      });
    define(site, thread.values.unknown(call.type, 'input', site.name));
    if (targets === null) missed('which kernel it launches is not known', null);
    for (const { object, guard } of targets ?? []) {
      const kernel = kernelOfObject(object);
      const path = terms.and(state.path, guard);
      if (path.kind === 'false') continue;
      if (kernel === null) missed('which kernel it launches is not known', null);
      else if ('missed' in sizes) missed(sizes.missed, kernel);
      else {
        const signature = openclKernels.get(kernel);
        const values = signature === undefined ? [] : argumentsIn(thread, state, object, signature);
        const heldIn = this.#holders.get(object) ?? null;
        const { gridDim, blockDim, facts } = withFreeSizes(thread, sizes, values);
        const launch = { gridDim, blockDim, attributes: NO_ATTRIBUTES, location: place };
        const under = { ...state, path: terms.and(path, ...facts) };
        this.#add(site, under, { symbol: kernel, kernel, sizes: launch, values, guess: null, signature, heldIn });
      }
    }
    return state;
  }

  /** The runtime says that all is well. */
  #succeeded(site: CallSite, state: State): State {
    define(site, site.thread.machine.make(32, this.#code.terms.zero, true));
    return state;
  }

  #opaqueCall(site: CallSite<string | null>, state: State): State {
    const { thread, call, name } = site;
    const { variables, handedOn } = this.#code;
    const values = allArguments(site);
    // What a library hands out is the user's, the file's or the device's to choose; what the program computes is not.
    const isLibrary = name !== null && variables.isLibrary(name);
    for (const value of values) {
      if (value.kind !== 'function') continue;
      const kernel = kernelOfStub(value.name);
      // A library that gets a kernel asks for its properties; one that gets a function calls it, whenever it likes.
      if (kernel === null || !(isLibrary || this.#isOurs(name))) handedOn.add(value.name);
    }
    // Nor is the memory that functions of other files hand out; which of it is the same, their callers answer for.
    const isElsewhere = name !== null && call.type.kind === 'pointer' && variables.isElsewhere(name);
    // The name is for people, who read it in a fact.
    const shown = name === null ? 'call' : (this.#code.program.functions.get(name)?.sourceName ?? name);
    define(site, thread.values.unknown(call.type, isLibrary || isElsewhere ? 'input' : 'unknown', shown));
    return this.#havoc.after(thread, state, name, values);
  }

  /** One of our own headers: those that launch are looked into. */
  #isOurs(name: string | null): boolean {
    const { program, headerPrefix } = this.#code;
    const location = name === null ? null : program.functions.get(name)?.location;
    return location != null && program.files[location.file]?.startsWith(headerPrefix) === true;
  }

  /** @returns the state behind the launch */
  #add({ thread, call }: CallSite<string | null>, state: State, launched: Launched): State {
    const { terms, program } = this.#code;
    const { symbol, kernel, sizes, values, guess, signature, heldIn = null } = launched;
    const { gridDim, blockDim, attributes, location } = sizes;
    const stub = signature ?? program.functions.get(symbol);
    const path = terms.and(state.path, state.facts);
    const { int } = refining(terms, rangesUnder(path));
    const { mayOverlap } = attributes;
    const number = this.#history.launched(thread, state, { kernel, stub, values, mayOverlap });
    thread.recorder.journal.append(
      this.#found.launches,
      (): HostLaunch => ({
        kernel,
        guess,
        isTakenApart: false,
        heldIn,
        site: call,
        isDefined: signature === undefined && stub?.isDefinition === true,
        location,
        gridDim: [int(gridDim[0]), int(gridDim[1]), int(gridDim[2])],
        blockDim: [int(blockDim[0]), int(blockDim[1]), int(blockDim[2])],
        clusterDim: attributes.clusterDim,
        args: argumentsOf(thread, stub, values, new PointerReader(thread, state, this.#isClosed)).map((argument) =>
          withNumbers(argument, int),
        ),
        path,
        named: [],
        iterations: new Set(thread.symbols.iterations.flatMap((iteration) => single(iteration)?.id ?? [])),
        leftovers: () => this.#history.leftFor(number),
        textures: this.#textures.at(thread, state),
      }),
    );
    return this.#havoc.afterLaunch(state, values);
  }
}

function calleeOf({ thread, frame, call }: CallSite<string | null>): Value {
  return thread.evaluator.evaluate(frame, call.callee);
}

function isOneOfKnown(site: CallSite<string | null>): boolean {
  const callee = calleeOf(site);
  return callee.kind === 'choice' && waysOf(site.thread.terms, callee) !== null;
}

/** The functions that a pointer may lead to, each with its condition; null when they are not all known. */
function waysOf(terms: Terms, callee: Value): { readonly name: string; readonly condition: Cond }[] | null {
  if (callee.kind === 'function') return [{ name: callee.name, condition: terms.true }];
  if (callee.kind !== 'choice') return null;
  const [then, otherwise] = [waysOf(terms, callee.ifTrue), waysOf(terms, callee.ifFalse)];
  if (then === null || otherwise === null) return null;
  const under = (holds: Cond) => (way: { readonly name: string; readonly condition: Cond }) => ({
    ...way,
    condition: terms.and(holds, way.condition),
  });
  return [...then.map(under(callee.condition)), ...otherwise.map(under(terms.not(callee.condition)))];
}

function isSame(a: SourceLocation | null, b: SourceLocation | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.column === b.column;
}
