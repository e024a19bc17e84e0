/** Kernels made by hand: what one thread does, in program order, without a compiler. */
import {
  accessPair,
  flightOrder,
  MemoryOrder,
  partialBarrierOrder,
  type Strictness,
  unorderedByBarriers,
  warpBarrierOrder,
} from '../../../src/check/order/index.ts';
import { Queries } from '../../../src/check/smt/query.ts';
import { anyThread, type Distance, type LaunchTerms, threadPairs } from '../../../src/check/thread-pair.ts';
import type { Ordering } from '../../../src/ir/program.ts';
import type {
  BarrierInterval,
  Execution,
  FetchAdd,
  KernelAccess,
  KernelBarrier,
  KernelFence,
  MemoryObject,
  PartialBarrier,
  PartialBarrierCount,
  PartialBarrierUse,
  Update,
} from '../../../src/kernel/index.ts';
import type { Scope } from '../../../src/model/result.ts';
import { type Cond, type Int, single, Terms } from '../../../src/terms/index.ts';

const GRID = 4;
const BLOCK = 64;
const WARP = 32;
const WORD = { low: 0n, high: (1n << 32n) - 1n };
const ANYWHERE = { file: 0, line: 1, column: 1 };

/** How strong an atomic operation is. */
interface Strength {
  readonly scope?: Scope;
  readonly ordering?: Ordering;
}

export class MadeKernel {
  readonly terms = new Terms();
  readonly launch: LaunchTerms;
  readonly thread: Int;
  readonly block: Int;
  readonly #objects = new Map<string, MemoryObject>();
  readonly #accesses: KernelAccess[] = [];
  readonly #barriers: KernelBarrier[] = [];
  readonly #fences: KernelFence[] = [];
  readonly #partialBarriers: PartialBarrier[] = [];
  readonly #partialBarrierUses: PartialBarrierUse[] = [];
  readonly #counts = new Map<number, PartialBarrierCount>();
  readonly #fetchAdds = new Map<number, FetchAdd>();
  #path: Cond;
  #passed = 0;
  #passedOfWarp: Int;
  #index = 0;

  constructor() {
    const t = this.terms;
    this.#passedOfWarp = t.zero;
    const index = (name: string, sharing: 'thread' | 'block', size: number) =>
      t.symbol(name, sharing, 'input', { low: 0n, high: BigInt(size) - 1n });
    this.thread = index('threadIdx.x', 'thread', BLOCK);
    this.block = index('blockIdx.x', 'block', GRID);
    this.launch = {
      gridDim: [t.constant(GRID), t.one, t.one],
      blockDim: [t.constant(BLOCK), t.one, t.one],
      clusterDim: [t.one, t.one, t.one],
      threadIdx: [this.thread, t.zero, t.zero],
      blockIdx: [this.block, t.zero, t.zero],
      warpSize: WARP,
    };
    this.#path = t.true;
  }

  /** The object of that name. */
  object(name: string, space: MemoryObject['space'] = 'global'): MemoryObject {
    const id = this.#objects.size + 1;
    const made: MemoryObject = { id, key: name, name, space, origin: { kind: 'held' } };
    const object = this.#objects.get(name) ?? made;
    this.#objects.set(name, object);
    return object;
  }

  /** `if (condition) body();` */
  when(condition: Cond, body: () => void): void {
    const before = this.#path;
    this.#path = this.terms.and(before, condition);
    body();
    this.#path = before;
  }

  /** What follows is reached only under the condition: a wait, or an early return. */
  require(condition: Cond): void {
    this.#path = this.terms.and(this.#path, condition);
  }

  read(object: MemoryObject, offset = this.terms.zero): KernelAccess {
    return this.#access(object, { kind: 'read', offset });
  }

  write(object: MemoryObject, value: Int | null = null, offset = this.terms.zero): KernelAccess {
    return this.#access(object, { kind: 'write', offset, value });
  }

