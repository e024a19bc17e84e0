/**
 * The launches of a translation unit: host IR is executed symbolically from every function that leads to one and that
 * nobody in the unit calls (`main`, or an entry point of a library), so that sizes, arguments and the conditions on the
 * way arrive as terms over what the host itself is given. Where such an execution does not come to a launch, the functions
 * on the way are executed from their own beginning, with any arguments, down to the one in which the launch stands.
 */
import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import { type Int, type NoOverflow, Terms, visitAtoms } from '../terms/index.ts';
import { allocates } from './allocations.ts';
import {
  calledBy,
  calleesOf,
  callsThroughPointers,
  functionsNamedIn,
  functionsThatCall,
  functionsThatLaunch,
  handedOut,
  shapeOf,
} from './call-graph.ts';
import { FactProvenance } from './fact-provenance.ts';
import { completedByHandlers, namesBehindHandlers } from './handlers.ts';
import { type EntryEnd, executeEntry, type HostEntry } from './host-entry.ts';
import { kernelOfStub } from './kernel-stubs.ts';
import { KernelVariables } from './kernel-variables.ts';
import type { HostCode, HostLaunch, UnknownLaunch } from './launch-collector.ts';
import { type LaunchSite, launchSites } from './launch-sites.ts';
import { functionsReaching, isSmall, opaqueCallees, reachedFrom, sizeOf } from './opaque-callees.ts';
import type { OpenclKernels } from './opencl-kernels.ts';
import { makesTexture, ProgramTextures } from './textures.ts';
import { HostVariables, isUnmodelled } from './variables.ts';

export interface HostLaunches {
  /** The arena of all terms below. */
  readonly terms: Terms;
  readonly launches: readonly HostLaunch[];
  /** Kernels (by symbol) with a launch that was not followed: their sizes must be taken as open. */
  readonly missed: ReadonlyMap<string, readonly MissedLaunch[]>;
  /** Where the conditions of the paths come from. */
  readonly provenance: FactProvenance;
  /** Atoms of numbers that are taken to fit their types. */
  readonly fitting: ReadonlySet<number>;
  /** That they do. */
  readonly bounds: readonly NoOverflow[];
  /** Of those, the atoms of unsigned numbers: C++ has them wrap. */
  readonly unwrapped: ReadonlySet<number>;
  /** There is too much code to follow all of it: of what calls a launcher not everything is known. */
  readonly isCutShort: boolean;
}

/** A launch of which sizes and arguments are not known. */
export interface MissedLaunch {
  /** Why. */
  readonly text: string;
  readonly location: SourceLocation | null;
}

/** Launches whose sizes are not followed: the kernels that are named beside them are launched with any. */
const LAUNCH_OTHERWISE =
  /^(?:hipLaunchKernelExC|(?:cuda|hip)(?:LaunchCooperativeKernelMultiDevice|ExtLaunchMultiKernelMultiDevice))$/;
/** Functions of the runtime, which report errors. */
const RUNTIME = /^(?:cuda|hip)[A-Z]/;
/** Functions of OpenCL: what calls them sets up launches. */
const OPENCL = /^cl[A-Z]/;
/** What it writes tells kernels of the boxes that they copy (`kernel/transfer/tensor-maps.ts`). */
const MAKES_TENSOR_MAP = 'cuTensorMapEncodeTiled';
/** Functions that are executed. */
const MAX_ENTRIES = 96;
/** Steps of those that are executed although others call them: of all together, of one, and of one when these are used up. */
const ALL_DEMANDED_STEPS = 120_000;
/** Of all that are executed without what they call: that takes little. */
const ALL_STEPS_ALONE = 60_000;
const DEMANDED_STEPS = 20_000;
const LEAST_STEPS = 1_000;
/** Terms after which the steps count as used up: some code makes many in one step. */
const MANY_TERMS = 400_000;

