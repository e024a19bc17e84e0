/** Values of a model for applications of functions: of memory at some place, say. */
import { type Atom, Evaluator } from '../terms/index.ts';

export type Application = Atom & { readonly kind: 'apply' };

interface AppliedValues {
  readonly values: Evaluator;
  /** Each function has one value for the same arguments. */
  readonly doAgree: boolean;
}

/**
 * @param applied what applications are; one of them that is not among them is what another one is with the same arguments
 * @param otherwise what all others are: memory that only a report asks for
 */
export function appliedValues(
  symbol: (atom: Atom & { readonly kind: 'symbol' }) => bigint,
  applied: ReadonlyMap<Application, bigint>,
  otherwise: (atom: Atom) => bigint,
): AppliedValues {
  const byAtom = new Map([...applied].map(([{ id }, value]) => [id, value]));
  const byCall = new Map<string, bigint>();
  const callOf = ({ name }: Application, args: readonly bigint[]) => `${name}:${args.join()}`;
  const values: Evaluator = new Evaluator({
    symbol,
    apply: (atom, args) => byAtom.get(atom.id) ?? byCall.get(callOf(atom, args)) ?? otherwise(atom),
  });
  let doAgree = true;
  for (const [atom, value] of applied) {
    const call = callOf(
      atom,
      atom.args.map((arg) => values.int(arg)),
    );
    doAgree &&= (byCall.get(call) ?? value) === value;
    byCall.set(call, value);
  }
  return { values, doAgree };
}
