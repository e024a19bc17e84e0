/** What can be wrong with an event although it is well written: places that do not exist, and orders that cannot happen. */
import { Flag, LAST_MEMORY_OP, MAX_ACCESS_BYTES, Op, ScopeCode, sharedAddress } from './events.ts';
import { type LaunchShape, launchShape, type TraceHeader } from './header.ts';

/** Where the widest access may begin. */
const LAST_ADDRESS = Number.MAX_SAFE_INTEGER - MAX_ACCESS_BYTES;
/** Locks that are watched for misuse; beyond it only the watching stops. */
const MAX_WATCHED_LOCKS = 1 << 20;
/** A byte per thread of blocks with exits; beyond it, exits of further blocks are not watched. */
const MAX_EXIT_BYTES = 1 << 28;
/** Warnings of one kind that are told in full. */
const TOLD = 3;

/** A fence or barrier that does not order all memory. */
const PARTIAL = Flag.notShared | Flag.notGlobal;

interface Holder {
  readonly thread: number;
  readonly scope: number;
}

export class LaunchChecker {
  readonly shape: LaunchShape;
  /** Places in shared memory are told apart by address and block in one exact number. */
  readonly #lastShared: number;
  readonly #threads: number;
  readonly #fencesBySpace: boolean;
  #anyExited = false;
  readonly #exited = new Map<number, Uint8Array>();
  readonly #holders = new Map<number, Holder[]>();
  readonly #told = new Map<string, number>();
  readonly #warn: (message: string) => void;

  constructor(header: TraceHeader, warn: (message: string) => void) {
    this.shape = launchShape(header);
    const ofOthers = Math.min(sharedAddress(this.shape.blocks, 0), LAST_ADDRESS);
    this.#lastShared = Math.max(Math.floor(LAST_ADDRESS / this.shape.blocks), ofOthers);
    this.#threads = this.shape.threads;
    this.#fencesBySpace = header.fencesBySpace === true;
    this.#warn = warn;
  }

