/** Addresses that hang on what the launch was given: `scatter ? rows[i] * n : i * n`. Where it is stated, they are as that says. */
import type { Execution, KernelLaunch } from '../kernel/index.ts';
import { conjuncts, type Substitution, type Terms } from '../terms/index.ts';

/** The same execution, with each choice made that a stated fact makes. */
export function withChoicesMade(terms: Terms, { stated }: KernelLaunch, execution: Execution): Execution {
  const known = new Set(stated.flatMap(({ condition }) => conjuncts(condition)));
  known.delete(terms.true);
  if (known.size === 0) return execution;
  const choosing: Substitution = terms.substitution((atom) => {
    if (atom.kind !== 'ite') return undefined;
    if (known.has(atom.condition)) return choosing.int(atom.then);
    return known.has(terms.not(atom.condition)) ? choosing.int(atom.otherwise) : undefined;
  });
  const accesses = execution.accesses.map((access) => {
    const offset = choosing.int(access.offset);
    return offset === access.offset ? access : { ...access, offset };
  });
  return { ...execution, accesses };
}
