/**
 * What an instrumented module records, as a table: everything about an instruction that is known before it runs. An entry of
 * the ring names its site by number; `docs/recording.md` has the layout.
 */
import { z } from 'zod';

const Place = { file: z.string().max(4096), line: z.int().min(0), column: z.int().min(0) };
const Scope = z.enum(['block', 'device', 'system']);

export const RecordSite = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('access'),
    ...Place,
    op: z.enum(['read', 'write', 'atomic']),
    /** Of an atomic operation, as PTX calls it. */
    rmw: z.string().max(16).nullable(),
    /** Bytes, of all elements of a vector together. */
    size: z.int().min(1).max(128),
    /** Null where the access is a weak one. */
    scope: Scope.nullable(),
    order: z.enum(['relaxed', 'acquire', 'release', 'acq_rel']).nullable(),
    volatile: z.boolean(),
    /** It has waited for a barrier object, and for the copies that belong to it. */
    ends: z.boolean(),
  }),
  z.object({ kind: z.literal('fence'), ...Place, scope: Scope }),
  /** The address of the entry is the barrier's number, and in its upper half how many threads it joins; 0: the block. */
  z.object({ kind: z.literal('barrier'), ...Place, waits: z.boolean() }),
  /** The address is the mask. */
  z.object({ kind: z.literal('warp-barrier'), ...Place }),
  /** The address is the size of the copies of the thread that come next and have none of their own. */
  z.object({ kind: z.literal('copy-size'), ...Place }),
  /** One half of an asynchronous copy: it is done when a group or barrier that it belongs to was waited for. */
  z.object({
    kind: z.literal('copy'),
    ...Place,
    op: z.enum(['read', 'write', 'atomic']),
    /** Null: as the thread's last `copy-size` says. */
    size: z.int().min(1).max(128).nullable(),
    /** The thread's groups of each kind, or what a `copy-bind` says next. */
    queue: z.enum(['groups', 'bulk', 'bound']),
  }),
  /** The address is a barrier object, which waits for copies of the thread: those that belong to nothing yet, or all of its groups. */
  z.object({ kind: z.literal('copy-bind'), ...Place, queue: z.enum(['groups', 'bound']) }),
  z.object({ kind: z.literal('copy-commit'), ...Place, queue: z.enum(['groups', 'bulk']) }),
  /** How many groups may be left unfinished; null: none, committed or not. Or only what they read has been read. */
  z.object({
    kind: z.literal('copy-wait'),
    ...Place,
    queue: z.enum(['groups', 'bulk']),
    pending: z.int().min(0).nullable(),
    reads: z.boolean(),
  }),
  z.object({ kind: z.literal('exit'), ...Place }),
]);
export type RecordSite = z.infer<typeof RecordSite>;

export const RecordTable = z.object({
  format: z.literal('gpurace-recording'),
  version: z.literal(1),
  /** Symbols of the kernels that record, and what people call them. */
  kernels: z.array(z.object({ symbol: z.string().max(4096), name: z.string().max(4096) })).max(1 << 14),
  /** Every so many blocks one is recorded. */
  sample: z.int().min(1),
  sites: z.array(RecordSite).max(1 << 20),
});
export type RecordTable = z.infer<typeof RecordTable>;

/** A site without its place. */
export type SiteKind = RecordSite extends infer S
  ? S extends RecordSite
    ? Omit<S, 'file' | 'line' | 'column'>
    : never
  : never;
