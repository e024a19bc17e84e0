/**
 * What a comparison needs to know of a kernel's pairs of accesses beyond its findings: data that goes from a worker to
 * whoever compares two revisions; nothing of it stands in the result.
 */
import { z } from 'zod';
import { Access, Dim3, Finding, RuleId } from './result.ts';

/** Pairs of one kernel that are told; what is beyond is counted. */
export const OPEN_PAIR_LIMIT = 200;
/** Pairs of lines that are told of those that nobody came to decide. */
export const LEFT_PAIR_LIMIT = 20_000;

type Line = Pick<Access, 'file' | 'line'>;

export function lineKey({ file, line }: Line): string {
  return `${file}:${line}`;
}

/** The same text for two lines, whichever comes first. */
export function linesKey(a: Line, b: Line): string {
  return [a, b].map(lineKey).sort().join(' ');
}

/** A pair that was neither shown to race nor shown to be safe. */
export const OpenPair = z.strictObject({
  /** The race that it would be. */
  rule: RuleId,
  memory: Finding.shape.memory,
  accesses: z.array(Access).length(2),
  /** Why it is open. */
  reason: z.string(),
  /** True when it is known that no barrier keeps the two apart: only whether they meet is open. */
  isUnordered: z.boolean(),
  /** The pair has another answer at another distance, and this one was not worth the solver: it is open, and no news. */
  isAside: z.boolean(),
});
export type OpenPair = z.infer<typeof OpenPair>;

/** Bytes in a buffer or variable before the kernel starts. */
const StoredContents = z.array(z.strictObject({ offset: z.number().min(0), bytes: z.array(z.int().min(0).max(255)) }));
export type StoredContents = z.infer<typeof StoredContents>;

/** Decimal, so that 64 bits survive. */
const Scalar = z.string().regex(/^-?\d{1,40}$/);

/** An argument by the name of its parameter, so that it can be handed to a kernel with more of them. */
const StoredArgument = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('scalar'), name: z.string(), value: Scalar }),
  z.strictObject({ kind: z.literal('struct'), name: z.string(), fields: z.array(Scalar.nullable()) }),
  z.strictObject({
    kind: z.literal('region'),
    name: z.string(),
    contents: StoredContents,
    /** The parameter whose buffer it shares, and where in it. */
    shares: z.strictObject({ name: z.string(), offset: z.number() }).nullable(),
  }),
]);
export type StoredArgument = z.infer<typeof StoredArgument>;

/** A launch with everything that it takes to execute it. */
export const ReplayInputs = z.strictObject({
  gridDim: Dim3,
  blockDim: Dim3,
  arguments: z.array(StoredArgument),
  variables: z.array(z.strictObject({ symbol: z.string(), contents: StoredContents })),
  /** The two threads that met. */
  threads: z.tuple([z.strictObject({ block: Dim3, thread: Dim3 }), z.strictObject({ block: Dim3, thread: Dim3 })]),
});
export type ReplayInputs = z.infer<typeof ReplayInputs>;

/** What a comparison has to know of a finding. */
export const FindingFacts = z.strictObject({
  raceId: z.string(),
  /** True when it is known that no barrier keeps the two apart. */
  isUnordered: z.boolean(),
  /** Both write the same value. */
  isHarmless: z.boolean(),
  /** It is one that nobody minds, or that takes what nobody has: harmless, for want of a reader's fence, or of unusual sizes. */
  isMild: z.boolean(),
  /** The inputs with which the two were seen to meet. */
  inputs: z.array(ReplayInputs),
});
export type FindingFacts = z.infer<typeof FindingFacts>;

/** The pairs of one kernel under all its launches. */
export const KernelPairs = z.strictObject({
  kernel: z.string(),
  file: z.string(),
  line: z.int().min(0),
  open: z.array(OpenPair).max(OPEN_PAIR_LIMIT),
  /** How many more are open. */
  omitted: z.int().min(0),
  /** False: there was no time to look at every distance of every pair. */
  isComplete: z.boolean(),
  /** Pairs of lines (`linesKey`) with accesses that nobody came to decide; null: it may be any. */
  left: z.array(z.string()).max(LEFT_PAIR_LIMIT).nullable(),
  /** Lines (`lineKey`) of barriers of which it was not decided whether all threads reach them; null: it may be any. */
  openBarriers: z.array(z.string()).max(LEFT_PAIR_LIMIT).nullable(),
  findings: z.array(FindingFacts),
});
export type KernelPairs = z.infer<typeof KernelPairs>;

/** One access of the head, in words of the base. */
export interface AskedSide {
  readonly kind: Access['kind'];
  readonly text: string;
  readonly file: string;
  /** Where the line stands at the base; null: it was written. */
  readonly line: number | null;
  /** Lines of the base that stood where it was written. */
  readonly replaced: readonly number[];
  /** All lines of the file that the change deleted. */
  readonly deleted: readonly number[];
}

/** What kept two accesses of the head apart at the base? */
export interface PairQuestion {
  readonly id: number;
  readonly rule: RuleId;
  readonly object: string;
  readonly sides: readonly [AskedSide, AskedSide];
  /** Inputs with which the head has the race: does the base have it, too? */
  readonly inputs: readonly ReplayInputs[];
  /** Set where it is asked what one thread alone leaves in memory with the first of the inputs. */
  readonly isAloneAsked?: true;
  /** Set where a fence on the reader's side is not asked for: the head lacks more than that. */
  readonly mayLackReaderFence?: true;
}

/**
 * What keeps two accesses apart. `addresses`: no two threads touch the same bytes with them, whatever the order.
 */
export const KEEPS_APART = [
  'barrier',
  'warp-barrier',
  'lock',
  'fence',
  'atomic',
  'guard',
  'size',
  'addresses',
] as const;
export type KeepsApart = (typeof KEEPS_APART)[number];

export interface PairAnswer {
  readonly id: number;
  /** False: the base does not have both accesses. */
  readonly isThere: boolean;
  /** Null: nothing that is known. */
  readonly keptApartBy: KeepsApart | null;
  /** Where the two stand: pairs of lines, the smaller one first. */
  readonly lines: readonly (readonly [number, number])[];
  /** Index of inputs with which the base has no race of the two; null: none of them, or it could not be executed. */
  readonly safeInputs: number | null;
  /** Index of inputs with which the two were seen to race here; null: of none of them it was seen. */
  readonly racyInputs: number | null;
  /** A digest of what one thread alone leaves in memory; null: nobody asked, or it could not be executed. */
  readonly alone: string | null;
}

/** Questions about one kernel. */
export interface KernelQuestions {
  /** As the base calls it. */
  readonly kernel: string;
  readonly pairs: readonly PairQuestion[];
}

/** Lines of files, from 1. */
export type LinesByFile = ReadonlyMap<string, readonly number[]>;
