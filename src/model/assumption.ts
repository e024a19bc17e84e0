/** What a verdict rests on. Decisions go by the kind; people read the text. */
import { z } from 'zod';
import { Place, placeText } from './place.ts';

export const AssumptionKind = z.enum([
  /** A fact that the user states: an option, or the configuration. */
  'given',
  /** A launch that the configuration states. */
  'configured-launch',
  /** What a comment in the source states. */
  'comment',
  /** What the first lines of the file say of sizes and macros. */
  'header-line',
  /** Facts of host code, by what teaches them. */
  'assert',
  'branch',
  'loop-bound',
  'allocation',
  'float',
  /** A fact of host code that was put together from several conditions before the launch. */
  'on-the-way',
  /** Sizes and arguments of a launch that nothing fixes, or that were not read. */
  'launch',
  /** That functions are called from nowhere else. */
  'callers',
  /** A macro that the sources do not define has a value of ours. */
  'macro',
  /** What the repository's build, or its host code, says that a macro is. */
  'build-definition',
  /** What else it took to compile the unit. */
  'compilation',
  /** A template was instantiated with arguments of ours. */
  'template',
  /** Numbers that do not overflow. */
  'arithmetic',
  /** That two pointers do not lead to the same memory. */
  'aliasing',
  /** What memory holds, and who changes it. */
  'memory',
  /** What locks and flags hold when the kernel starts. */
  'synchronisation',
  /** What a function without a body here, or a library, does not do. */
  'callee',
  /** Assertions of the kernel. */
  'device-assert',
  /** What the kernel tells the compiler to take for granted. */
  'device-assume',
  /** The verdict is of recorded runs alone. */
  'recorded-runs',
  /** How far recorded runs were searched. */
  'search-bound',
  /** Read from a result that does not say. */
  'other',
]);
export type AssumptionKind = z.infer<typeof AssumptionKind>;

export const Assumption = z.strictObject({
  kind: AssumptionKind,
  /** Without the place, and without who says so. */
  text: z.string(),
  place: Place.nullable(),
  /** `NAME` or `NAME=VALUE`: the definition that says the same as the assumption, where there is one. */
  definition: z.string().optional(),
});
export type Assumption = z.infer<typeof Assumption>;

/** Who says so, for the kinds where the text does not. */
const SOURCE: Readonly<Partial<Record<AssumptionKind, string>>> = {
  given: 'given',
  'configured-launch': 'launch of the configuration',
  comment: 'stated in a comment',
  assert: 'assert',
  branch: 'branch',
  'loop-bound': 'loop bound',
  allocation: 'allocation',
  float: 'float',
  'on-the-way': 'on the way to the launch',
  'device-assume': 'the kernel tells the compiler so',
  macro: 'a stand-in: the sources do not define it',
};

/** `rows == cols (assert, src/a.cu:40)`. */
export function assumptionText({ kind, text, place }: Assumption): string {
  const notes = [SOURCE[kind] ?? [], place === null ? [] : placeText(place)].flat();
  return notes.length === 0 ? text : `${text} (${notes.join(', ')})`;
}