/**
 * Finds the launches in host IR.
 * @param headerPrefix paths below it are our own headers
 * @param isCalledElsewhere true for functions that code may call which is not in the program
 * @param isWanted of the symbol of a kernel: whether anybody asks for its launches
 * @param opencl of host code of OpenCL
 */
export function findLaunches(
  program: Program,
  headerPrefix: string,
  isCalledElsewhere: (fn: ProgramFunction) => boolean,
  isWanted: (kernel: string) => boolean,
  opencl: OpenclHost | null = null,
): HostLaunches {
  return new LaunchSearch(program, headerPrefix, isCalledElsewhere, isWanted, opencl).run();
}

/** What host code of OpenCL is to be read with. */
export interface OpenclHost {
  /** The kernels that are asked for. */
  readonly kernels: OpenclKernels;
  /** Of functions of C: true where no program has them of its own. */
  readonly isLibraryFunction: (name: string) => boolean;
}

class LaunchSearch {
  readonly #program: Program;
  readonly #isWanted: (kernel: string) => boolean;
  readonly #code: HostCode;
  readonly #launching: ReadonlySet<string>;
  /** Those of them that others call. */
  readonly #called: ReadonlySet<string>;
  readonly #sites: readonly LaunchSite[];
  readonly #launches: HostLaunch[] = [];
  readonly #unknown: UnknownLaunch[] = [];
  readonly #missed = new Map<string, MissedLaunch[]>();
  readonly #entries = new Set<string>();
  /** To be executed for themselves, with any arguments. */
  readonly #demanded = new Set<string>();
  /** Executed up to some place only: what comes behind it is not known. */
  readonly #cutShort = new Set<ProgramFunction>();
  #leadingOn: ReadonlySet<string> | null = null;
  #briefly: ReadonlySet<string> | null = null;
  #takingLong: ReadonlySet<string> | null = null;
  readonly #stepsLeft = { onDemand: ALL_DEMANDED_STEPS, alone: ALL_STEPS_ALONE };

