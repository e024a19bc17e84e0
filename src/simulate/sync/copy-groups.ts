/**
 * Copies that belong to groups of the thread that began them (CUDA's `cp.async`). They are made as late as they may be: when
 * the thread waits for their group, or ends. Of a copy that several threads make together, each makes every so manieth
 * element; who makes which is up to the hardware, so a listener hears of the whole from each of them.
 */
import { LARGEST_BOX } from '../../intrinsics/index.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import type { Thread } from '../thread.ts';
import type { AsyncCopy, Piece } from './async-copies.ts';
import type { Bound } from './barrier-objects.ts';
import type { MatrixOperand } from './matrix-operands.ts';
import type { SyncMachine } from './sync-machine.ts';
import type { SyncOperands } from './sync-operands.ts';
import { boxIn, type Plane } from './tensor-boxes.ts';

type CopyBegin = Extract<SyncOperation, { kind: 'copy-begin' | 'bound-copy' }>;

type BoxCopy = Extract<SyncOperation, { kind: 'box-load' | 'box-store' }>;
type BoxLoad = Extract<SyncOperation, { kind: 'box-load' }>;

/** Which operand of a `box-load` says how many bytes it has: a multiple of 16 that fits into shared memory. */
const BOX_BYTES = 19;
const BOX_UNIT = 16;

/** What a thread has begun. */
interface Begun {
  /** The group that is not closed yet. */
  open: Pending[];
  /** Closed groups that are under way, oldest first. */
  closed: Pending[][];
}

interface Pending {
  isMade: boolean;
  /** All of it, whoever makes it. */
  readonly whole: AsyncCopy;
  /** What this thread makes. */
  readonly share: AsyncCopy;
}

export class CopyGroups {
  readonly #machine: SyncMachine;
  readonly #operands: SyncOperands;
  readonly #groups = new Map<Thread, Begun>();
  /** Numbers of copies that several threads make together, by who they are and which of their copies it is. */
  readonly #together = new Map<string, number>();
  /** How many copies a thread has made together with others, by how many they are. */
  readonly #calls = new Map<string, number>();
  /** The next number of a copy; OpenCL's copies count upwards. */
  readonly #next: { copy: number };

  /** @param numbers whose copies have other numbers */
  constructor(machine: SyncMachine, operands: SyncOperands, numbers: CopyGroups | null = null) {
    this.#machine = machine;
    this.#operands = operands;
    this.#next = numbers === null ? { copy: -1 } : numbers.#next;
  }

  begin(thread: Thread, operation: CopyBegin): void {
    this.#of(thread).open.push(this.#begun(thread, operation));
  }

  /**
   * A box of a tensor from shared memory: as many copies of rows as it has planes, which are one copy to a listener. What lies
   * beyond the tensor is not written.
   * @returns false with an error
   */
  beginBox(thread: Thread, operation: BoxCopy): boolean {
    const planes = this.#planesOf(thread);
    if (planes === null) return this.#unknownBox(thread);
    this.#of(thread).open.push(...this.#begunBox(thread, operation, planes));
    return true;
  }

