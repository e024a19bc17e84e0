/**
 * The record of an execution: everything that it logs. The journal takes back what a pass logged that was only for learning;
 * what is aborted has never happened: not its accesses, and not what was refused or assumed on the way either. What a term
 * stands for is no event: it is known from then on, as the term may outlive the pass that made it.
 */
import type { CopyQueue } from '../intrinsics/index.ts';
import type { Operand, SourceLocation } from '../ir/program.ts';
import type { Assumption, AssumptionKind } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import type { Reason, ReasonKind } from '../model/reason.ts';
import {
  type Atom,
  type Cond,
  type Int,
  isConstant,
  isIndexFromMemory,
  type NoOverflow,
  printInt,
  type UnsignedUse,
  type ValueRange,
} from '../terms/index.ts';
import type { BarrierCounters } from './barrier-counters.ts';
import type { Execution, ExecutionInput, LoadPlace, NullablePointer } from './execution.ts';
import type { Frame } from './frame.ts';
import { intervalUnder, onPath } from './interval-under.ts';
import { Journal } from './journal.ts';
import type {
  AsyncCopy,
  CopyCall,
  CopyMakers,
  CopyWait,
  FetchAdd,
  KernelAccess,
  KernelBarrier,
  KernelFence,
  KernelLoop,
  PartialBarrierUse,
  ProxyFence,
  WarpCall,
  Way,
} from './kernel-model.ts';
import type { ThreadFact } from './launch.ts';
import type { MemoryObject, Target } from './memory.ts';
import { leadsElsewhere } from './objects.ts';
import {
  ALLOCATION_UNIT,
  AT_ITS_START,
  type Placement,
  type PointerKey,
  pointerKey,
  sharedStart,
} from './passed-memory.ts';
import type { Places } from './places.ts';
import { placeIn } from './source-place.ts';
import type { State } from './state.ts';
import type { Symbols } from './symbols.ts';
import type { TextureRead } from './textures.ts';

/** Values of a register that indices are mostly computed in. */
const WORD = 1n << 32n;

/** An access as the instruction or the call has it; what is left out is null, or false. */
export interface AccessEvent
  extends Pick<KernelAccess, 'kind' | 'size'>,
    Partial<
      Pick<
        KernelAccess,
        | 'alignment'
        | 'scope'
        | 'ordering'
        | 'volatile'
        | 'value'
        | 'valueBits'
        | 'copy'
        | 'together'
        | 'found'
        | 'update'
        | 'seedsExchange'
      >
    > {
  readonly target: Target;
  /** The operand that holds the address. */
  readonly pointer: Operand;
  readonly location: SourceLocation | null;
}

export interface BarrierEvent {
  readonly width: KernelBarrier['width'];
  readonly kind: KernelBarrier['kind'];
  /** The call does nothing else: no value comes of it. */
  readonly isStatement: boolean;
  readonly location: SourceLocation | null;
}

export interface PartialBarrierEvent
  extends Pick<PartialBarrierUse, 'barrier' | 'kind' | 'count'>,
    Partial<Pick<PartialBarrierUse, 'counter' | 'index' | 'parity' | 'queue' | 'copy' | 'owner'>> {
  readonly location: SourceLocation | null;
}

export type Log = Pick<
  Execution,
  | 'accesses'
  | 'comparedObjects'
  | 'textureReads'
  | 'barriers'
  | 'fences'
  | 'proxyFences'
  | 'partialBarrierUses'
  | 'hidesOrder'
  | 'refusals'
  | 'assumptions'
  | 'stated'
  | 'bounds'
  | 'loops'
  | 'fetchAdds'
  | 'loadPlaces'
  | 'parameters'
  | 'nulls'
>;

/** What the record needs to know of what is executed. */
interface Executed extends Pick<ExecutionInput, 'terms' | 'host'> {
  readonly program: Pick<ExecutionInput['program'], 'files' | 'globals'>;
  readonly kernel: Pick<ExecutionInput['kernel'], 'location'>;
}

export class Recorder {
  readonly journal = new Journal();
  /** The path to the code that is being executed. */
  here: Cond;

