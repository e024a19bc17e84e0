/** The table of helpers: rare operations that the interpreter calls by number. */
import { FLOAT_HELPERS } from './float-helpers.ts';
import { ASSERTION, type Helper } from './helper.ts';
import { INTEGER_HELPERS } from './integer-helpers.ts';

export {
  arityOf,
  type ElementaryFunction,
  isElementary,
  type MultipleResult,
} from './float-helpers.ts';
export { FAILURES } from './helper.ts';

/** Whether the address lies in `[from, to)`, given as further operands. */
const isInRange: Helper = (I, _X, F, b, code, at) => {
  const address = F[(b + code[at + 1]!) >> 1]!;
  const from = F[(b + code[at + 2]!) >> 1]!;
  const to = F[(b + code[at + 3]!) >> 1]!;
  I[b + code[at]!] = address >= from && address < to ? 1 : 0;
  return 0;
};

const assert: Helper = (I, _X, _F, b, code, at) => (I[b + code[at]!] === 0 ? ASSERTION : 0);

const BY_NAME = {
  ...INTEGER_HELPERS,
  ...FLOAT_HELPERS,
  'in-range': isInRange,
  assert,
} satisfies Record<string, Helper>;

export type HelperName = keyof typeof BY_NAME;

/** By number. */
export const HELPERS: readonly Helper[] = Object.values(BY_NAME);

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.keys(BY_NAME).map((name, number) => [name, number]));

export function helperNumber(name: HelperName): number {
  return NUMBERS.get(name)!;
}
