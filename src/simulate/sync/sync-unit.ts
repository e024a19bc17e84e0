/**
 * Barriers and exchanges: who waits, when they are complete, what each thread gets. Threads that have ended count as
 * arrived, as on the hardware; that they were missing is noted.
 */
import { type BarrierOperation, type CopyQueue, SHARED_WINDOW, WARPGROUP } from '../../intrinsics/index.ts';
import type { ClusterSize } from '../../ir/cluster-size.ts';
import type { SourceLocation } from '../../ir/program.ts';
import { highWordOf, lowWordOf, SHARED_BASE, SHARED_STRIDE, TENSOR_OFFSET } from '../address-space.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import { spaceOf } from '../paged-memory.ts';
import { callStack, userPlace } from '../places.ts';
import type { StepOutcome } from '../status.ts';
import { Texels } from '../texels.ts';
import type { Thread } from '../thread.ts';
import { AsyncCopies } from './async-copies.ts';
import { BarrierObjects, type Bound } from './barrier-objects.ts';
import { ClusterBarriers } from './cluster-barriers.ts';
import { collect, type Share } from './collectives.ts';
import { CopyGroups } from './copy-groups.ts';
import { piecesOf, startOf, tensorLanes } from './matrix-operands.ts';
import type { SyncMachine } from './sync-machine.ts';
import { SyncOperands } from './sync-operands.ts';
import { TensorColumns } from './tensor-columns.ts';
import { exchanged, isOfWarp, lanesOf, tileOf, type WarpOperation } from './warp-exchange.ts';

/** A barrier that not all threads of the block reached at the same place. The program relies on the hardware there. */
export interface BarrierDivergence {
  readonly location: SourceLocation | null;
  /** The other barrier, or null where threads had ended instead. */
  readonly other: SourceLocation | null;
}

type BlockBarrier = Extract<SyncOperation, { kind: 'block-barrier' }>;

/** From one elected thread to the next: of another warp where there is one, and of another lane. */
const ELECTION_STEP = 33;

const MAX_DIVERGENCES = 16;

/** Which operand of a `box-load` is the barrier object. */
const BOX_OBJECT = 20;

/** The same of a `bound-copy`. */
const COPY_OBJECT = 6;
/** Blocks that a mask may name. */
const MASK_BITS = 16;

/** `cudaBoundaryModeClamp` */
const CLAMP = 1;

/** Which operand of a request for tensor memory says how many columns. */
const TENSOR_COLUMNS = 4;

export class SyncUnit {
  readonly divergences: BarrierDivergence[] = [];
  readonly #machine: SyncMachine;
  readonly #operands: SyncOperands;
  /** Threads that wait at a barrier of the grid. */
  readonly #grid: Thread[] = [];
  readonly #copies: AsyncCopies;
  readonly #groups: Readonly<Record<CopyQueue, CopyGroups>>;
  readonly #objects: BarrierObjects;
  readonly #clusters: ClusterBarriers;
  /** Split barriers of blocks. */
  readonly #halves: ClusterBarriers;
  readonly #texels: Texels;
  readonly #columns = new TensorColumns();
  #tokens = 0;
  /** How many elections a thread has taken part in. */
  readonly #elections = new WeakMap<Thread, number>();
  /** Threads made ready since the scheduler last asked. */
  released: Thread[] = [];
  /** What zero stood for where nobody computes the value; null: nothing. */
  uncomputed: string | null = null;

  constructor(machine: SyncMachine) {
    this.#machine = machine;
    this.#operands = new SyncOperands(machine.executable);
    this.#copies = new AsyncCopies(machine, this.#operands);
    const plain = new CopyGroups(machine, this.#operands);
    const beside = () => new CopyGroups(machine, this.#operands, plain);
    this.#groups = {
      ...{ plain, bulk: beside(), wgmma: beside(), tcgen05: beside() },
      // No processor has both `cp.async` and AMD's loads to LDS.
      ...{ 'tensor-load': beside(), 'tensor-store': beside(), vector: plain },
    };
    this.#texels = new Texels(machine.addresses.memory, machine.faults);
    this.#objects = new BarrierObjects(
      machine,
      () => this.#tokens++,
      (thread) => this.#resume(thread, []),
    );
    const barriers = (size: ClusterSize) =>
      new ClusterBarriers(
        machine,
        size,
        () => this.#tokens++,
        (thread) => this.#resume(thread, []),
      );
    this.#clusters = barriers(machine.executable.cluster);
    this.#halves = barriers([1, 1, 1]);
  }

