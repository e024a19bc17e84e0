/**
 * Copies that go on by themselves, from the record of their beginning to what waits for them. A trace knows threads only, so the one that
 * has begun a copy makes it: where it begins, again behind whatever hands on what the thread has done so far, as others may
 * come between, and where it ends.
 */

export interface CopyPart {
  readonly op: 'read' | 'write' | 'atomic';
  readonly size: number;
  /** The site of the table. */
  readonly id: number;
  readonly address: bigint;
}

/** Where what is found out goes to. */
export interface CopyEvents {
  access(thread: number, part: CopyPart): void;
  /** What the thread has done so far comes before whoever passes the barrier object. */
  release(thread: number, object: BarrierObject): void;
}

export interface BarrierObject {
  /** The same for all that use the object. */
  readonly key: string;
  readonly id: number;
  readonly address: bigint;
}

/** Groups of each kind are closed and waited for apart. */
export type GroupKind = 'groups' | 'bulk';

interface OfThread {
  /** The last group of each kind is open. */
  readonly groups: Record<GroupKind, CopyPart[][]>;
  /** Parts that belong to nothing yet. */
  unbound: CopyPart[];
  /** In the order in which they began. */
  readonly underWay: Set<CopyPart>;
  readonly objects: Set<BarrierObject>;
  /** Bytes of the copies that come next. */
  size: number;
}

interface Bound {
  readonly thread: number;
  readonly object: BarrierObject;
  readonly parts: readonly CopyPart[];
}

export class CopiesUnderWay {
  readonly #events: CopyEvents;
  readonly #threads = new Map<number, OfThread>();
  readonly #bound = new Map<string, Bound[]>();

  constructor(events: CopyEvents) {
    this.#events = events;
  }

  /** Copies of the thread that say no size have this one. */
  sized(thread: number, size: number): void {
    this.#of(thread).size = size;
  }

  begin(
    thread: number,
    queue: GroupKind | 'bound',
    { size, ...part }: Omit<CopyPart, 'size'> & { readonly size: number | null },
  ): void {
    const own = this.#of(thread);
    const whole = { ...part, size: size ?? own.size };
    if (whole.size <= 0) return;
    if (queue === 'bound') own.unbound.push(whole);
    else own.groups[queue].at(-1)!.push(whole);
    own.underWay.add(whole);
    this.#events.access(thread, whole);
  }

  commit(thread: number, kind: GroupKind): void {
    this.#of(thread).groups[kind].push([]);
  }

  /** @param pending how many closed groups may go on; null: none, and no open one */
  wait(thread: number, kind: GroupKind, pending: number | null, reads: boolean): void {
    const own = this.#of(thread);
    const groups = own.groups[kind];
    const count = pending === null ? groups.length : Math.max(0, groups.length - 1 - pending);
    const done = (reads ? groups.slice(0, count) : groups.splice(0, count)).flat();
    if (groups.length === 0) groups.push([]);
    this.#end(thread, reads ? done.filter(({ op }) => op === 'read') : done);
  }

  /** An object waits for what belongs to nothing yet, or for all of the thread's groups. */
  bind(thread: number, queue: 'groups' | 'bound', object: BarrierObject): void {
    const own = this.#of(thread);
    const parts = queue === 'bound' ? own.unbound : own.groups.groups.flat();
    if (queue === 'bound') own.unbound = [];
    const all = this.#bound.get(object.key) ?? [];
    this.#bound.set(object.key, all);
    all.push({ thread, object, parts });
    own.objects.add(object);
  }

  /** Somebody has waited for the object: copies that belong to it are over. */
  passed(key: string): void {
    const all = this.#bound.get(key);
    if (all === undefined) return;
    this.#bound.delete(key);
    for (const bound of all) this.#finish(bound);
  }

  /** The thread has handed on what it has done: what goes on comes after that, too. */
  handedOn(thread: number): void {
    const own = this.#threads.get(thread);
    if (own !== undefined) for (const part of own.underWay) this.#events.access(thread, part);
  }

  /** A thread that ends waits for nothing; others may wait for what it has begun. */
  exit(thread: number): void {
    const own = this.#threads.get(thread);
    if (own === undefined) return;
    this.#end(thread, [...own.underWay]);
    for (const object of own.objects) this.#events.release(thread, object);
    for (const [key, all] of this.#bound) {
      const left = all.filter((bound) => bound.thread !== thread);
      if (left.length === 0) this.#bound.delete(key);
      else this.#bound.set(key, left);
    }
    this.#threads.delete(thread);
  }

  #finish({ thread, object, parts }: Bound): void {
    const own = this.#of(thread);
    own.objects.delete(object);
    this.#end(thread, parts);
    this.#events.release(thread, object);
    this.handedOn(thread);
  }

  #end(thread: number, parts: readonly CopyPart[]): void {
    const { underWay } = this.#of(thread);
    for (const part of parts) if (underWay.delete(part)) this.#events.access(thread, part);
  }

  #of(thread: number): OfThread {
    let own = this.#threads.get(thread);
    if (own === undefined) {
      own = { groups: { groups: [[]], bulk: [[]] }, unbound: [], underWay: new Set(), objects: new Set(), size: 0 };
      this.#threads.set(thread, own);
    }
    return own;
  }
}