  /** Checks one entry. @returns what is wrong, or null */
  check(
    op: number,
    flags: number,
    thread: number,
    mask: number,
    size: number,
    stride: number,
    addr: number,
  ): string | null {
    // Nearly every entry of one thread is an access with nothing wrong.
    const plain =
      op <= LAST_MEMORY_OP &&
      mask === 1 &&
      thread >= 0 &&
      thread < this.#threads &&
      size >= 1 &&
      size <= MAX_ACCESS_BYTES &&
      addr >= 0 &&
      addr <= ((flags & Flag.shared) === 0 ? LAST_ADDRESS : this.#lastShared) &&
      (flags & Flag.scope) <= ScopeCode.system &&
      !this.#anyExited;
    return plain ? null : this.#checkAny(op, flags, thread, mask, size, stride, addr);
  }

  #checkAny(
    op: number,
    flags: number,
    thread: number,
    mask: number,
    size: number,
    stride: number,
    addr: number,
  ): string | null {
    const { shape } = this;
    if (op === Op.gridBarrier || op === Op.cut) return null;
    if (!(thread >= 0 && thread < shape.threads)) {
      return `thread ${thread} is out of range: the launch has ${shape.threads} threads`;
    }
    const isPartial = op >= Op.fence && op <= Op.warpBarrier && (flags & PARTIAL) !== 0;
    if (isPartial && !this.#fencesBySpace) return 'a space is named, and the header does not say "fencesBySpace":true';
    if (op === Op.barrier) return null;
    const lanes = 32 - Math.clz32(mask);
    if (mask === 0) return 'the mask names no thread';
    if (lanes > 1) {
      const inBlock = thread % shape.threadsPerBlock;
      const room = Math.min(shape.warpSize - (inBlock % shape.warpSize), shape.threadsPerBlock - inBlock);
      if (lanes > room) return `the mask reaches beyond the warp of thread ${thread}`;
    }
    if ((flags & Flag.scope) > ScopeCode.system) return `scope ${flags & Flag.scope} is unknown`;
    if (op <= LAST_MEMORY_OP) {
      if (!(size >= 1 && size <= MAX_ACCESS_BYTES)) return `size ${size} is not between 1 and ${MAX_ACCESS_BYTES}`;
      const last = addr + stride * (lanes - 1);
      const bound = (flags & Flag.shared) === 0 ? Number.MAX_SAFE_INTEGER : this.#lastShared;
      if (!(Math.min(addr, last) >= 0 && Math.max(addr, last) + size <= bound)) {
        return `address ${addr} is out of range`;
      }
    }
    if (this.#anyExited) {
      const gone = this.#exitedIn(thread, mask);
      if (gone >= 0) return `thread ${gone} acts after its exit; is the trace out of order?`;
    }
    if (op === Op.exit) this.#exit(thread, mask);
    else if (op === Op.acquire) this.#acquire(thread, addr, flags & Flag.scope);
    else if (op === Op.release) this.#release(thread, addr);
    return null;
  }

  /** The launch ends: tells how often warnings came that were not told. */
  end(): void {
    for (const [kind, count] of this.#told) if (count > TOLD) this.#warn(`${count - TOLD} more: ${kind}`);
  }

  #exit(thread: number, mask: number): void {
    const { threadsPerBlock } = this.shape;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const one = thread + 31 - Math.clz32(rest & -rest);
      const block = Math.floor(one / threadsPerBlock);
      let gone = this.#exited.get(block);
      if (gone === undefined) {
        if (this.#exited.size * threadsPerBlock > MAX_EXIT_BYTES) return;
        gone = new Uint8Array(threadsPerBlock);
        this.#exited.set(block, gone);
        this.#anyExited = true;
      }
      gone[one % threadsPerBlock] = 1;
    }
  }

  #exitedIn(thread: number, mask: number): number {
    const gone = this.#exited.get(Math.floor(thread / this.shape.threadsPerBlock));
    if (gone === undefined) return -1;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const one = thread + 31 - Math.clz32(rest & -rest);
      if (gone[one % this.shape.threadsPerBlock] === 1) return one;
    }
    return -1;
  }

  #acquire(thread: number, lock: number, scope: number): void {
    let holders = this.#holders.get(lock);
    if (holders === undefined) {
      if (this.#holders.size >= MAX_WATCHED_LOCKS) return;
      holders = [];
      this.#holders.set(lock, holders);
    }
    const block = Math.floor(thread / this.shape.threadsPerBlock);
    for (const other of holders) {
      if (other.thread === thread)
        this.#tell('a lock is acquired again by its holder', `lock ${lock}, thread ${thread}`);
      else if (
        scope !== ScopeCode.block ||
        other.scope !== ScopeCode.block ||
        block === Math.floor(other.thread / this.shape.threadsPerBlock)
      ) {
        this.#tell(
          'a lock is acquired that another thread holds; is the trace out of order?',
          `lock ${lock}, threads ${other.thread} and ${thread}`,
        );
      }
    }
    if (holders.length < 64) holders.push({ thread, scope });
  }

  #release(thread: number, lock: number): void {
    const holders = this.#holders.get(lock);
    if (holders !== undefined && holders.length === 1 && holders[0]!.thread === thread) {
      holders.pop();
      return;
    }
    const at = holders?.findIndex((holder) => holder.thread === thread) ?? -1;
    if (holders === undefined || at < 0) {
      if (this.#holders.size < MAX_WATCHED_LOCKS) {
        this.#tell('a lock is released that its thread has not acquired', `lock ${lock}, thread ${thread}`);
      }
      return;
    }
    holders.splice(at, 1);
  }

  #tell(kind: string, place: string): void {
    const count = (this.#told.get(kind) ?? 0) + 1;
    this.#told.set(kind, count);
    if (count <= TOLD) this.#warn(`${kind} (${place})`);
  }
}
