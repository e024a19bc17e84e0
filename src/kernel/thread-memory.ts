/** The memory of the thread that is executed: barrier counts, loads and stores, and the record of what it touched. */

import { fieldOffset, sizeOf, storeSizeOf, strideOf } from '../ir/layout.ts';
import type { Instruction, Operand, Ordering, SourceLocation, Type } from '../ir/program.ts';
import type { Scope } from '../model/result.ts';
import {
  type Int,
  integerRange,
  isConstant,
  type MachineInt,
  type Range,
  type SymbolOrigin,
  single,
  type Uninterpreted,
  visitAtoms,
} from '../terms/index.ts';
import type { Frame, OutsideMemory } from './execution.ts';
import type {
  BarrierGroup,
  GroupCopy,
  GroupCount,
  GroupUse,
  KernelAccess,
  KernelBarrier,
  Phase,
  Ticket,
  Update,
} from './kernel-model.ts';
import { LEAF_LIMIT, leavesWithin } from './leaves.ts';
import { Load, LoopSum } from './meanings.ts';
import {
  type LocalContent,
  type MemoryObject,
  type Slot,
  type Target,
  type Value,
  withoutSlots,
  withSlot,
} from './memory.ts';
import type { OtherThreads } from './other-threads.ts';
import { afterWrite, NO_OWN_WRITES, ownValue } from './own-writes.ts';
import {
  contentOf,
  findsItsOwn,
  GROUP_LIMIT,
  groupOffset,
  joinStates,
  PHASE_OBJECT,
  PHASE_OFFSET,
  type State,
  withContent,
} from './state.ts';
import { ThreadValues } from './thread-values.ts';

/** Values among which an index chooses. */
const CHOICE_LIMIT = 16;

export class ThreadMemory extends ThreadValues {
  /** Barriers of some threads of a block, by what tells them apart. */
  protected readonly groups = new Map<string, BarrierGroup>();
  #sharedValues = 0;
  readonly #zero: Value = this.machine.make(64, this.terms.zero, true);
  /** The place of the load or store that is being executed. */
  protected accessing: SourceLocation | null = null;
  /** What objects held that were filled from outside, before anything was stored. */
  readonly #inputs = new Map<number, LocalContent>();
  readonly #inputObjects = new Map<number, MemoryObject>();
  readonly #layout = new Map<string, Map<number, Type>>();
  #isIncomplete = false;