  readonly #input: Executed;
  readonly #symbols: Symbols;
  readonly #counters: BarrierCounters;
  readonly #places: Places;
  /** Accesses, fences and barriers so far. */
  #events = 0;
  /** Accesses so far, with those of passes that only explored: it never goes back. */
  #accessesMet = 0;
  readonly #accesses: KernelAccess[] = [];
  readonly #barriers: KernelBarrier[] = [];
  readonly #fences: KernelFence[] = [];
  readonly #proxyFences: ProxyFence[] = [];
  readonly #partialBarrierUses: PartialBarrierUse[] = [];
  readonly #copyCalls: CopyCall[] = [];
  readonly #copyWaits: CopyWait[] = [];
  #nextGrouped = 0;
  readonly #loops: KernelLoop[] = [];
  readonly #flags = new Map<'hidesOrder' | 'numberAsPointer', true>();
  readonly #refusals = new Distinct<Reason>();
  readonly #assumptions = new Distinct<Assumption>();
  readonly #stated: ThreadFact[] = [];
  readonly #bounds = new Map<string, NoOverflow>();
  readonly #parameters = new Map<string, Int>();
  /** Where pointers were stored, by the object of shared or global memory that holds them. */
  readonly #pointersIn = new Map<number, SourceLocation | null>();
  readonly #addressesIn = new Map<MemoryObject, SourceLocation | null>();
  /** The objects of shared or global memory that pointers were loaded from. */
  readonly #pointersFrom = new Map<number, MemoryObject>();
  /** Pairs of objects that a comparison took for different memory. */
  readonly #compared = new Map<string, readonly [MemoryObject, MemoryObject]>();
  readonly #textureReads: TextureRead[] = [];
  /** One where the pointer is null that leads to an object, for those that were compared. */
  readonly #nulls = new Map<MemoryObject, Int>();
  readonly #fetchAdds = new Map<number, FetchAdd>();
  readonly #loadPlaces = new Map<number, LoadPlace>();

  constructor(input: Executed, symbols: Symbols, counters: BarrierCounters, places: Places) {
    this.#input = input;
    this.#symbols = symbols;
    this.#counters = counters;
    this.#places = places;
    this.here = input.terms.true;
  }

  /** How many accesses it was told of, also by passes that only explore: whether a loop makes any can be told by it. */
  get accessesMet(): number {
    return this.#accessesMet;
  }

  // ---- what threads do to each other -------------------------------------------------------------------------------

