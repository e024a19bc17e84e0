/**
 * The outline of a kernel: its barriers, its accesses and the barrier intervals that they may lie in, as the control flow has them. Data that
 * goes from a worker to whoever compares two revisions; nothing of it stands in the result.
 */
import { z } from 'zod';
import { Access } from './result.ts';

/** Accesses of one kernel that are told. */
export const OUTLINE_LIMIT = 4000;

/** Times that code with an access is come to by different calls: of more it is not told in which order they come. */
export const OCCURRENCE_LIMIT = 512;

/** Calls that are told of one access. */
export const CALL_LIMIT = 16;

const CallPlace = z.strictObject({ file: z.string(), line: z.int().min(0) });

/** Where an access stands; which iteration and which call it is of, an outline does not tell. */
const OutlinePlace = Access.omit({ iterations: true, calls: true });
export type OutlinePlace = z.infer<typeof OutlinePlace>;

/** The access of an outline as a finding names it. */
export function accessAt(place: OutlinePlace): Access {
  return { ...place, iterations: [], calls: [] };
}

/**
 * What a thread passes at least before it makes an access again: nothing, a barrier of its warp, one of its block; `never`: no
 * way leads back.
 */
export const Repeats = z.enum(['never', 'behind-block-barrier', 'behind-warp-barrier', 'freely']);
export type Repeats = z.infer<typeof Repeats>;

/** Accesses of one place that nothing tells apart. */
export const OutlineAccess = z.strictObject({
  place: OutlinePlace,
  /** The calls that lead to it, some of them where there are many. */
  calls: z.array(CallPlace).max(CALL_LIMIT),
  space: z.enum(['shared', 'global']),
  /** The name of the memory object. */
  object: z.string(),
  /** Tells objects of one revision apart that have one name, as two pointers that a struct holds. */
  identity: z.string(),
  /** Bytes that it may touch, from the object's beginning; null: any. */
  bytes: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  /** These bytes, and no others. */
  isExact: z.boolean(),
  /** Where it lies, where that depends on the thread's index: at another place for another index. Null: nobody knows. */
  ownedBy: z.string().nullable(),
  /** Conditions that hold for one index alone, of those that lead here. */
  guards: z.array(z.string()),
  /** Of the thread's index in its block, the axes that the kernel asks for. */
  axes: z.array(z.int().min(0).max(2)),
  /** The conditions (`key`) by which the threads of a block part on a way to it; null: nobody looked. */
  partedBy: z.array(z.string()).nullable(),
  /** Numbers of the intervals between barriers of the block in which it may be made. */
  blockIntervals: z.array(z.int().min(0)),
  /** The same, with barriers of the warp as well. */
  warpIntervals: z.array(z.int().min(0)),
  repeats: Repeats,
  /** What it writes, where that is the same for all threads of a block; else null. */
  value: z.string().nullable(),
  /** Numbers of the pieces of code that make it: one for each way of calls that leads there. */
  occurrences: z.array(z.int().min(0)),
  /**
   * Occurrences that a thread may come to behind it before it waits for the others of its block, or of its warp: a bit for each,
   * as base64. Null: nobody looked.
   */
  behind: z.strictObject({ block: z.string(), warp: z.string() }).nullable(),
});
export type OutlineAccess = z.infer<typeof OutlineAccess>;

/** A condition that depends on the thread's index. */
const OutlineCondition = z.strictObject({
  /** What it compares, where that is known: the same for `i < n` and `i >= n`. */
  key: z.string(),
  /** As it is written. */
  text: z.string(),
});
export type OutlineCondition = z.infer<typeof OutlineCondition>;

/** Barriers of the block at one place. */
export const OutlineBarrier = z.strictObject({
  place: OutlinePlace,
  calls: z.array(CallPlace).max(CALL_LIMIT),
  /** The conditions by which the threads of a block part on a way to it: some of them may not come. */
  partedBy: z.array(OutlineCondition),
  /** Those of them of which one side never leads to it. */
  cutOffBy: z.array(OutlineCondition),
});
export type OutlineBarrier = z.infer<typeof OutlineBarrier>;

export const KernelOutline = z.strictObject({
  kernel: z.string(),
  file: z.string(),
  line: z.int().min(0),
  accesses: z.array(OutlineAccess).max(OUTLINE_LIMIT),
  barriers: z.array(OutlineBarrier).max(OUTLINE_LIMIT),
  /** What is not understood on the way and may order threads, each once. */
  unknown: z.array(z.string()),
});
export type KernelOutline = z.infer<typeof KernelOutline>;