  /**
   * A box of a tensor to shared memory; what lies beyond the tensor is zero.
   * @param moved by how many bytes it goes elsewhere than to the memory of the thread's own block
   * @returns null with an error
   */
  boundBox(thread: Thread, operation: BoxLoad, moved: number): Bound | null {
    const operands = this.#operands;
    const bytes = operands.count(thread, BOX_BYTES);
    // Of no other number is a box; where nobody has said how large it is, there is any.
    if (bytes === 0 || bytes % BOX_UNIT !== 0 || bytes > LARGEST_BOX) {
      this.#unknownBox(thread);
      return null;
    }
    const to = operands.pointer(thread, 0) + moved;
    const zeros = { from: to, to, count: 1, readCount: 0, elementBytes: bytes, readStep: bytes, writeStep: bytes };
    const loaded = (this.#planesOf(thread, moved) ?? []).map((plane) => ({
      ...plane,
      ...{ from: plane.to, to: plane.from, readStep: plane.writeStep, writeStep: plane.readStep },
    }));
    const all = this.#begunBox(thread, operation, [zeros, ...loaded]);
    return { thread, copies: [all[0]!.whole.index], make: () => this.#make(thread, all), bytes };
  }

  #planesOf(thread: Thread, moved = 0): readonly Plane[] | null {
    const operands = this.#operands;
    const numbers = {
      number: (index: number) => operands.count(thread, index),
      signed: (index: number) => operands.word(thread, index),
    };
    return boxIn(numbers, operands.pointer(thread, 0) + moved, operands.pointer(thread, 1));
  }

  #begunBox(thread: Thread, { readSite, writeSite }: BoxCopy, planes: readonly Plane[]): Pending[] {
    const common = { index: this.#next.copy--, timing: 'up-to-wait', isAsync: true, readSite, writeSite } as const;
    return planes.map((plane) => {
      const copy: AsyncCopy = { ...common, ...plane };
      this.#machine.listener?.copied?.([thread], copy, copy);
      return { whole: copy, share: copy, isMade: false };
    });
  }

  #unknownBox(thread: Thread): false {
    const what = 'cannot execute a copy by a tensor map that is not known';
    this.#machine.faults.report(thread, 'unsupported', what);
    return false;
  }

  /** A copy that belongs to no group: somebody else says when it is made. @param moved see `boundBox` */
  beginBound(thread: Thread, operation: CopyBegin, moved: number): Bound {
    const copy = this.#begun(thread, operation, moved);
    const bytes = operation.kind === 'bound-copy' && operation.counted === 'bytes' ? bytesOf(copy.whole) : null;
    return { thread, copies: [copy.whole.index], make: () => this.#make(thread, [copy]), bytes };
  }

  /** A store that is made later: what is stored is known now. */
  beginStore(thread: Thread, { reduces, writeSite }: Extract<SyncOperation, { kind: 'async-store' }>): Bound {
    const operands = this.#operands;
    const { operations, listener } = this.#machine;
    const to = operands.pointer(thread, 0);
    const bytes = operands.count(thread, 2);
    const value = operands.bytes(thread, 1).slice(0, bytes);
    const store: AsyncCopy = {
      ...{ index: this.#next.copy--, timing: 'up-to-wait', isAsync: false, readSite: writeSite, writeSite },
      ...{ from: to, to, count: 1, readCount: 0, elementBytes: bytes, readStep: bytes, writeStep: bytes },
    };
    listener?.copied?.([thread], store, store);
    const make = () => reduces || operations.writeBytes(thread, to, value, writeSite);
    return { thread, copies: [store.index], make, bytes };
  }

  /** All that the thread has begun so far, as one thing. */
  begunBy(thread: Thread): Bound {
    const { open, closed } = this.#of(thread);
    const all = [...closed.flat(), ...open];
    const copies = all.map(({ whole }) => whole.index);
    return { thread, copies, make: () => this.#make(thread, all), bytes: null };
  }

  #begun(thread: Thread, operation: CopyBegin, moved = 0): Pending {
    const { readSite, writeSite } = operation;
    const operands = this.#operands;
    const elementBytes = operands.count(thread, 3);
    const makers = operands.count(thread, 5);
    const count = operands.count(thread, 2);
    const whole: AsyncCopy = {
      index: this.#indexOf(thread, makers),
      timing: 'up-to-wait',
      isAsync: operation.kind === 'bound-copy' ? operation.counted === 'bytes' : operation.queue === 'bulk',
      readSite,
      writeSite,
      to: operands.pointer(thread, 0) + moved,
      from: operands.pointer(thread, 1),
      count,
      readCount: Math.min(count, operands.count(thread, 4)),
      elementBytes,
      readStep: elementBytes,
      writeStep: elementBytes,
    };
    const share = shareOf(whole, thread, makers);
    this.#machine.listener?.copied?.([thread], whole, share);
    // What a reduction makes of memory is not computed: it stays as it is.
    return { whole, share, isMade: operation.kind === 'copy-begin' && operation.reduces };
  }

  /** A read that may have been done at any time since the kernel began; the instruction that it comes with does it. */
  readStale(thread: Thread, { readSite }: Extract<SyncOperation, { kind: 'stale-read' }>): void {
    const { listener } = this.#machine;
    if (!listener?.copied) return;
    const from = this.#operands.pointer(thread, 0);
    const size = this.#operands.count(thread, 1);
    const read: AsyncCopy = {
      ...{ index: this.#next.copy--, timing: 'stale', isAsync: false, readSite, writeSite: readSite, from, to: from },
      ...{ count: 0, readCount: size, elementBytes: 1, readStep: 1, writeStep: 1 },
    };
    listener.copied([thread], read, read);
  }

  /**
   * What the lanes of a warp read or write together at once. Which lane does which part of it is up to the hardware, so a
   * listener hears of the whole from each of them. What is written nobody computes: memory stays as it is.
   */
  touchMatrix(
    thread: Thread,
    { access, site }: Extract<SyncOperation, { kind: 'matrix-access' | 'tensor-allocate' }>,
  ): void {
    const { listener, executable } = this.#machine;
    const { warpSize } = executable;
    if (!listener?.copied) return;
    const operands = this.#operands;
    const at = operands.pointer(thread, 0);
    const lines = operands.count(thread, 1);
    const stride = operands.count(thread, 3);
    const whole: AsyncCopy = {
      ...{
        index: this.#indexOf(thread, warpSize),
        timing: 'at-once',
        isAsync: false,
        readSite: site,
        writeSite: site,
        from: at,
        to: at,
      },
      ...{ count: access === 'write' ? lines : 0, readCount: access === 'read' ? lines : 0 },
      ...{ elementBytes: operands.count(thread, 2), readStep: stride, writeStep: stride },
    };
    listener.copied([thread], whole, lineOf(whole, thread.index % warpSize));
  }

  /** An access of matrix units. Nobody computes what becomes of it. */
  beginAccess(thread: Thread, { pieces: all, makers }: MatrixOperand, access: 'read' | 'write', site: number): void {
    const index = this.#indexOf(thread, makers);
    const [readSite, writeSite] = access === 'read' ? [site, -1] : [-1, site];
    const copy = (pieces: readonly Piece[]): AsyncCopy => ({
      ...{
        index,
        timing: 'up-to-wait',
        isAsync: true,
        readSite,
        writeSite,
        from: 0,
        to: 0,
        pieces: { site, list: pieces },
      },
      ...{ count: 0, readCount: 0, elementBytes: 1, readStep: 1, writeStep: 1 },
    });
    const whole = copy(all);
    const share = copy(all.filter((_, i) => i % makers === thread.index % makers));
    this.#machine.listener?.copied?.([thread], whole, share);
    this.#of(thread).open.push({ whole, share, isMade: true });
  }

  /** The copies so far belong to a group; the next ones do not. */
  close(thread: Thread): void {
    const begun = this.#of(thread);
    begun.closed.push(begun.open);
    begun.open = [];
  }

  /**
   * Makes all copies but those of the newest `left` groups.
   * @param reads they may still write what they have read: they are waited for once more
   * @returns false with an error
   */
  wait(thread: Thread, left: number, reads: boolean): boolean {
    const { closed } = this.#of(thread);
    const count = Math.max(0, closed.length - left);
    const done = (reads ? closed.slice(0, count) : closed.splice(0, count)).flat();
    if (!this.#make(thread, done)) return false;
    const indices = done.map(({ whole }) => whole.index);
    this.#machine.listener?.copiesWaitedFor?.([thread], indices, reads);
    return true;
  }

  /** All but the newest `left` groups of reads are over. @returns the numbers of these reads */
  finished(thread: Thread, left: number): readonly number[] {
    const { closed } = this.#of(thread);
    return closed
      .splice(0, Math.max(0, closed.length - left))
      .flat()
      .map(({ whole }) => whole.index);
  }

  /** A thread that ends waits for nothing; what it has begun is made all the same. */
  threadEnded(thread: Thread): void {
    const begun = this.#groups.get(thread);
    if (begun === undefined) return;
    this.#groups.delete(thread);
    this.#make(thread, [...begun.closed.flat(), ...begun.open]);
  }

  #make(thread: Thread, copies: readonly Pending[]): boolean {
    return copies.every((copy) => {
      if (copy.isMade) return true;
      copy.isMade = true;
      return this.#machine.operations.copyElements(thread, copy.share);
    });
  }

  #of(thread: Thread): Begun {
    let begun = this.#groups.get(thread);
    if (begun === undefined) {
      begun = { open: [], closed: [] };
      this.#groups.set(thread, begun);
    }
    return begun;
  }

  /** One number for a copy that threads make together: the n-th such call of each of them. */
  #indexOf(thread: Thread, makers: number): number {
    if (makers === 1) return this.#next.copy--;
    const who = `${thread.linear}/${makers}`;
    const call = this.#calls.get(who) ?? 0;
    this.#calls.set(who, call + 1);
    const tile = makers === 0 ? 0 : Math.floor(thread.index / makers);
    const key = `${thread.block.linear}/${makers}/${tile}/${call}`;
    const index = this.#together.get(key) ?? this.#next.copy--;
    this.#together.set(key, index);
    return index;
  }
}

function bytesOf({ count, elementBytes }: AsyncCopy): number {
  return count * elementBytes;
}

/** One line of a matrix: of those that have as many lanes as lines or more, each lane makes one at most. */
function lineOf(whole: AsyncCopy, lane: number): AsyncCopy {
  const at = whole.from + lane * whole.readStep;
  const own = (lines: number) => (lane < lines ? 1 : 0);
  return { ...whole, from: at, to: at, count: own(whole.count), readCount: own(whole.readCount) };
}

/** The elements that a thread makes of a copy, of which it is one of so many makers; 0: all threads of the block. */
function shareOf(whole: AsyncCopy, thread: Thread, makers: number): AsyncCopy {
  const count = makers === 0 ? thread.block.threads.length : makers;
  if (count <= 1) return whole;
  const rank = thread.index % count;
  const of = (all: number) => Math.max(0, Math.ceil((all - rank) / count));
  const moved = rank * whole.elementBytes;
  return {
    ...whole,
    from: whole.from + moved,
    to: whole.to + moved,
    count: of(whole.count),
    readCount: of(whole.readCount),
    readStep: count * whole.elementBytes,
    writeStep: count * whole.elementBytes,
  };
}