  /**
   * The state in which an object holds what the outside put into it: a struct parameter, a variable of the host. Every
   * scalar gets its slot, so that a store on one branch does not win over the input on the other.
   */
  protected withInputs(state: State, object: MemoryObject, type: Type): State {
    // What is too large to be taken apart is read as it is asked for, until something is stored in it.
    const slots = new Map<number, Slot>();
    for (const leaf of leavesWithin(type, 0, 0, sizeOf(type)) ?? []) {
      slots.set(leaf.offset, { size: sizeOf(leaf.type), value: this.#inputAt(object, leaf.offset, leaf.type) });
    }
    const content: LocalContent = { slots, smeared: false };
    this.#inputs.set(object.id, content);
    this.#inputObjects.set(object.id, object);
    return withContent(state, object.id, content);
  }

  /** The state in which memory outside has the scalars of a layout in it. */
  protected withLayout(state: State, object: MemoryObject, layout: ReadonlyMap<number, Type>): State {
    const slots = new Map<number, Slot>();
    for (const [offset, type] of layout) {
      slots.set(offset, { size: sizeOf(type), value: this.#inputAt(object, offset, type) });
    }
    const content: LocalContent = { slots, smeared: false };
    this.#inputs.set(object.id, content);
    this.#inputObjects.set(object.id, object);
    return withContent(state, object.id, content);
  }

  protected get outsideMemory(): OutsideMemory {
    return { layout: this.#layout, isIncomplete: this.#isIncomplete };
  }

  /** Objects of the host whose content is not the executed function's own. */
  outsideObjects(): readonly MemoryObject[] {
    return [...this.#inputObjects.values()].filter(({ origin }) => origin.kind === 'outside');
  }

  #touch(object: MemoryObject, offset: number, type: Type): void {
    this.#inputObjects.set(object.id, object);
    const layout = this.#layout.get(object.key) ?? new Map<number, Type>();
    this.#layout.set(object.key, layout);
    const size = sizeOf(type);
    // Bytes that are seen as this and as that are left to be read as they are asked for.
    for (const [at, other] of layout) if (at < offset + size && offset < at + sizeOf(other)) return;
    layout.set(offset, type);
  }

  #inputAt(object: MemoryObject, offset: number, type: Type): Value {
    const { origin } = object;
    if (origin.kind === 'outside') this.#touch(object, offset, type);
    if (origin.kind === 'parameter') return this.inputValue(origin.index, `${object.name}@${offset}`, offset, type);
    const name = offset === 0 ? object.name : `${object.name}@${offset}`;
    if (type.kind === 'int' && type.bits > 1) {
      return this.machine.make(type.bits, this.terms.symbol(name, 'launch', 'input', integerRange(type.bits)), true);
    }
    if (type.kind === 'pointer' && origin.kind === 'outside') return this.pointerTo(this.outside(`*${name}`));
    if (type.kind === 'pointer') return this.pointerTo(this.allocation(`what ${name} points to`));
    return this.unknownOf(type, 'input', name);
  }

  /** The state after code that may have changed variables of the host. @param isChanged asked by symbol */
  forgetVariables(state: State, isChanged: (symbol: string) => boolean = () => true): State {
    const memory = new Map(state.memory);
    for (const [id, object] of this.#inputObjects) {
      const { origin } = object;
      if (origin.kind === 'variable' && isChanged(origin.symbol)) memory.set(id, this.#anyContent(object));
    }
    return { ...state, memory };
  }

  /** True while nothing has been stored in an object that was filled from outside. */
  #isUntouched(state: State, object: MemoryObject): boolean {
    return this.#inputs.get(object.id) === contentOf(state, object.id);
  }

  join(a: State, b: State): State {
    return joinStates(this.terms, a, b, (why) => this.anything(why));
  }

  /** The state in which nothing is known of an object's content. */
  forget(state: State, object: MemoryObject, origin: SymbolOrigin = 'unknown'): State {
    if (object.space !== 'local') return state;
    return withContent(state, object.id, this.#anyContent(object, origin));
  }

  /** What may stand in an object after anything: the scalars that it is known to have keep the value that they then have. */
  #anyContent(object: MemoryObject, origin: SymbolOrigin = 'unknown'): LocalContent {
    const slots = new Map<number, Slot>();
    // Variables of the stack have lost their names.
    const name = object.origin.kind === 'stack' ? `a variable of ${object.name}` : object.name;
    const fill = (offset: number, type: Type): void => {
      slots.set(offset, { size: sizeOf(type), value: this.unknownOf(type, origin, name) });
    };

    const type = this.input.host ? this.stackTypes.get(object.id) : undefined;
    if (type) for (const leaf of leavesWithin(type, 0, 0, sizeOf(type)) ?? []) fill(leaf.offset, leaf.type);
    for (const [offset, leaf] of this.#layout.get(object.key) ?? []) fill(offset, leaf);
    return { slots, smeared: true };
  }

  protected phase(state: State, which: keyof typeof PHASE_OFFSET): Int {
    return this.#count(state, PHASE_OFFSET[which]);
  }

  #count(state: State, offset: number): Int {
    const value = contentOf(state, PHASE_OBJECT).slots.get(offset)!.value;
    return value.kind === 'int' ? value.term : this.terms.zero;
  }

  /** The barrier of a group by its key, made when it is new. @returns null when the kernel has too many. */
  groupOf(key: string, members: BarrierGroup['members']): BarrierGroup | null {
    let group = this.groups.get(key);
    if (!group) {
      if (this.groups.size === GROUP_LIMIT) return null;
      group = { id: this.groups.size, members };
      this.groups.set(key, group);
    }
    return group;
  }

  groupCount(state: State, { id }: BarrierGroup): GroupCount {
    const arrived = this.#count(state, groupOffset(id, 'arrived'));
    return { arrived, waited: this.terms.sub(arrived, this.#count(state, groupOffset(id, 'pending'))) };
  }

  withGroupCount(state: State, { id }: BarrierGroup, { arrived, waited }: GroupCount): State {
    const content = withSlot(contentOf(state, PHASE_OBJECT), groupOffset(id, 'arrived'), 8, this.#counted(arrived));
    const pending = this.#counted(this.terms.sub(arrived, waited));
    return withContent(state, PHASE_OBJECT, withSlot(content, groupOffset(id, 'pending'), 8, pending));
  }

  /** Zero is one value, so that a loop sees that it leaves a count at zero. */
  #counted(term: Int): Value {
    return term === this.terms.zero ? this.#zero : this.machine.make(64, term, true);
  }

  /** The counts of all barriers of groups that the thread may have come to. */
  protected groupCounts(state: State): ReadonlyMap<number, GroupCount> {
    const counts = new Map<number, GroupCount>();
    for (const group of this.groups.values()) {
      const count = this.groupCount(state, group);
      if (count.arrived !== this.terms.zero || count.waited !== this.terms.zero) counts.set(group.id, count);
    }
    return counts;
  }

  recordGroupUse(
    frame: Frame,
    state: State,
    group: BarrierGroup,
    use: Pick<GroupUse, 'kind' | 'count'>,
    location: SourceLocation | null,
  ): void {
    this.recorder.groupUse(() => ({
      ...use,
      group: group.id,
      path: state.path,
      facts: state.facts,
      iterations: [...this.iterations],
      before: this.groupCounts(state),
      location: this.place(frame, location),
    }));
  }

  /** The barrier counts that order accesses to memory of the given space (OpenCL's barriers may order one only). */
  phases(state: State, space: MemoryObject['space']): Phase {
    const isGlobal = space === 'global';
    return {
      block: this.phase(state, isGlobal ? 'blockGlobal' : 'block'),
      warp: this.phase(state, isGlobal ? 'warpGlobal' : 'warp'),
      grid: this.phase(state, 'grid'),
      groups: this.groupCounts(state),
    };
  }

  passBarrier(state: State, which: readonly (keyof typeof PHASE_OFFSET)[]): State {
    let content = contentOf(state, PHASE_OBJECT);
    for (const w of which) {
      const value = this.machine.make(64, this.terms.add(this.phase(state, w), this.terms.one), true);
      content = withSlot(content, PHASE_OFFSET[w], 8, value);
    }
    return withContent(state, PHASE_OBJECT, content);
  }

  protected initialState(): State {
    const offsets: number[] = Object.values(PHASE_OFFSET);
    for (let i = 0; i < GROUP_LIMIT; i++) offsets.push(groupOffset(i, 'arrived'), groupOffset(i, 'pending'));
    const slots = new Map(offsets.map((o) => [o, { size: 8, value: this.#zero }]));
    return {
      path: this.terms.true,
      facts: this.terms.true,
      memory: new Map([[PHASE_OBJECT, { slots, smeared: false }]]),
      written: new Set(),
      own: NO_OWN_WRITES,
    };
  }

  /** Where the code stands for the user: the innermost place that is not in our own headers. */
  place(frame: Frame, location: SourceLocation | null): SourceLocation | null {
    return [...frame.callSites, location][this.#depth(frame, location)] ?? location;
  }

  /** How many calls deep that place is: 0 in the kernel itself. */
  #depth(frame: Frame, location: SourceLocation | null): number {
    const isOurs = (l: SourceLocation) => this.input.program.files[l.file]?.startsWith(this.input.headerPrefix) ?? true;
    const places = [...frame.callSites, location];
    const depth = places.findLastIndex((site) => site && !isOurs(site));
    return depth < 0 ? places.length - 1 : depth;
  }

  /** Is this the barrier that the execution is to leave out? */
  isLeftOut(frame: Frame, location: SourceLocation | null): boolean {
    const { without } = this.input;
    const at = without ? this.place(frame, location) : null;
    return at !== null && at.file === without?.file && at.line === without.line && at.column === without.column;
  }

  protected addressPlace(frame: Frame, pointer: Operand, location: SourceLocation | null): SourceLocation | null {
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
    details: {
      scope?: Scope | null;
      ordering?: Ordering | null;
      volatile?: boolean;
      value?: Int | null;
      valueBits?: number | null;
      copy?: GroupCopy | null;
      found?: Int | null;
      update?: Update | null;
    },
  ): void {
    if (target.object.space !== 'global' && target.object.space !== 'shared') return;
    if (this.input.host) return;
    this.recorder.access(() => {
      const path = this.terms.and(state.path, target.guard);
      if (path.kind === 'false') return null;
      if (target.object.origin.kind === 'loaded') {
        const text = 'memory behind different pointers that the kernel loads does not overlap, nor with its arguments';
        this.assume('memory', text);
      }
      return {
        kind,
        object: target.object,
        base: target.base,
        offset: target.offset,
        size,
        path,
        facts: state.facts,
        iterations: [...this.iterations],
        phase: this.phases(state, target.object.space),
        scope: details.scope ?? null,
        ordering: details.ordering ?? null,
        volatile: details.volatile ?? false,
        found: details.found ?? null,
        update: details.update ?? null,
        location: this.place(frame, instruction.location),
        // A copy is its whole call to the reader.
        addressLocation: details.copy
          ? this.place(frame, instruction.location)
          : this.addressPlace(frame, pointer, instruction.location),
        value: details.value ?? null,
        valueBits: details.valueBits ?? null,
        copy: details.copy ?? null,
      };
    });
  }

  recordBarrier(
    frame: Frame,
    state: State,
    width: KernelBarrier['width'],
    location: SourceLocation | null,
    kind: KernelBarrier['kind'] = 'barrier',
    isStatement = false,
  ): void {
    this.recorder.barrier(() => ({
      width,
      kind,
      isPlain: isStatement && this.#depth(frame, location) === 0,
      path: state.path,
      facts: state.facts,
      iterations: [...this.iterations],
      phase: this.phases(state, 'shared'),
      globalPhase: this.phases(state, 'global'),
      location: this.place(frame, location),
    }));
  }

  recordFence(state: State, scope: Scope, ordering: Ordering): void {
    this.recorder.fence(() => {
      const phase = this.phases(state, 'global');
      return { scope, ordering, path: state.path, iterations: [...this.iterations], phase };
    });
  }

  recordCopy(state: State, event: Int, location: SourceLocation | null): GroupCopy {
    return this.recorder.copyCall((id) => {
      const copy: GroupCopy = { id, iterations: [...this.iterations], until: null };
      return { copy, event, path: state.path, location };
    });
  }

  recordWait(state: State, event: Int, location: SourceLocation | null): void {
    this.recorder.copyWait(() => {
      const phases = { global: this.phases(state, 'global'), shared: this.phases(state, 'shared') };
      return { event, path: state.path, iterations: [...this.iterations], phases, location };
    });
  }

  /** What an atomic operation returns: a ticket when it counts in one place. */
  fetched(
    state: State,
    address: Value,
    type: Type,
    counts: Pick<Ticket, 'adds' | 'limit'> | null,
    hint: string,
  ): Value {
    const [target] = address.kind === 'pointer' && address.targets.length === 1 ? address.targets : [];
    if (!target || type.kind !== 'int' || type.bits === 1 || counts === null) {
      return this.unknownOf(type, 'unknown', hint);
    }
    // Counters are sizes: that they begin at no less than zero is an assumption of whoever uses the ticket.
    const { high } = integerRange(type.bits);
    const term = this.unknown('unknown', { low: 0n, high }, hint);
    const operation = single(term)!.id;
    const { object, base, offset } = target;
    const phase = this.phases(state, object.space);
    this.recorder.ticket({ operation, object, base, offset, ...counts, phase, holder: null });
    return this.machine.make(type.bits, term, true);
  }

  /** What terms of the thread become for other threads of its block. */
  get others(): OtherThreads {
    const { terms, symbolRounds, recorder } = this;
    return { terms, threadIdx: this.input.threadIdx, symbolRounds, tickets: recorder.tickets };
  }

  /** Is the term the same for all threads of a block that are in the same rounds? */
  isOfBlock(term: Int, rounds: readonly Int[]): boolean {
    const shared = new Set(rounds.map((round) => single(round)?.id));
    let isOfBlock = true;
    visitAtoms([term], (atom) => {
      if (atom.kind !== 'symbol' && atom.kind !== 'apply') return;
      if (atom.sharing === 'thread' && !shared.has(atom.id)) isOfBlock = false;
    });
    return isOfBlock;
  }

  /** What the rounds before `round` of the innermost loop add up to, when each adds `step`. */
  sumOf(step: Int, round: Int): Int {
    const rounds = [round, ...this.iterations];
    const range = { low: 0n, high: null };
    const of = new LoopSum(step, rounds);
    return this.terms.apply({ name: `sum:${step.id}`, sharing: 'block', origin: 'approximate', range, of }, rounds);
  }

  /** A value like the given one of which only this is known: threads of a block in the same rounds share it. */
  sharedValue(like: MachineInt, round: Int): MachineInt {
    const { range } = like.term;
    const fn: Uninterpreted = {
      name: `shared#${this.#sharedValues++}`,
      sharing: 'block',
      origin: 'approximate',
      range,
    };
    const term = this.terms.apply(fn, [round, ...this.iterations]);
    return this.machine.make(like.width, term, true);
  }

  /** Loads a value of `type` from one target; nothing is recorded. */
  loadFrom(state: State, target: Target, type: Type, volatile: boolean): Value {
    const t = this.terms;
    const { object, offset } = target;
    if (object.space === 'local') {
      if (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector') {
        return this.gather(type, (leaf, at) =>
          this.loadFrom(state, { ...target, offset: t.add(offset, t.constant(at)) }, leaf, volatile),
        );
      }
      return this.loadLocal(state, object, offset, type);
    }
    if (type.kind === 'struct' || type.kind === 'array' || type.kind === 'vector') {
      return this.gather(type, (leaf, at) =>
        this.loadFrom(state, { ...target, offset: t.add(offset, t.constant(at)) }, leaf, volatile),
      );
    }
    const mine =
      volatile || this.input.isLockstep
        ? undefined
        : ownValue(state.own, object, target.base, offset, storeSizeOf(type));
    if (mine) return this.reinterpret(mine, type);
    const term = this.memoryTerm(state, target, type, volatile);
    switch (type.kind) {
      case 'int':
        if (type.bits === 1) return { kind: 'bool', cond: t.ne(term, t.zero) };
        return this.machine.make(type.bits, term, true);
      case 'pointer':
        return this.#tabled(target, volatile) ?? this.loadedPointer(term);
      default:
        return { kind: 'opaque', term };
    }
  }

  /** The function that a table of functions holds, unless somebody may have written it since it was initialised. */
  #tabled({ object, offset }: Target, volatile: boolean): Value | null {
    const { origin } = object;
    const variable = origin.kind === 'variable' ? this.input.program.globals.get(origin.symbol) : undefined;
    if (!variable?.initializer || variable.isExternal || volatile) return null;
    if (object.space !== 'constant' && !this.input.readOnly.has(object.key)) return null;
    const functions = this.#functionsIn(variable.initializer, variable.type, 0);
    const last = functions.at(-1);
    if (!last) return null;
    if (!variable.isConstant) this.assume('memory', `the host does not change ${object.name}`);
    return functions
      .slice(0, -1)
      .reduceRight(
        (rest, { at, value }) => this.choose(this.terms.eq(offset, this.terms.constant(at)), value, rest),
        last.value,
      );
  }

  #functionsIn(initializer: Operand, type: Type, at: number): { at: number; value: Value }[] {
    if (initializer.kind === 'global') {
      const value = this.globalValue(initializer.name);
      return value.kind === 'function' ? [{ at, value }] : [];
    }
    if (initializer.kind !== 'aggregate') return [];
    return initializer.elements.flatMap((element, i) => {
      if (type.kind === 'struct') return this.#functionsIn(element, type.fields[i]!, at + fieldOffset(type, i));
      return type.kind === 'array' ? this.#functionsIn(element, type.element, at + i * strideOf(type.element)) : [];
    });
  }

  /**
   * What a load from shared or global memory yields. Memory that the kernel never writes is a function of the address.
   * Else, until a race is found, all threads of a block that read one address in one barrier interval read the same,
   * unless the reader itself has written the object since the barrier, or has fenced and may see what a lock or a flag
   * brought (the first race of a run cannot depend on another race, so this is sound for finding one).
   */
  protected memoryTerm(state: State, { object, base, offset }: Target, type: Type, volatile: boolean): Int {
    const t = this.terms;
    const bits = type.kind === 'int' ? type.bits : 0;
    const range: Range =
      type.kind === 'int'
        ? integerRange(bits)
        : type.kind === 'pointer'
          ? { low: 0n, high: null }
          : { low: null, high: null };
    const name = `${object.name}[]:${object.id}:${type.kind}${bits}`;
    const of = new Load(object, type);
    if (type.kind === 'pointer') this.recorder.pointerLoaded(object);
    if (object.space === 'constant' || (this.input.readOnly.has(object.key) && !volatile)) {
      return t.apply({ name, sharing: 'launch', origin: 'input-memory', range, of }, [...base, offset]);
    }
    if (volatile || findsItsOwn(state, object.id)) return this.unknown('unknown', range, `${object.name}[]`);
    const { block, warp, groups } = this.phases(state, object.space);
    const counts = [...groups.values()].flatMap(({ arrived, waited }) => [arrived, waited]);
    return t.apply({ name, sharing: 'block', origin: 'unknown', range, of }, [...base, offset, block, warp, ...counts]);
  }

  protected gather(type: Type, load: (leaf: Type, at: number) => Value): Value {
    const elements: Value[] = [];
    if (type.kind === 'struct') elements.push(...type.fields.map((f, i) => load(f, fieldOffset(type, i))));
    else if (type.kind === 'array' || type.kind === 'vector') {
      if (type.length > LEAF_LIMIT) return { kind: 'undefined' };
      const stride = type.kind === 'vector' ? sizeOf(type.element) : strideOf(type.element);
      for (let i = 0; i < type.length; i++) elements.push(load(type.element, i * stride));
    }
    return { kind: 'aggregate', elements };
  }

  protected loadLocal(state: State, object: MemoryObject, offset: Int, type: Type): Value {
    const size = sizeOf(type);
    if (!isConstant(offset)) {
      const chosen = type.kind === 'pointer' ? this.#amongSlots(contentOf(state, object.id), offset, type) : null;
      if (chosen) return chosen;
      if (object.origin.kind === 'parameter' && this.#isUntouched(state, object)) {
        const fn: Uninterpreted = {
          name: `${object.name}[]:${object.id}:${size}`,
          sharing: 'launch',
          origin: 'input',
          range: type.kind === 'int' ? integerRange(type.bits) : { low: null, high: null },
          of: new Load(object, type),
        };
        const term = this.terms.apply(fn, [offset]);
        if (type.kind === 'int' && type.bits > 1) return this.machine.make(type.bits, term, true);
        if (type.kind === 'pointer') return this.loadedPointer(term);
      }
      return this.#amongSlots(contentOf(state, object.id), offset, type) ?? this.#lost(type, `${object.name}[]`);
    }
    const at = Number(offset.constant);
    const content = contentOf(state, object.id);
    const slot = content.slots.get(at);
    if (slot && slot.size === size) {
      const isInputValue = this.#inputs.get(object.id)?.slots.get(at)?.value === slot.value;
      // A field of a struct parameter counts as an argument once the kernel reads it.
      if (isInputValue && object.origin.kind === 'parameter' && slot.value.kind === 'int') {
        this.recorder.parameter(`${object.name}@${at}`, slot.value.term);
      }
      return this.reinterpret(slot.value, type);
    }
    if (type.kind === 'int') {
      const whole = this.#putTogether(content, at, size);
      if (whole !== null) return this.machine.make(type.bits, whole, false);
    }
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
      return this.#lost(type, object.name);
    }
    if (!content.smeared && isInput(object)) return this.#inputAt(object, at, type);
    return content.smeared ? this.#lost(type, object.name) : { kind: 'undefined' };
  }

  /** What stands at an index that is not constant: one of the values that were stored. */
  #amongSlots(content: LocalContent, offset: Int, type: Type): Value | null {
    // A pointer is read where pointers are, whatever else the object holds.
    const fits = ({ value }: Slot) =>
      type.kind !== 'pointer' || value.kind === 'pointer' || value.kind === 'function' || value.kind === 'choice';
    const slots = [...content.slots].filter(([, slot]) => fits(slot)).sort(([a], [b]) => a - b);
    const last = slots.at(-1);
    const isUniform = slots.every(([, slot]) => slot.size === sizeOf(type));
    if (!last || content.smeared || slots.length > CHOICE_LIMIT || !isUniform) return null;
    return slots
      .slice(0, -1)
      .reduceRight(
        (rest, [at, slot]) =>
          this.choose(this.terms.eq(offset, this.terms.constant(at)), this.reinterpret(slot.value, type), rest),
        this.reinterpret(last[1].value, type),
      );
  }

  /** A value of the thread's own that is not followed. A pointer could be any: nothing is known of who else has it. */
  #lost(type: Type, hint: string): Value {
    if (type.kind === 'pointer' && !this.input.host) {
      this.refuse(`a pointer that the thread keeps in ${hint} at places that are not followed`, this.accessing);
    }
    return this.unknownOf(type, 'unknown', hint);
  }

  /** The bits of smaller integers that lie side by side (little endian): a `dim3` that is passed in registers. */
  #putTogether(content: LocalContent, at: number, size: number): Int | null {
    const t = this.terms;
    let sum = t.zero;
    for (let offset = 0; offset < size; ) {
      const part = content.slots.get(at + offset);
      if (part?.value.kind !== 'int' || part.size >= size || offset + part.size > size) return null;
      sum = t.combine(sum, 1n << BigInt(8 * offset), this.machine.unsigned(part.value));
      offset += part.size;
    }
    return sum;
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
        return this.machine.make(type.bits, this.addressOf(value.targets[0]!), true);
      }
      return value.kind === 'bool' ? value : this.unknownOf(type, 'unknown', 'bits');
    }
    if (type.kind === 'pointer') {
      if (value.kind === 'pointer' || value.kind === 'function' || value.kind === 'choice') return value;
      if (value.kind === 'int') return this.loadedPointer(value.term);
      return this.unknownOf(type, 'unknown', 'pointer');
    }
    if (type.kind === 'float' && value.kind === 'int') return this.pure('bitcast', [value], type);
    return value;
  }

  storeTo(state: State, target: Target, value: Value, type: Type): State {
    const { object, offset, guard } = target;
    if (object.space !== 'local') {
      if (holdsPointer(value)) this.recorder.pointerStored(object, this.accessing);
      const isScalar = type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer';
      const known = isScalar && value.kind !== 'undefined' ? value : null;
      const own = afterWrite(this.terms, state.own, target, isScalar ? storeSizeOf(type) : 0, known);
      if (state.written.has(object.id)) return { ...state, own };
      return { ...state, own, written: new Set([...state.written, object.id]) };
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
    if (object.origin.kind === 'outside' && !this.#inputs.get(object.id)?.slots.has(Number(offset.constant))) {
      this.#touch(object, Number(offset.constant), type);
      this.#isIncomplete = true;
      return withContent(state, object.id, { slots: new Map(), smeared: true });
    }
    if (isInput(object) && this.#inputs.get(object.id)?.slots.size === 0) {
      // Too large to be followed: nothing is known of it any more.
      return withContent(state, object.id, { slots: new Map(), smeared: true });
    }
    const at = Number(offset.constant);
    let stored = value;
    if (guard.kind !== 'true') {
      const old = this.loadLocal(state, object, offset, type);
      stored = this.choose(guard, value, old);
    }
    return withContent(state, object.id, withSlot(content, at, size, stored));
  }
}

/** A pointer into memory, not null: on its own or in an aggregate. */
function holdsPointer(value: Value): boolean {
  if (value.kind === 'aggregate') return value.elements.some(holdsPointer);
  return value.kind === 'pointer' && value.targets.length > 0;
}

/** Objects of the thread's own whose content comes from outside. */
function isInput(object: MemoryObject): boolean {
  return (
    object.space === 'local' &&
    (object.origin.kind === 'parameter' || object.origin.kind === 'variable' || object.origin.kind === 'outside')
  );
}
