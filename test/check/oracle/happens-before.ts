/**
 * Happens-before in one run, by definition: barriers, and a fence before an atomic write that is read atomically in front
 * of a fence, each of a scope that reaches the other thread. Fences of the device are sequentially consistent: one that
 * must come before another, because atomic operations and barriers lead from it to that, is seen by it (PTX ISA,
 * "Fence-SC order"). In: the lines of a trace. Every thread has a clock of its own.
 */

const WARP = 32;

interface Event {
  readonly op: string;
  readonly thread: number;
  readonly block: number;
  /** Of a barrier of a warp. */
  readonly warp: number;
  readonly mask: number;
  readonly addr: number;
  readonly size: number;
  readonly scope?: string;
  readonly rmw?: string;
  readonly success?: boolean;
  readonly site: number;
}

interface Header {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sites: readonly { readonly id: number; readonly line: number }[];
}

type Clock = number[];
/** What a thread passes on: to its block, or to all. */
interface Release {
  readonly clock: Clock;
  readonly block: number;
  readonly isWide: boolean;
}
interface Access {
  readonly thread: number;
  readonly epoch: number;
  readonly addr: number;
  readonly size: number;
  readonly writes: boolean;
}

/** @param counts tells by its line whether an access is one of those that must be ordered */
export function hasRace(lines: readonly string[], counts: (line: number) => boolean): boolean {
  const header: Header = JSON.parse(lines[0]!);
  const perBlock = header.block[0] * header.block[1] * header.block[2];
  const threads = perBlock * header.grid[0] * header.grid[1] * header.grid[2];
  const lineOf = new Map(header.sites.map((site) => [site.id, site.line]));
  const blockOf = (thread: number) => Math.floor(thread / perBlock);
  const clocks: Clock[] = Array.from({ length: threads }, (_, t) =>
    Array.from({ length: threads }, (_, u) => (t === u ? 1 : 0)),
  );
  /** By thread: what it had seen at its last fence, narrow and wide. */
  const fenced: { block: Clock | null; device: Clock | null }[] = clocks.map(() => ({ block: null, device: null }));
  /** By thread: what its atomic reads found, until a fence makes it count. */
  const pending: Release[][] = clocks.map(() => []);
  const releases = new Map<number, Release[]>();
  /** What fences of the device knew that come before a thread's next one in any case; by thread, and by address. */
  const earlier: Clock[] = clocks.map((own) => own.map(() => 0));
  const earlierAt = new Map<number, Release[]>();
  const accesses: Access[] = [];
  const isIn = (t: number, { op, block, warp, mask }: Event): boolean => {
    if (blockOf(t) !== block) return false;
    const own = t % perBlock;
    return op !== 'warp-barrier' || (Math.floor(own / WARP) === warp && ((mask >>> (own % WARP)) & 1) === 1);
  };
  const learn = (thread: number, from: Clock) => {
    const own = clocks[thread]!;
    for (const [u, n] of from.entries()) if (n > own[u]!) own[u] = n;
  };
  for (const line of lines.slice(1)) {
    const e: Event = JSON.parse(line);
    const isWide = e.scope !== 'block';
    switch (e.op) {
      case 'warp-barrier':
      case 'grid-barrier':
      case 'barrier': {
        const members = clocks.map((_, t) => t).filter((t) => e.op === 'grid-barrier' || isIn(t, e));
        const joined = clocks[0]!.map((_, u) => Math.max(...members.map((t) => clocks[t]![u]!)));
        const fences = clocks[0]!.map((_, u) => Math.max(...members.map((t) => earlier[t]![u]!)));
        for (const t of members) {
          earlier[t] = fences;
          learn(t, joined);
          clocks[t]![t]!++;
        }
        break;
      }
      case 'fence': {
        for (const r of pending[e.thread]!) {
          if (r.block === blockOf(e.thread) || (r.isWide && isWide)) learn(e.thread, r.clock);
        }
        if (isWide) learn(e.thread, earlier[e.thread]!);
        const now = [...clocks[e.thread]!];
        if (isWide) earlier[e.thread] = now;
        fenced[e.thread]!.block = now;
        if (isWide) fenced[e.thread]!.device = now;
        clocks[e.thread]![e.thread]!++;
        break;
      }
      case 'atomic': {
        const known = releases.get(e.addr) ?? [];
        const mine = blockOf(e.thread);
        for (const r of known)
          if (r.block === mine || (r.isWide && isWide)) pending[e.thread]!.push({ ...r, isWide: r.isWide && isWide });
        for (const r of earlierAt.get(e.addr) ?? []) {
          if (r.block !== mine && !(r.isWide && isWide)) continue;
          earlier[e.thread] = earlier[e.thread]!.map((n, u) => Math.max(n, r.clock[u]!));
        }
        if (e.rmw === 'cas' && e.success === false) break;
        const passedOn = { clock: earlier[e.thread]!, block: mine, isWide };
        earlierAt.set(e.addr, [...(earlierAt.get(e.addr) ?? []), passedOn]);
        const { block, device } = fenced[e.thread]!;
        const added: Release[] = [];
        if (block) added.push({ clock: block, block: mine, isWide: false });
        if (device && isWide) added.push({ clock: device, block: mine, isWide: true });
        releases.set(e.addr, [...known, ...added]);
        break;
      }
      case 'read':
      case 'write': {
        const writes = e.op === 'write';
        if (!counts(lineOf.get(e.site) ?? 0)) {
          if (writes) {
            releases.delete(e.addr);
            earlierAt.delete(e.addr);
          }
          break;
        }
        const meets = (a: Access) =>
          a.thread !== e.thread && (a.writes || writes) && a.addr < e.addr + e.size && e.addr < a.addr + a.size;
        const seen = clocks[e.thread]!;
        if (accesses.some((a) => meets(a) && seen[a.thread]! < a.epoch)) return true;
        accesses.push({ thread: e.thread, epoch: seen[e.thread]!, addr: e.addr, size: e.size, writes });
        break;
      }
    }
  }
  return false;
}
