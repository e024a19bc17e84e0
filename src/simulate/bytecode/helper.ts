/** The form of helpers: rare operations that the interpreter calls through a table. */

/**
 * A helper reads and writes registers of the frame whose words start at `b`; `code[at]` is its first result, or its first
 * operand where it has none, as a word index. It gives 0, or the number of a failure (`FAILURES`). Six parameters and no
 * record, as it is called for every operation of its kind.
 */
export type Helper = (
  /** The registers as words, floats and doubles: views of one buffer. */
  I: Int32Array,
  X: Float32Array,
  F: Float64Array,
  b: number,
  code: Int32Array,
  at: number,
) => number;

/** What can fail, by the number that a helper gives. */
export const FAILURES = [
  null,
  { kind: 'division-by-zero', message: 'divides by zero' },
  { kind: 'trap', message: 'an assertion does not hold' },
] as const;
export const DIVISION_BY_ZERO = 1;
export const ASSERTION = 2;

/** Helpers under names made from those of `functions`. */
export function named<Name extends string, Made extends string, Function>(
  functions: Readonly<Record<Name, Function>>,
  make: (name: Name, compute: Function) => readonly (readonly [Made, Helper])[],
): Record<Made, Helper> {
  const helpers = {} as Record<Made, Helper>;
  for (const name in functions) for (const [made, helper] of make(name, functions[name])) helpers[made] = helper;
  return helpers;
}