  /** An atomic operation; what it found is `found` of the access. */
  atomic(object: MemoryObject, update: Update, strength: Strength = {}): KernelAccess & { readonly found: Int } {
    const found = this.terms.symbol(`found#${this.#index}`, 'thread', 'unknown', WORD);
    const { scope = 'device', ordering = 'monotonic' } = strength;
    const access = { ...this.#access(object, { kind: 'atomic', update, scope, ordering, found }), found };
    this.#accesses.splice(-1, 1, access);
    if (update.kind === 'add' || update.kind === 'increment') {
      const limit = update.kind === 'increment' ? update.bound : null;
      const adds = update.kind === 'add' ? update.value : this.terms.one;
      const { base, offset, interval } = access;
      const operation = single(found)!.id;
      this.#fetchAdds.set(operation, { operation, object, base, offset, adds, limit, interval, holder: null });
    }
    return access;
  }

  load(object: MemoryObject, strength: Strength = {}): KernelAccess & { readonly found: Int } {
    return this.atomic(object, { kind: 'keep' }, strength);
  }

  store(object: MemoryObject, value: number, strength: Strength = {}): KernelAccess {
    return this.atomic(object, { kind: 'replace', value: this.terms.constant(value) }, strength);
  }

  /** `atomicCAS(object, expected, value)` */
  swap(object: MemoryObject, expected: number, value: number, strength: Strength = {}) {
    const t = this.terms;
    const update: Update = { kind: 'compare-exchange', expected: t.constant(expected), value: t.constant(value) };
    return this.atomic(object, update, strength);
  }

  add(object: MemoryObject, value = 1, strength: Strength = {}): KernelAccess & { readonly found: Int } {
    return this.atomic(object, { kind: 'add', value: this.terms.constant(value) }, strength);
  }

  fence(scope: Scope = 'device', ordering: Ordering = 'seq_cst'): void {
    this.#fences.push({
      index: this.#index++,
      scope,
      ordering,
      memory: 'all',
      path: this.#path,
      iterations: [],
      interval: this.#interval(),
    });
  }

  /** `__syncthreads()` */
  barrier(): void {
    this.#barrier('block');
    this.#passed++;
  }

  /** `__syncwarp()` */
  warpBarrier(): void {
    this.#barrier('warp');
    const t = this.terms;
    // Only those who come count.
    this.#passedOfWarp = t.add(this.#passedOfWarp, t.ite(this.#path, t.one, t.zero));
  }

  #barrier(width: KernelBarrier['width']): void {
    const interval = this.#interval();
    this.#barriers.push({
      index: this.#index++,
      width,
      kind: 'barrier',
      isPlain: true,
      path: this.#path,
      facts: this.terms.true,
      iterations: [],
      interval,
      globalInterval: interval,
      copyGroups: null,
      location: ANYWHERE,
    });
  }

  partialBarrier(members: PartialBarrier['members']): PartialBarrier {
    const barrier = { id: this.#partialBarriers.length + 1, members };
    this.#partialBarriers.push(barrier);
    return barrier;
  }

  /** Arrives at a partial barrier and waits there. @param count how many threads take part */
  sync({ id }: PartialBarrier, count: number | null = null): void {
    const t = this.terms;
    const before = new Map(this.#counts);
    this.#partialBarrierUses.push({
      barrier: id,
      counter: id,
      kind: 'sync',
      index: null,
      parity: null,
      queue: null,
      copy: null,
      owner: null,
      order: 0,
      count: count === null ? null : t.constant(count),
      path: this.#path,
      facts: t.true,
      iterations: [],
      copyGroups: null,
      before,
      passed: this.#interval(),
      location: ANYWHERE,
    });
    // Only those who come count.
    const passed = t.ite(this.#path, t.one, t.zero);
    const { arrived, waited } = before.get(id) ?? { arrived: t.zero, waited: t.zero };
    this.#counts.set(id, { arrived: t.add(arrived, passed), waited: t.add(waited, passed) });
  }

  /** Are the two ordered by barriers, at whatever distance? */
  isOrderedByBarriers(a: KernelAccess, b: KernelAccess, distance: Distance | 'same-block' = 'same-block'): boolean {
    const accesses = accessPair(this.#threads(distance), distance, a, b);
    const partialBarriers = this.partialBarriers();
    const warpBarriers = warpBarrierOrder({ terms: this.terms, execution: this.execution() });
    const flights = flightOrder({ terms: this.terms, launch: this.launch, execution: this.execution() });
    const { terms, launch } = this;
    const orders = { terms, launch, flights, partialBarriers, warpBarriers, warpModel: 'its' } as const;
    const unordered = unorderedByBarriers(orders, accesses);
    return unordered === null || this.#isRefuted(a, b, distance, unordered);
  }

  /** Are the two ordered through memory, when so much is asked of fences and scopes? */
  isOrderedByMemory(
    a: KernelAccess,
    b: KernelAccess,
    strictness: Strictness,
    distance: Distance | 'same-block' = 'inter-block',
  ): boolean {
    const unordered = this.memoryOrder()?.unordered(accessPair(this.#threads(distance), distance, a, b), strictness);
    return unordered ? this.#isRefuted(a, b, distance, unordered.conditions) : false;
  }

  memoryOrder(): MemoryOrder | null {
    const t = this.terms;
    const one = anyThread(t, this.launch, '').conditions;
    return MemoryOrder.of({
      terms: t,
      launch: this.launch,
      facts: [],
      execution: this.execution(),
      contradict: (conditions) => this.queries.solve([...one, ...conditions], []).status === 'unsat',
      twice: (condition) => !this.#isTrueOfOne(condition),
      initial: () => t.zero,
    });
  }

  partialBarriers() {
    const { terms, launch, queries } = this;
    const execution = this.execution();
    return partialBarrierOrder({
      terms,
      launch,
      facts: [],
      execution,
      queries,
      threads: () => this.#threads('same-block'),
      blocks: () => this.#threads('inter-block'),
    });
  }

  /** Nothing is left to a solver. */
  get queries(): Queries {
    const check = () => ({ status: 'unknown', reason: 'there is no solver' }) as const;
    return new Queries(this.terms, () => ({ check }), 0, Number.POSITIVE_INFINITY);
  }

  execution(): Execution {
    const t = this.terms;
    return {
      isCutShort: false,
      steps: 0,
      outside: { layout: new Map(), isIncomplete: false },
      accesses: this.#accesses,
      comparedObjects: [],
      textureReads: [],
      barriers: this.#barriers,
      fences: this.#fences,
      newRings: null,
      proxyFences: [],
      partialBarriers: this.#partialBarriers,
      partialBarrierUses: this.#partialBarrierUses,
      end: {
        path: t.true,
        facts: t.true,
        intervals: { global: this.#interval(), shared: this.#interval() },
        copyGroups: null,
        warp: { shared: this.#passedOfWarp, global: this.#passedOfWarp, images: this.#passedOfWarp },
        partialBarriers: this.#counts,
      },
      hidesOrder: false,
      refusals: [],
      assumptions: [],
      stated: [],
      bounds: [],
      loops: [],
      fetchAdds: this.#fetchAdds,
      iterationsOf: new Map(),
      loadPlaces: new Map(),
      parameters: new Map(),
      nulls: new Map(),
    };
  }

  #access(object: MemoryObject, fields: Partial<KernelAccess>): KernelAccess {
    const access: KernelAccess = {
      index: this.#index++,
      kind: 'read',
      object,
      base: [],
      offset: this.terms.zero,
      size: 4,
      alignment: 4,
      path: this.#path,
      facts: this.terms.true,
      iterations: [],
      way: { calls: [], rounds: [] },
      interval: this.#interval(),
      scope: null,
      ordering: null,
      volatile: false,
      found: null,
      update: null,
      location: ANYWHERE,
      addressLocation: null,
      value: null,
      valueBits: null,
      seedsExchange: false,
      copy: null,
      together: null,
      copyGroups: null,
      ...fields,
    };
    this.#accesses.push(access);
    return access;
  }

  #interval(): BarrierInterval {
    const passed = this.terms.constant(this.#passed);
    return {
      block: passed,
      warp: this.#passedOfWarp,
      grid: this.terms.zero,
      exchanges: this.terms.zero,
      partialBarriers: new Map(this.#counts),
    };
  }

  #threads(distance: Distance | 'same-block') {
    return threadPairs(this.terms, this.launch)(distance);
  }

  #isRefuted(a: KernelAccess, b: KernelAccess, distance: Distance | 'same-block', more: readonly Cond[]): boolean {
    const { first, second, conditions } = this.#threads(distance);
    return this.queries.solve([...conditions, first.cond(a.path), second.cond(b.path), ...more], []).status === 'unsat';
  }

  #isTrueOfOne(condition: Cond): boolean {
    const { first, second, conditions } = this.#threads('same-block');
    return this.queries.solve([...conditions, first.cond(condition), second.cond(condition)], []).status === 'unsat';
  }
}