  constructor(
    program: Program,
    headerPrefix: string,
    isCalledElsewhere: (fn: ProgramFunction) => boolean,
    isWanted: (kernel: string) => boolean,
    opencl: OpenclHost | null,
  ) {
    this.#program = program;
    this.#isWanted = isWanted;
    this.#launching = functionsThatLaunch(program, isWanted);
    this.#called = calledBy(program, this.#launching);
    const terms = new Terms();
    this.#code = {
      terms,
      bounds: [],
      program,
      headerPrefix,
      openclKernels: opencl?.kernels ?? new Map(),
      opaque: this.#opaque(headerPrefix),
      launching: this.#launching,
      provenance: new FactProvenance(terms, program.files),
      handedOn: new Set(),
      called: { functions: new Set(), sites: new Set(), unknown: new Set() },
      textures: new ProgramTextures(),
      variables: new HostVariables(
        program,
        calleesOf,
        (fn) => isOurs(program, headerPrefix, fn),
        opencl?.isLibraryFunction ?? null,
      ),
      kernelVariables: new KernelVariables(program),
    };
    this.#sites = launchSites(program, this.#launching, (fn) => this.#isOurs(fn));
    for (const name of this.#launching) {
      if (isCalledElsewhere(program.functions.get(name)!)) this.#demanded.add(name);
    }
  }

  run(): HostLaunches {
    const { terms, provenance, bounds } = this.#code;
    const roots = [...this.#launching].filter((name) => !this.#called.has(name));
    // Functions that only call each other have no root: each is an entry.
    for (const name of roots.length > 0 ? roots : this.#launching) this.#execute(name, this.#demanded.has(name));
    this.#executeDemanded();
    // A texture may be made where nothing is launched, by a function that is called before.
    for (const fn of this.#makersOfTextures()) executeEntry(this.#code, { fn, isDemanded: false });
    this.#noteMissed();
    const fitting = atomsOf(bounds.map(({ term }) => term));
    const unwrapped = atomsOf(bounds.flatMap(({ term, low }) => (low === 0n ? [term] : [])));
    const isCutShort = this.#cutShort.size > 0 || terms.size > MANY_TERMS;
    const found = { launches: this.#launches, missed: this.#missed, isCutShort };
    return { terms, ...found, provenance, fitting, bounds, unwrapped };
  }

  /** @param wanted the launches that count; null: all */
  #execute(name: string, isDemanded: boolean, wanted: ReadonlySet<HostLaunch['site']> | null = null): void {
    const fn = this.#program.functions.get(name);
    if (!fn || this.#entries.has(name)) return;
    this.#entries.add(name);
    let end = isDemanded ? this.#onDemand({ fn, isDemanded }) : executeEntry(this.#code, { fn, isDemanded });
    if (end.isCutShort) {
      const briefly = this.#onDemand({ fn, isDemanded }, this.#opaqueBriefly);
      if (!briefly.isCutShort) end = briefly;
    }
    const heavy = end.isCutShort ? this.#heavy : new Set<string>();
    const opaque = new Set([...this.#code.opaque, ...heavy]);
    const alone = end.isCutShort ? this.#onDemand({ fn, isDemanded }, opaque, 'alone') : null;
    const isKnownAlone = alone?.isCutShort === false;
    const counts = ({ site }: Pick<HostLaunch, 'site'>) => wanted === null || wanted.has(site);
    for (const { launches, unknown } of isKnownAlone ? [end, alone] : [end]) {
      this.#launches.push(...launches.filter(counts));
      this.#unknown.push(...unknown.filter(counts));
    }
    if (end.isCutShort) {
      if (!isKnownAlone) this.#cutShort.add(fn);
      // Of what was not looked into, what launches is executed for itself.
      const isMeant = isKnownAlone ? (name: string) => heavy.has(name) : undefined;
      for (const callee of this.#launchingCallees(fn, isMeant)) this.#demanded.add(callee);
    }
    for (const callee of end.recursive) if (this.#launching.has(callee)) this.#demanded.add(callee);
    // Who gets a function may call it whenever he likes, and with anything.
    for (const handed of this.#code.handedOn) if (this.#launching.has(handed)) this.#execute(handed, false);
  }

  /** One execution more than those that begin where nobody calls: all of a kind share a number of steps. */
  #onDemand(entry: HostEntry, opaque = this.#code.opaque, kind: 'onDemand' | 'alone' = 'onDemand'): EntryEnd {
    const left = this.#code.terms.size > MANY_TERMS ? 0 : this.#stepsLeft[kind];
    const maxSteps = Math.max(LEAST_STEPS, Math.min(DEMANDED_STEPS, left));
    const end = executeEntry({ ...this.#code, opaque }, { ...entry, maxSteps });
    this.#stepsLeft[kind] -= end.steps;
    return end;
  }

  /** The functions on the way to launches that no execution came to. */
  #executeDemanded(): void {
    const { variables } = this.#code;
    // What is behind a handler may be called with anything, and so may what stands in a table, through a pointer.
    const isThroughPointers = this.#callsThroughPointers();
    const inTables = isThroughPointers ? variables.functionsInTables() : [];
    if (isThroughPointers) for (const name of this.#onlyNamed()) this.#execute(name, false);
    for (const name of [...namesBehindHandlers(this.#program), ...inTables, ...this.#calledUnseen()]) {
      if (this.#launching.has(name)) this.#demanded.add(name);
    }
    for (;;) {
      const open = (names: Iterable<string>) => [...names].filter((name) => !this.#entries.has(name));
      const demanded = open(this.#demanded);
      // The smallest first: the steps may not suffice for all.
      const next = (demanded.length > 0 ? demanded : open(this.#onTheWay())).sort(
        (a, b) => this.#sizeOf(a) - this.#sizeOf(b),
      )[0];
      if (next === undefined || this.#entries.size >= MAX_ENTRIES) break;
      // One that was called is executed for launches that no call came to: of the others it is known how they are made.
      const isCalled = demanded.length === 0 && this.#code.called.functions.has(next);
      this.#execute(next, true, isCalled ? new Set(this.#missedSites().map(({ call }) => call)) : null);
    }
    this.#executeWithErrors();
  }

  /** Functions that are handed on by name, and that nobody calls by it. */
  #onlyNamed(): string[] {
    const launching = [...this.#launching].flatMap((name) => this.#program.functions.get(name) ?? []);
    const called = new Set(launching.flatMap(calleesOf));
    const named = new Set(launching.flatMap(functionsNamedIn));
    return [...named].filter((name) => this.#launching.has(name) && !called.has(name));
  }

  /** Is anything called through a pointer of which it is not known where it leads, or that was not looked into? */
  #callsThroughPointers(): boolean {
    const { called, opaque } = this.#code;
    const isThrough = (name: string) =>
      this.#program.functions
        .get(name)
        ?.blocks.some(({ instructions }) => instructions.some((i) => i.op === 'call' && i.callee.kind === 'register'));
    return called.unknown.size > 0 || [...opaque].some(isThrough);
  }

  /**
   * Functions whose address is kept, or handed on, and that code may call through it to which no execution came, as it names nothing that
   * launches: who knows with what.
   */
  #calledUnseen(): string[] {
    const { called, variables } = this.#code;
    const kept = variables.functionsKept().filter((name) => this.#launching.has(name) && this.#called.has(name));
    if (kept.length === 0) return [];
    const shapes = new Set<string>();
    const handed = new Set<string>();
    for (const fn of this.#program.functions.values()) {
      if (called.functions.has(fn.name) || this.#entries.has(fn.name)) continue;
      for (const shape of callsThroughPointers(fn)) shapes.add(shape);
      for (const name of handedOut(this.#program, fn)) handed.add(name);
    }
    return kept.filter((name) => handed.has(name) || shapes.has(shapeOf(this.#program.functions.get(name)!)));
  }

  /** Launches that are made only where a function of the runtime has failed. */
  #executeWithErrors(): void {
    const missed = this.#missedSites();
    const calls = new Set(missed.map(({ call }) => call));
    for (const fn of new Set(missed.map((site) => site.fn))) {
      if (!this.#entries.has(fn.name) || this.#cutShort.has(fn)) continue;
      const opaque = new Set([...this.#code.opaque, ...this.#runtimeFunctions()]);
      const { launches, unknown } = this.#onDemand({ fn, isDemanded: this.#called.has(fn.name) }, opaque);
      this.#launches.push(...launches.filter(({ site }) => calls.has(site)));
      this.#unknown.push(...unknown.filter(({ site }) => calls.has(site)));
    }
  }

  /**
   * Functions that lead to a launch which was not come to: those that were never called, and that one calls which was; then
   * those in which such launches stand.
   */
  #onTheWay(): string[] {
    const missed = new Set(this.#missedSites().map(({ fn }) => fn.name));
    if (missed.size === 0) return [];
    const { functions } = this.#code.called;
    const isCalled = (name: string) => functions.has(name) || this.#entries.has(name);
    const leading = functionsThatCall(this.#program, (name) => missed.has(name));
    const next = new Set<string>();
    for (const name of leading) {
      if (!isCalled(name)) continue;
      for (const callee of this.#launchingCallees(this.#program.functions.get(name)!)) {
        if (!isCalled(callee) && (leading.has(callee) || missed.has(callee))) next.add(callee);
      }
    }
    return [...next, ...missed];
  }

  #missedSites(): LaunchSite[] {
    const { sites } = this.#code.called;
    const reached = new Set([...this.#launches, ...this.#unknown].map(({ site }) => site));
    const places = new Set(this.#launches.map(({ location }) => placeKey(location)));
    // A launch in one of our own headers stands for the place from where it is called.
    return this.#sites.filter(
      ({ call, location }) => !reached.has(call) && !(sites.has(call) && places.has(placeKey(location))),
    );
  }

  #noteMissed(): void {
    const { program, handedOn } = this.#code;
    for (const fn of this.#cutShort) this.#missAllIn([fn], 'the code before it is too large to be executed');
    const unexecuted = [...this.#demanded].filter((name) => !this.#entries.has(name));
    for (const name of unexecuted) {
      const fn = program.functions.get(name);
      if (fn) this.#missAllIn(reachedFrom(program, fn, calleesOf).functions, 'too many functions lead to it');
    }
    const reached = new Set(this.#launches.map(({ kernel }) => kernel));
    const all = [...this.#code.openclKernels.keys()];
    for (const { kernels, isOpencl, location } of this.#missedSites()) {
      // What an object of OpenCL is, only an execution tells.
      for (const kernel of isOpencl ? all : kernels) {
        if (isOpencl || !reached.has(kernel)) {
          this.#miss(kernel, 'no execution of the host code reached it', location);
        }
      }
    }
    for (const { kernel, text, location } of this.#unknown) {
      for (const one of kernel === null ? all : [kernel]) this.#miss(one, text, location);
    }
    for (const fn of program.functions.values()) {
      const isOther = calleesOf(fn).some((name) => LAUNCH_OTHERWISE.test(name));
      const named = isOther || this.#launching.has(fn.name) ? functionsNamedIn(fn) : [];
      for (const name of [...calleesOf(fn), ...named]) {
        const kernel = kernelOfStub(name);
        if (kernel === null || (reached.has(kernel) && !isOther)) continue;
        const why = isOther ? 'by a function whose sizes are not followed' : 'through a pointer';
        this.#miss(kernel, why, fn.location);
      }
    }
    for (const name of handedOn) {
      const kernel = kernelOfStub(name);
      if (kernel !== null) this.#miss(kernel, 'by code that was not analysed and is passed the kernel', null);
    }
    for (const name of namesBehindHandlers(program)) {
      const kernel = kernelOfStub(name);
      if (kernel !== null) this.#miss(kernel, 'behind an exception handler', null);
    }
  }

  #missAllIn(functions: readonly ProgramFunction[], text: string): void {
    const all = [...this.#code.openclKernels.keys()];
    for (const { fn, kernels, isOpencl, location } of this.#sites) {
      if (functions.includes(fn)) for (const kernel of isOpencl ? all : kernels) this.#miss(kernel, text, location);
    }
  }

  #miss(kernel: string, text: string, location: SourceLocation | null): void {
    if (!this.#isWanted(kernel)) return;
    const known = this.#missed.get(kernel) ?? [];
    if (known.some((one) => placeKey(one.location) === placeKey(location))) return;
    this.#missed.set(kernel, [...known, { text, location }]);
  }

  #sizeOf(name: string): number {
    const fn = this.#program.functions.get(name);
    return fn === undefined ? 0 : sizeOf(fn);
  }

  /**
   * The functions that lead to a launch and that a function calls, directly or through others: those of our own headers.
   * @param isMeant of a function that is not among these: whether it is one to stop at, and not another one to look through
   */
  #launchingCallees(fn: ProgramFunction, isMeant: (name: string) => boolean = () => true): string[] {
    const found = new Set<string>();
    const ways = [fn];
    for (const way of ways) {
      for (const name of [...calleesOf(way), ...functionsNamedIn(way)]) {
        const callee = this.#program.functions.get(name);
        if (!callee || !this.#launching.has(name) || ways.includes(callee)) continue;
        if (this.#isOurs(callee) || !isMeant(name)) ways.push(callee);
        else found.add(name);
      }
    }
    return [...found];
  }

  #isOurs(fn: ProgramFunction): boolean {
    return isOurs(this.#program, this.#code.headerPrefix, fn);
  }

  // ---- what is not looked into ---------------------------------------------------------------------------------------

  #matters(name: string): boolean {
    if (allocates(name) || makesTexture(name) || name === MAKES_TENSOR_MAP) return true;
    return this.#launching.has(name) || OPENCL.test(name);
  }

  #leadsOn(name: string): boolean {
    this.#leadingOn ??= functionsReaching(this.#program, calleesOf, (callee) => this.#matters(callee));
    return this.#matters(name) || this.#leadingOn.has(name);
  }

  #opaque(headerPrefix: string): ReadonlySet<string> {
    return new Set([
      ...opaqueCallees(this.#program, calleesOf, (name) => this.#matters(name), headerPrefix),
      ...unreadable(this.#program),
      // What they return, and change, nobody knows: they may have been left on either way.
      ...completedByHandlers(this.#program).flatMap((fn) => (this.#leadsOn(fn.name) ? [] : fn.name)),
    ]);
  }

  /** Where all of the code is too much: nothing is looked into that has a loop and does not lead on. */
  get #opaqueBriefly(): ReadonlySet<string> {
    this.#briefly ??= new Set([...this.#code.opaque, ...[...this.#heavy].filter((name) => !this.#leadsOn(name))]);
    return this.#briefly;
  }

  /** Functions that take long. What makes a texture or a map, or is handed kernels of OpenCL, has to be looked into all the same. */
  get #heavy(): ReadonlySet<string> {
    if (this.#takingLong !== null) return this.#takingLong;
    const program = this.#program;
    const isMade = (name: string) => makesTexture(name) || name === MAKES_TENSOR_MAP || OPENCL.test(name);
    const making = functionsReaching(program, calleesOf, isMade);
    const heavy = [...program.functions.values()].filter(
      (fn) => fn.isDefinition && !making.has(fn.name) && !isSmall(program, fn, calleesOf),
    );
    this.#takingLong = new Set(heavy.map(({ name }) => name));
    return this.#takingLong;
  }

  /** What the headers of the runtime define. */
  #runtimeFunctions(): string[] {
    const functions = [...this.#program.functions.values()].filter((fn) => RUNTIME.test(fn.sourceName));
    return functions.flatMap((fn) => (this.#isOurs(fn) && !this.#leadsOn(fn.name) ? fn.name : []));
  }

  /** Functions that make textures, and that none of the entries leads to; of those that call each other, the callers. */
  #makersOfTextures(): ProgramFunction[] {
    const making = functionsThatCall(this.#program, makesTexture);
    const executed = new Set(this.#entries);
    for (const name of this.#entries) {
      const fn = this.#program.functions.get(name);
      for (const callee of fn ? reachedFrom(this.#program, fn, calleesOf).names : []) executed.add(callee);
    }
    const left = new Set([...making].filter((name) => !executed.has(name)));
    const called = calledBy(this.#program, left);
    return [...left].flatMap((name) => (called.has(name) ? [] : (this.#program.functions.get(name) ?? [])));
  }
}

/** Is it a function of our own headers? */
function isOurs({ files }: Program, headerPrefix: string, { location }: ProgramFunction): boolean {
  return location !== null && files[location.file]?.startsWith(headerPrefix) === true;
}

/** Functions whose bodies did not compile. */
function unreadable(program: Program): string[] {
  return [...program.functions.values()].filter((fn) => calleesOf(fn).some(isUnmodelled)).map((fn) => fn.name);
}

function placeKey(location: SourceLocation | null): string {
  return location === null ? '' : `${location.file}:${location.line}:${location.column}`;
}

function atomsOf(terms: readonly Int[]): Set<number> {
  const atoms = new Set<number>();
  visitAtoms(terms, ({ id }) => atoms.add(id));
  return atoms;
}