  /**
   * `thread` stands at a sync operation: it goes on at once (`paused`), or waits there. One whose arrival completes a
   * barrier is among `released` like the others.
   */
  arrive(thread: Thread): StepOutcome {
    const operation = this.#operands.operation(thread);
    switch (operation.kind) {
      case 'yield':
        return this.#pass(thread, []);
      case 'activemask':
        // Under independent thread scheduling any set with the thread itself in it is a right answer.
        return this.#pass(thread, lanesOf(this.#machine.active ?? [thread]));
      case 'clock':
        return this.#pass(thread, [lowWordOf(this.#machine.steps), highWordOf(this.#machine.steps)]);
      case 'allocate': {
        const address = this.#machine.addresses.allocate(thread, this.#operands.count(thread, 0));
        return this.#pass(thread, [lowWordOf(address), highWordOf(address)]);
      }
      case 'buffer-at': {
        const address = this.#operands.count(thread, 0);
        const { memory } = this.#machine.addresses;
        const place = memory.regionAt(address) === null ? (memory.otherTextures?.origin ?? 0) : address;
        return this.#pass(thread, [lowWordOf(place), highWordOf(place)]);
      }
      case 'tensor-allocate':
        return this.#allocateTensor(thread, operation);
      case 'texel':
        return this.#texel(thread, operation);
      case 'copy-begin':
        if (this.#refuses('others') && operation.reduces) {
          this.#machine.faults.report(thread, 'unsupported', 'cannot execute a reduction by a bulk copy');
          return 'failed';
        }
        this.#queue(operation).begin(thread, operation);
        return this.#pass(thread, []);
      case 'box-store':
      case 'box-load':
        return this.#copyBox(thread, operation) ? this.#pass(thread, []) : 'failed';
      case 'bound-copy':
      case 'async-store':
        return this.#beginBound(thread, operation) ? this.#pass(thread, []) : 'failed';
      case 'stale-read':
        this.#groups.plain.readStale(thread, operation);
        return this.#pass(thread, []);
      case 'matrix-access':
      case 'matrix-operand':
      case 'tensor-access':
        return this.#matrixOperation(thread, operation);
      case 'elect':
        return this.#pass(thread, [this.#elected(thread, operation.anew)]);
      case 'copy-group':
        if (!operation.isOfAccess || spaceOf(this.#operands.pointer(thread, 0)) === 'region')
          this.#queue(operation).close(thread);
        return this.#pass(thread, []);
      case 'copy-wait':
        if (!this.#queue(operation).wait(thread, this.#operands.count(thread, 0), operation.reads)) return 'failed';
        return this.#pass(thread, []);
      case 'proxy-fence':
        this.#machine.listener?.proxiesFenced?.(thread, operation.orders);
        return this.#pass(thread, []);
      case 'unknown':
        if (this.#refuses(operation.isOfThread ? 'elements' : 'others')) {
          const kind = operation.isOfThread ? 'uncomputed-element' : 'unsupported';
          this.#machine.faults.report(thread, kind, `cannot execute ${operation.what}`);
          return 'failed';
        }
        if (!operation.isOfThread || !this.#areApart) this.uncomputed ??= operation.what;
        return this.#pass(thread, operation.isOfThread ? [this.#wordOf(thread)] : []);
      case 'block-barrier':
        return this.#blockBarrier(thread, operation);
      case 'barrier-object':
        return this.#barrierObject(thread, operation.operation);
      case 'grid-barrier':
        this.#wait(thread);
        this.#grid.push(thread);
        this.#tryGrid();
        return 'waiting';
      case 'cluster-barrier':
      case 'map-shared':
      case 'shared-rank':
        return this.#clusterOperation(thread, operation);
      case 'async-copy':
      case 'wait-async-copies':
        this.#wait(thread);
        thread.block.atCopyCall.push(thread);
        this.#tryCopyCall(thread);
        return this.#machine.faults.first === null ? 'waiting' : 'failed';
      default:
        return this.#warpOperation(thread, operation);
    }
  }

  #matrixOperation(
    thread: Thread,
    operation: Extract<SyncOperation, { kind: 'matrix-access' | 'matrix-operand' | 'tensor-access' }>,
  ): StepOutcome {
    if (operation.kind !== 'matrix-access') {
      const { block } = thread;
      const linear = operation.isOfPeer ? this.#clusters.peerOf(thread) : block.linear;
      if (linear === null) return 'failed';
      const moved = (linear - block.linear) * SHARED_STRIDE;
      if (operation.kind === 'matrix-operand') this.#readMatrix(thread, operation, moved);
      else this.#touchTensor(thread, operation, moved);
    } else if (this.#refuses('elements') && operation.access === 'write') {
      this.#machine.faults.report(
        thread,
        'uncomputed-element',
        'cannot execute the store of a matrix that is not computed',
      );
      return 'failed';
    } else this.#groups.plain.touchMatrix(thread, operation);
    return this.#pass(thread, []);
  }

  #allocateTensor(thread: Thread, operation: Extract<SyncOperation, { kind: 'tensor-allocate' }>): StepOutcome {
    this.#groups.plain.touchMatrix(thread, operation);
    const place = this.#operands.pointer(thread, 0);
    const start = this.#columns.startOf(thread.block, place, this.#operands.count(thread, TENSOR_COLUMNS));
    const isStored = this.#machine.operations.writeBytes(
      thread,
      place,
      new Uint8Array(new Uint32Array([start]).buffer),
      operation.site,
    );
    return isStored ? this.#pass(thread, []) : 'failed';
  }