  access(frame: Frame, state: State, event: AccessEvent): void {
    const { target, pointer, location, copy = null, together = null } = event;
    const { object } = target;
    if (!this.#input.host && leadsElsewhere(target)) {
      this.refuse('a pointer that is computed from addresses of several objects', this.#places.of(frame, location));
    }
    // A copy of nothing touches nothing.
    if (event.size === 0) return;
    if ((object.space !== 'global' && object.space !== 'shared') || this.#input.host) return;
    this.#accessesMet++;
    this.journal.append(this.#accesses, () => {
      const { terms } = this.#input;
      const isThere = terms.eq(this.#nulls.get(object) ?? terms.zero, terms.zero);
      const here = terms.and(state.path, target.guard, isThere);
      if (here.kind === 'false') return null;
      const { path, offset } = this.#asPlace(here, target.offset);
      if (path.kind === 'false') return null;
      if (object.origin.kind === 'loaded') {
        const text = 'pointers that the kernel loads do not overlap with one another or with its arguments';
        this.assume('aliasing', text);
      }
      const place = this.#places.of(frame, location);
      return {
        index: this.#events++,
        kind: event.kind,
        object,
        base: target.base,
        offset,
        size: event.size,
        alignment: event.alignment ?? 1,
        path,
        facts: state.facts,
        iterations: this.#symbols.iterations,
        interval:
          object.origin.kind === 'image'
            ? this.#counters.intervalOfImages(state)
            : this.#counters.interval(state, object.space),
        scope: event.scope ?? null,
        ordering: event.ordering ?? null,
        volatile: event.volatile ?? false,
        found: event.found ?? null,
        seedsExchange: event.seedsExchange ?? false,
        update: event.update ?? null,
        location: place,
        // A copy is its whole call to the reader, and so is what a warp does together.
        addressLocation: copy || together ? place : this.#places.ofAddress(frame, pointer, location),
        way: this.#wayTo(frame, location),
        value: event.value ?? null,
        valueBits: event.valueBits ?? null,
        copy,
        together,
        copyGroups: this.#counters.copyGroups(state),
      };
    });
  }

  /** An index that memory has a part in is taken not to wrap around where it says which place is meant, and nowhere else. */
  #asPlace(path: Cond, offset: Int): { path: Cond; offset: Int } {
    const { terms } = this.#input;
    // Which of two numbers it is made of, the path may have chosen.
    const chosen = onPath(terms, path).int(offset);
    const indices = new Map<Atom, Int>();
    for (const { atoms } of chosen.monomials) {
      const [index, ...others] = atoms;
      if (index?.kind !== 'mod' || others.length > 0 || !isConstant(index.divisor)) continue;
      if (index.divisor.constant !== WORD || !isIndexFromMemory(index.dividend)) continue;
      this.assumeNoOverflow(32, { term: index.dividend, low: 0n, high: WORD - 1n });
      indices.set(index, index.dividend);
    }
    if (indices.size === 0) return { path, offset: chosen };
    const plain = terms.substitution((atom) => indices.get(atom));
    return { path: plain.cond(path), offset: plain.int(chosen) };
  }

  #wayTo(frame: Frame, location: SourceLocation | null): Way {
    const calls = this.#places.callsTo(frame, location);
    return { calls, rounds: this.#symbols.rounds.filter(({ depth }) => depth <= calls.length) };
  }

  barrier(frame: Frame, state: State, { width, kind, isStatement, location }: BarrierEvent): void {
    this.journal.append(this.#barriers, () => ({
      index: this.#events++,
      width,
      kind,
      isPlain: isStatement && this.#places.isInKernel(frame, location),
      path: state.path,
      facts: state.facts,
      iterations: this.#symbols.iterations,
      interval: this.#counters.interval(state, 'shared'),
      globalInterval: this.#counters.interval(state, 'global'),
      copyGroups: this.#counters.copyGroups(state),
      location: this.#places.of(frame, location),
    }));
  }

  partialBarrier(frame: Frame, state: State, event: PartialBarrierEvent): void {
    const { location, index = null, parity = null, queue = null, copy = null, owner = null } = event;
    const { counter = event.barrier } = event;
    this.journal.append(this.#partialBarrierUses, () => {
      const passed = intervalUnder(this.#counters.interval(state, 'shared'), onPath(this.#input.terms, state.path));
      return {
        ...event,
        counter,
        index,
        parity,
        queue,
        copy,
        owner,
        order: this.#events++,
        path: state.path,
        facts: state.facts,
        iterations: this.#symbols.iterations,
        before: passed.partialBarriers,
        passed,
        copyGroups: this.#counters.copyGroups(state),
        location: this.#places.of(frame, location),
      };
    });
  }

  fence(state: State, { scope, ordering, memory }: Pick<KernelFence, 'scope' | 'ordering' | 'memory'>): void {
    this.hideOrder();
    this.journal.append(this.#fences, () => ({
      index: this.#events++,
      scope,
      ordering,
      memory,
      path: state.path,
      iterations: this.#symbols.iterations,
      interval: this.#counters.interval(state, 'global'),
    }));
  }

  proxyFence(state: State, memory: ProxyFence['memory']): void {
    this.journal.append(this.#proxyFences, () => ({
      index: this.#events++,
      memory,
      path: state.path,
      iterations: this.#symbols.iterations,
      intervals: { global: this.#counters.interval(state, 'global'), shared: this.#counters.interval(state, 'shared') },
    }));
  }

  /** Something may order threads or hand values over without being an access. */
  hideOrder(): void {
    this.journal.update(this.#flags, 'hidesOrder', () => true);
  }

  /** A copy that is over when the group of copies is done that the thread will close next. */
  groupedCopy(state: State, by: CopyMakers, queue: CopyQueue): AsyncCopy {
    const groups = this.#counters.copyGroups(state);
    const group = groups?.[queue].closed ?? this.#input.terms.zero;
    return { id: this.#nextGrouped++, iterations: this.#symbols.iterations, by, end: { kind: 'group', queue, group } };
  }

  /** A copy that is over when a phase of a barrier object is. */
  boundCopy(by: CopyMakers, end: AsyncCopy['end']): AsyncCopy {
    return { id: this.#nextGrouped++, iterations: this.#symbols.iterations, by, end };
  }

  /** A call that all lanes of the warp make together, for its accesses. */
  warpCall(): WarpCall {
    return { id: this.#nextGrouped++, iterations: this.#symbols.iterations };
  }

  /** A read that may have been done at any time since the kernel began. */
  staleRead(): AsyncCopy {
    return { id: this.#nextGrouped++, iterations: this.#symbols.iterations, by: 'thread', end: { kind: 'here' } };
  }

  /** @returns the copy, for its accesses */
  copyCall(state: State, event: Int, location: SourceLocation | null): AsyncCopy {
    const copy: AsyncCopy = {
      id: this.#copyCalls.length,
      iterations: this.#symbols.iterations,
      by: 'block',
      end: { kind: 'event', until: null },
    };
    this.journal.append(this.#copyCalls, () => ({ copy, event, path: state.path, location }));
    return copy;
  }

  copyWait(state: State, event: Int, location: SourceLocation | null): void {
    this.journal.append(this.#copyWaits, () => ({
      event,
      path: state.path,
      iterations: this.#symbols.iterations,
      intervals: { global: this.#counters.interval(state, 'global'), shared: this.#counters.interval(state, 'shared') },
      location,
    }));
  }

  loop(loop: KernelLoop): void {
    this.journal.append(this.#loops, () => loop);
  }

  // ---- what the outcome rests on -----------------------------------------------------------------------------------

  /** The kernel does something that is not understood; without a place of its own, the kernel's counts. */
  refuse(text: string, location: SourceLocation | null, kind: ReasonKind = 'unsupported'): void {
    const { program, kernel } = this.#input;
    const place = placeIn(program, location ?? kernel.location);
    this.journal.add(this.#refusals, { kind, text, place });
  }

  assume(kind: AssumptionKind, text: string, location: SourceLocation | null = null): void {
    this.journal.add(this.#assumptions, { kind, text, place: placeIn(this.#input.program, location) });
  }

  /** The kernel states that `condition` holds for every thread that gets here. */
  state(
    { path, facts }: State,
    condition: Cond,
    kind: AssumptionKind,
    text: string,
    location: SourceLocation | null,
  ): void {
    const { terms, program, host } = this.#input;
    const here = terms.and(path, facts);
    if (host || here.kind === 'false') return;
    this.assume(kind, text, location);
    const assumption = { kind, text, place: placeIn(program, location) };
    this.journal.append(this.#stated, () => {
      return { condition: terms.or(terms.not(here), condition), asserts: condition, assumption };
    });
  }

  /** The kernel computes with the address of memory that the host hands on, or of a variable. */
  addressAsNumber({ name, origin, space }: MemoryObject, placement: Placement | null): void {
    if (this.#input.host) return;
    // Of variables in global memory CUDA promises as much, of those in shared memory only what their declarations say.
    if (origin.kind === 'variable' && space === 'shared') {
      const declared = this.#input.program.globals.get(origin.symbol)?.align ?? 1;
      const unit = placement?.unit ?? ALLOCATION_UNIT;
      if (BigInt(declared) < unit) this.assume('memory', `${name} ${sharedStart(unit)}`);
    }
    if (origin.kind !== 'parameter') return;
    const assumption = placement === null ? AT_ITS_START : placement.assumption;
    if (assumption !== null) this.assume('memory', `${name} ${assumption}`);
  }

  /** A value is taken not to overflow where the execution stands. */
  assumeNoOverflow(width: number, bound: ValueRange): void {
    this.assume('arithmetic', `${width}-bit index arithmetic does not overflow`);
    this.#bound(bound, true);
  }

  #bound(bound: ValueRange, mayWrap: boolean): void {
    const key = `${bound.term.id}:${bound.low}`;
    this.journal.update(this.#bounds, key, (known) => {
      const path = known ? this.#input.terms.or(known.path, this.here) : this.here;
      return { ...bound, path, mayWrap: mayWrap && (known?.mayWrap ?? true) };
    });
  }

  /** A divisor is taken to be positive where the execution stands. */
  assumePositive(bound: ValueRange): void {
    this.assume('arithmetic', `${printInt(bound.term)} is positive: indices are divided by it`);
    this.#bound(bound, false);
  }

  /** A number that is read as unsigned is taken not to be negative where the execution stands. */
  assumeNotNegative(bound: ValueRange, use: UnsignedUse): void {
    this.assume('arithmetic', `${printInt(bound.term)} is not negative: ${use}`);
    this.#bound(bound, false);
  }

  /** A scalar argument that the kernel looks at. */
  parameter(name: string, value: Int): void {
    this.journal.update(this.#parameters, name, () => value);
  }

  /** A pointer is stored in an object of shared or global memory. */
  pointerStored(object: MemoryObject, place: SourceLocation | null): void {
    this.journal.update(this.#pointersIn, object.id, () => place);
  }

  /** A pointer is loaded from an object of shared or global memory. */
  pointerLoaded(object: MemoryObject): void {
    this.journal.update(this.#pointersFrom, object.id, () => object);
  }

  /** Two pointers are taken not to be equal, because they lead into different objects. */
  compared(a: MemoryObject, b: MemoryObject): void {
    this.journal.update(this.#compared, `${a.id}:${b.id}`, () => [a, b] as const);
  }

  /**
   * A pointer into an object may be null, and then nobody accesses anything through it.
   * @param isNull one where it is, else zero
   */
  mayBeNull(object: MemoryObject, isNull: Int): void {
    this.#nulls.set(object, isNull);
  }

  /** Do all threads access the object on their way here? A launch that passes null for it has ended there. */
  isThere(object: MemoryObject): boolean {
    return this.#accesses.some((access) => access.object === object && access.path.kind === 'true');
  }

  textureRead({ path }: State, read: TextureRead): void {
    this.journal.append(this.#textureReads, () => (path.kind === 'false' ? null : read));
  }

  /** The name of a scalar argument that the kernel looks at; of the member of a struct none is known here. */
  parameterNamed(value: Int): string | null {
    for (const [name, term] of this.#parameters) if (term === value && !name.includes('@')) return name;
    return null;
  }

  /** An address is stored in an object of shared or global memory as a number. */
  addressStored(object: MemoryObject, place: SourceLocation | null): void {
    this.journal.update(this.#addressesIn, object, () => place);
  }

  /** A number that is not known is made a pointer. */
  numberAsPointer(): void {
    this.journal.update(this.#flags, 'numberAsPointer', () => true);
  }

  /** The objects that pointers were stored in and may have been loaded from, and where they were stored. */
  get pointersKept(): { readonly name: string; readonly place: SourceLocation | null }[] {
    const loaded = [...this.#pointersFrom].flatMap(([id, { name }]) => {
      const place = this.#pointersIn.get(id);
      return place === undefined ? [] : { name, place };
    });
    if (!this.#flags.has('numberAsPointer')) return loaded;
    return [...loaded, ...[...this.#addressesIn].map(([{ name }, place]) => ({ name, place }))];
  }

  // ---- what terms stand for ----------------------------------------------------------------------------------------

  fetchAdd(fetchAdd: FetchAdd): void {
    this.#fetchAdds.set(fetchAdd.operation, fetchAdd);
  }

  /** By the ids of atoms; grows with atoms that are made of others. */
  get fetchAdds(): Map<number, FetchAdd> {
    return this.#fetchAdds;
  }

  /** Where a value is loaded that only the load itself stands for; of several places the first counts. */
  loadPlace(atom: number, place: LoadPlace): void {
    if (!this.#loadPlaces.has(atom)) this.#loadPlaces.set(atom, place);
  }

  // ---- the record --------------------------------------------------------------------------------------------------

  get copyCalls(): readonly CopyCall[] {
    return this.#copyCalls;
  }

  get copyWaits(): readonly CopyWait[] {
    return this.#copyWaits;
  }

  /** All that was recorded. */
  get log(): Log {
    return {
      accesses: this.#accesses,
      comparedObjects: [...this.#compared.values()],
      textureReads: this.#textureReads,
      barriers: this.#barriers,
      fences: this.#fences,
      proxyFences: this.#proxyFences,
      partialBarrierUses: this.#partialBarrierUses,
      hidesOrder: this.#flags.has('hidesOrder'),
      refusals: [...this.#refusals],
      assumptions: [...this.#assumptions],
      stated: this.#stated,
      bounds: [...this.#bounds.values()],
      loops: this.#loops,
      fetchAdds: this.#fetchAdds,
      loadPlaces: this.#loadPlaces,
      parameters: this.#parameters,
      nulls: this.#nullPointers(),
    };
  }

  #nullPointers(): Map<PointerKey, NullablePointer> {
    const found = new Map<PointerKey, NullablePointer>();
    for (const [{ name, origin }, isNull] of this.#nulls)
      if (origin.kind === 'parameter') found.set(pointerKey(origin.index, origin.offset), { name, isNull });
    return found;
  }
}