  #texel(thread: Thread, { of }: Extract<SyncOperation, { kind: 'texel' }>): StepOutcome {
    const operands = this.#operands;
    const name = of === 'number' ? operands.count(thread, 0) : operands.pointer(thread, 0);
    const [column, row, slice] = [1, 2, 3].map((at) => operands.word(thread, at)) as [number, number, number];
    const address = this.#texels.address(thread, name, [column, row, slice], operands.word(thread, 4) === CLAMP);
    return address === null ? 'failed' : this.#pass(thread, [lowWordOf(address), highWordOf(address)]);
  }

  /** @param moved by how many bytes the matrix lies behind where the thread's own block would have it */
  #readMatrix(thread: Thread, operation: Extract<SyncOperation, { kind: 'matrix-operand' }>, moved: number): void {
    const operands = this.#operands;
    const descriptor = new DataView(operands.bytes(thread, 0).buffer).getBigUint64(0, true);
    const [rows, isByColumns] = [operands.count(thread, 1), operands.count(thread, 2) !== 0];
    const start = this.#machine.addresses.sharedWithin(thread.block, startOf(descriptor), SHARED_WINDOW);
    const pieces = piecesOf(descriptor, start + moved, rows, isByColumns);
    const makers = operation.queue === 'wgmma' ? WARPGROUP : 1;
    this.#queue(operation).beginAccess(thread, { pieces, makers }, 'read', operation.readSite);
  }

  /** @param moved see `#readMatrix` */
  #touchTensor(thread: Thread, operation: Extract<SyncOperation, { kind: 'tensor-access' }>, moved: number): void {
    const [address, , columns, lanes, makers] = [0, 1, 2, 3, 4].map((at) =>
      this.#operands.count(thread, at),
    ) as number[];
    const start = SHARED_BASE + thread.block.linear * SHARED_STRIDE + moved + TENSOR_OFFSET;
    const pieces = tensorLanes(start, address!, lanes!, columns!);
    this.#queue(operation).beginAccess(thread, { pieces, makers: makers! }, operation.access, operation.site);
  }

  /** Something that a phase of a barrier object waits for. @returns false with an error */
  #beginBound(thread: Thread, operation: Extract<SyncOperation, { kind: 'bound-copy' | 'async-store' }>): boolean {
    const operands = this.#operands;
    if (operation.kind === 'bound-copy') {
      const mask = operation.isMulticast ? operands.word(thread, COPY_OBJECT + 1) : null;
      const object = operands.pointer(thread, COPY_OBJECT);
      return this.#bindEach(thread, mask, object, (moved) => this.#groups.plain.beginBound(thread, operation, moved));
    }
    if (this.#refuses('others') && operation.reduces) {
      this.#machine.faults.report(thread, 'unsupported', 'cannot execute an asynchronous reduction');
      return false;
    }
    return this.#objects.bind(operands.pointer(thread, 3), this.#groups.plain.beginStore(thread, operation), false);
  }

  /** @returns false with an error */
  #copyBox(thread: Thread, operation: Extract<SyncOperation, { kind: 'box-load' | 'box-store' }>): boolean {
    if (operation.kind === 'box-store') return this.#groups.bulk.beginBox(thread, operation);
    const mask = operation.isMulticast ? this.#operands.word(thread, BOX_OBJECT + 1) : null;
    const object = this.#operands.pointer(thread, BOX_OBJECT);
    return this.#bindEach(thread, mask, object, (moved) => this.#groups.plain.boundBox(thread, operation, moved));
  }

  /**
   * Begins a copy for the thread's own block, or one for each block that a mask names, for the object there.
   * @param isCounted see `BarrierObjects.bind`
   * @param begin by how many bytes the block's shared memory lies behind the thread's own; null with an error
   * @returns false with an error
   */
  #bindEach(
    thread: Thread,
    mask: number | null,
    object: number,
    begin: (moved: number) => Bound | null,
    isCounted = false,
  ): boolean {
    const ranks = mask === null ? [null] : Array.from({ length: MASK_BITS }, (_, rank) => rank);
    return ranks.every((rank) => {
      if (rank !== null && ((mask! >>> rank) & 1) === 0) return true;
      const there = rank === null ? object : this.#clusters.mapped(thread, object, rank);
      if (there === null) return false;
      const bound = begin(there - object);
      return bound !== null && this.#objects.bind(there, bound, isCounted);
    });
  }

  /** What the thread has begun with matrix units. */
  #matrices(thread: Thread): Bound {
    return { ...this.#groups.tcgen05.begunBy(thread), isHandedOn: true };
  }

  #clusterOperation(
    thread: Thread,
    operation: Extract<SyncOperation, { kind: 'cluster-barrier' | 'map-shared' | 'shared-rank' }>,
  ): StepOutcome {
    const clusters = this.#clusters;
    if (operation.kind === 'map-shared') {
      const address = clusters.mapped(thread, this.#operands.pointer(thread, 0), this.#operands.word(thread, 1));
      return address === null ? 'failed' : this.#pass(thread, [lowWordOf(address), highWordOf(address)]);
    }
    if (operation.kind === 'shared-rank') {
      const rank = clusters.rankOf(thread, this.#operands.pointer(thread, 0));
      return rank === null ? 'failed' : this.#pass(thread, [rank]);
    }
    const barriers = operation.of === 'cluster' ? clusters : this.#halves;
    if (operation.operation !== 'wait') {
      barriers.arrive(thread, operation.operation === 'arrive');
      return this.#pass(thread, []);
    }
    if (barriers.wait(thread)) return this.#pass(thread, []);
    this.#wait(thread);
    return 'waiting';
  }

  /** A thread has ended: others may have waited only for it. */
  threadEnded(thread: Thread): void {
    const { block } = thread;
    for (const groups of Object.values(this.#groups)) groups.threadEnded(thread);
    for (const id of [...block.barriers.keys()]) this.#tryBlock(thread, id);
    this.#tryCopyCall(thread);
    if (block.waitingInWarps > 0) {
      for (const other of block.threads) {
        if (other.state !== 'waiting') continue;
        const operation = this.#operands.operation(other);
        if (!isOfWarp(operation)) continue;
        const mayConcern = other.warp === thread.warp || tileOf(operation, this.#operands, other) !== null;
        if (mayConcern) this.#tryWarp(other, operation);
      }
    }
    if (this.#grid.length > 0) this.#tryGrid();
    this.#clusters.threadEnded(thread);
    this.#halves.threadEnded(thread);
  }

  #queue({ queue }: { readonly queue: CopyQueue }): CopyGroups {
    return this.#groups[queue];
  }

  /** Another thread each time, where any will do, so that two that are elected in turn are seen to be two. */
  #elected(thread: Thread, anew: boolean): number {
    const threads = this.#operands.word(thread, 1);
    if (!anew) return lowestLane(threads);
    const call = this.#elections.get(thread) ?? 0;
    this.#elections.set(thread, call + 1);
    return ((call + 1) * ELECTION_STEP) % Math.max(1, threads);
  }

  // ---- waiting and going on ---------------------------------------------------------------------------------------------------

  #wait(thread: Thread): void {
    thread.state = 'waiting';
    thread.waitingAt = thread.pc;
  }

  /** Lets a thread go on behind its sync operation with `results` in its result registers. */
  #resume(thread: Thread, results: readonly number[]): void {
    this.#operands.finish(thread, results);
    if (thread.state === 'waiting') this.released.push(thread);
    thread.state = 'ready';
    thread.waitingAt = -1;
  }

  /** Are values that nobody computes an error: elements of matrices, or others? */
  #refuses(which: 'elements' | 'others'): boolean {
    const { unknowns } = this.#machine.options;
    return unknowns === 'refuse' || (which === 'others' && unknowns.startsWith('elements'));
  }

  /** Do elements of matrices differ between threads? */
  get #areApart(): boolean {
    const { unknowns } = this.#machine.options;
    return unknowns === 'told-apart' || unknowns === 'elements-apart';
  }

  /** What stands for a value of the thread: as a float between 1/2 and 1. */
  #wordOf(thread: Thread): number {
    if (!this.#areApart) return 0;
    return 0x3f000000 | (Math.imul(thread.linear + 1, 0x9e3779b1) >>> 9);
  }

  #pass(thread: Thread, results: readonly number[]): StepOutcome {
    this.#resume(thread, results);
    return 'paused';
  }

  /** Notes that threads passed a barrier of the block at different places, or without those that had ended. */
  #note(location: SourceLocation | null, other: SourceLocation | null): void {
    const key = `${location?.file}:${location?.line}:${other?.line}`;
    if (this.divergences.length >= MAX_DIVERGENCES) return;
    if (this.divergences.some((d) => `${d.location?.file}:${d.location?.line}:${d.other?.line}` === key)) return;
    this.divergences.push({ location, other });
  }

  #location(thread: Thread): SourceLocation | null {
    const { executable } = this.#machine;
    return userPlace(executable, callStack(executable, thread));
  }

  #barrierObject(thread: Thread, operation: BarrierOperation): StepOutcome {
    const objects = this.#objects;
    const address = this.#operands.pointer(thread, 0);
    const given = this.#operands.count(thread, 1);
    const passed = (isRight: boolean) => (isRight ? this.#pass(thread, []) : 'failed');
    switch (operation) {
      case 'init':
        return passed(objects.init(thread, address, given));
      case 'invalidate':
        objects.invalidate(address);
        return this.#pass(thread, []);
      case 'expect':
        return passed(objects.expect(thread, address, given));
      case 'copies-arrive':
        return passed(objects.bind(address, this.#groups.plain.begunBy(thread), given !== 0));
      case 'matrices-arrive':
        return passed(objects.bind(address, this.#matrices(thread), true));
      case 'matrices-tell':
        return passed(this.#bindEach(thread, given, address, () => this.#matrices(thread), true));
      case 'arrive':
      case 'drop': {
        const phase = operation === 'drop' ? objects.drop(thread, address) : objects.arrive(thread, address, given);
        return phase === null ? 'failed' : this.#pass(thread, [phase]);
      }
      default:
        return this.#phaseOfObject(thread, operation, { address, given });
    }
  }

  /** Waits for a phase of a barrier object, or asks whether it is over. */
  #phaseOfObject(
    thread: Thread,
    operation: 'wait' | 'test' | 'wait-parity' | 'test-parity',
    { address, given }: { readonly address: number; readonly given: number },
  ): StepOutcome {
    const objects = this.#objects;
    const isByNumber = operation === 'wait' || operation === 'test';
    const phase = isByNumber ? given : objects.phaseOf(thread, address, given);
    if (phase === null) return 'failed';
    const waits = operation === 'wait' || operation === 'wait-parity';
    const isOver = waits ? objects.wait(thread, address, phase) : objects.test(thread, address, phase);
    if (isOver === null) return 'failed';
    if (isOver || !waits) return this.#pass(thread, [isOver ? 1 : 0]);
    this.#wait(thread);
    return 'waiting';
  }

  // ---- barriers of the block -------------------------------------------------------------------------------------------------

  #blockBarrier(thread: Thread, operation: BlockBarrier): StepOutcome {
    const { block } = thread;
    const id = this.#operands.word(thread, 0);
    const needed = this.#operands.word(thread, 1);
    let barrier = block.barriers.get(id);
    if (barrier === undefined) {
      barrier = { waiting: [], arrived: 0, needed: 0, token: this.#tokens++, handedOn: false };
      block.barriers.set(id, barrier);
    }
    barrier.arrived++;
    if (needed > 0) barrier.needed = needed;
    if (operation.arriveOnly) {
      barrier.handedOn = true;
      this.#machine.listener?.handedOn?.(barrier.token, thread);
      this.#resume(thread, []);
      this.#tryBlock(thread, id);
      return 'paused';
    }
    this.#wait(thread);
    barrier.waiting.push(thread);
    this.#tryBlock(thread, id);
    return 'waiting';
  }

  /** Opens barrier number `id` of the block of `cause` when all that it waits for have arrived. */
  #tryBlock(cause: Thread, id: number): void {
    const { block } = cause;
    const barrier = block.barriers.get(id);
    if (barrier === undefined) return;
    const { waiting } = barrier;
    const isPartial = barrier.needed > 0;
    if (!isPartial && waiting.length === 0) return;
    if (barrier.arrived < (isPartial ? barrier.needed : block.live)) return;
    block.barriers.delete(id);
    const first = waiting[0];
    if (first === undefined) return;
    if (!isPartial) this.#noteDifferent(waiting);
    const operation = this.#operands.operation(first);
    this.#machine.listener?.synchronised(operation, waiting);
    if (barrier.handedOn) this.#machine.listener?.takenOver?.(barrier.token, waiting);
    if (operation.kind === 'block-barrier' && operation.collective !== undefined) {
      const sorted = waiting.toSorted((a, b) => a.index - b.index);
      const shares = sorted.map((thread) => this.#share(thread, thread.index, 2));
      const got = collect(operation.collective, shares);
      sorted.forEach((thread, i) => {
        this.#resume(thread, got[i]!);
      });
      return;
    }
    const results = operation.kind === 'block-barrier' ? this.#reduced(operation, waiting) : [];
    for (const thread of waiting) this.#resume(thread, results);
  }

  #noteDifferent(waiting: readonly Thread[]): void {
    const first = waiting[0]!;
    const { block } = first;
    const different = waiting.find((thread) => thread.pc !== first.pc);
    if (different !== undefined) this.#note(this.#location(first), this.#location(different));
    else if (block.live < block.threads.length) this.#note(this.#location(first), null);
  }

  #reduced({ reduce }: BlockBarrier, waiting: readonly Thread[]): readonly number[] {
    if (reduce === 'none') return [];
    const count = waiting.filter((thread) => this.#operands.word(thread, 2) !== 0).length;
    if (reduce === 'count') return [count];
    return [(reduce === 'and' ? count === waiting.length : count > 0) ? 1 : 0];
  }

  /** What a thread brings to a computation of its group; its value is operand number `at`. */
  #share(thread: Thread, number: number, at: number): Share {
    const word = this.#operands.wordAt(thread, at);
    return { number, low: thread.I[word]!, high: thread.I[word + 1]!, index: this.#operands.word(thread, at + 1) };
  }

  /** Asynchronous copies and waits for them: the block's threads, those that have ended left out, at one and the same call. */
  #tryCopyCall({ block }: Thread): void {
    const waiting = block.atCopyCall;
    if (waiting.length === 0 || waiting.length < block.live) return;
    const first = waiting[0]!;
    const operation = this.#operands.operation(first);
    this.#noteDifferent(waiting);
    const different = waiting.find((thread) => thread.pc !== first.pc);
    if (different !== undefined) {
      const what = 'is at another group call than the other threads of its block';
      this.#machine.faults.report(different, 'deadlock', what);
      return;
    }
    block.atCopyCall = [];
    this.#machine.listener?.synchronised(operation, waiting);
    let results: number[] = [];
    if (operation.kind === 'async-copy') {
      const event = this.#copies.copy(operation, waiting);
      if (event === null) return;
      results = [event];
    } else if (!this.#copies.wait(waiting)) return;
    for (const thread of waiting) this.#resume(thread, results);
  }

  #tryGrid(): void {
    if (this.#grid.length === 0 || this.#grid.length < this.#machine.live) return;
    const waiting = this.#grid.splice(0);
    this.#machine.listener?.synchronised({ kind: 'grid-barrier' }, waiting);
    for (const thread of waiting) this.#resume(thread, []);
  }

  // ---- barriers and exchanges of a warp ----------------------------------------------------------------------------------------

  #warpOperation(thread: Thread, operation: WarpOperation): StepOutcome {
    const isOfTile = tileOf(operation, this.#operands, thread) !== null;
    if (!isOfTile && !this.#operands.names(thread, thread.lane)) {
      this.#machine.faults.report(thread, 'trap', 'synchronises with lanes that do not include its own');
      return 'failed';
    }
    this.#wait(thread);
    thread.block.waitingInWarps++;
    this.#tryWarp(thread, operation);
    return 'waiting';
  }

  /** The threads that the sync operation of `thread` names, ended ones left out. */
  #members(thread: Thread, operation: WarpOperation): Thread[] {
    const { threads } = thread.block;
    const size = tileOf(operation, this.#operands, thread);
    if (size !== null) {
      const start = Math.floor(thread.index / size) * size;
      return threads.slice(start, start + size).filter((other) => other.state !== 'done');
    }
    const { warpSize } = this.#machine.executable;
    const start = thread.warp * warpSize;
    return threads
      .slice(start, start + warpSize)
      .filter((other) => other.state !== 'done' && this.#operands.names(thread, other.lane));
  }

  /** What they have begun together is over for all of them, which orders nothing else. */
  #waitForWarpgroup(members: readonly Thread[]): void {
    const { listener } = this.#machine;
    const token = this.#tokens++;
    const waited = members.map((thread) => ({
      thread,
      copies: this.#groups.wgmma.finished(thread, this.#operands.count(thread, 0)),
    }));
    for (const { thread, copies } of waited) listener?.copiesDone?.(token, thread, copies);
    listener?.takenOver?.(token, members);
    for (const { thread, copies } of waited) listener?.copiesWaitedFor?.([thread], copies);
  }

  /** Lets all threads go on that the operation of `thread` names, when all of them are there. */
  #tryWarp(thread: Thread, operation: WarpOperation): void {
    const members = this.#members(thread, operation);
    for (const other of members) {
      if (other.state !== 'waiting' || this.#operands.operation(other).kind !== operation.kind) return;
      const isOfTile = tileOf(operation, this.#operands, thread) !== null;
      if (!isOfTile && !this.#operands.haveSameMask(other, thread)) return;
    }
    if (operation.kind === 'warpgroup-wait') this.#waitForWarpgroup(members);
    else this.#machine.listener?.synchronised(operation, members);
    const results =
      operation.kind === 'collective'
        ? collect(
            operation.collective,
            members.map((member) => this.#share(member, member.lane, 1)),
          )
        : members.map((member) => exchanged(this.#operands, operation, member, members));
    thread.block.waitingInWarps -= members.length;
    members.forEach((member, i) => {
      this.#resume(member, results[i]!);
    });
  }
}

/** The lowest lane that a mask names; 0 where it names none. */
function lowestLane(mask: number): number {
  return mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
}
