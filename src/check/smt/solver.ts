/** The decision procedure as the checker sees it; `z3.ts` implements it. */

/** A model: the value of each symbol that was asked for. */
type Model = ReadonlyMap<string, bigint>;

export type SolverAnswer =
  | { readonly status: 'unsat' }
  | { readonly status: 'sat'; readonly model: Model }
  /** The budget ran out, or the solver failed; never a verdict. */
  | { readonly status: 'unknown'; readonly reason: string };

export interface Solver {
  /**
   * Decides one SMT-LIB 2 script: declarations and assertions only, no commands.
   * @param script `(declare-const …)`, `(declare-fun …)`, `(assert …)` lines.
   * @param symbols Int or Bool constants of the script whose values are wanted when it is satisfiable (Bool as 0 or 1).
   * @param budget Z3's `rlimit`: deterministic, so the same query ends the same way everywhere.
   * @param limitMs milliseconds after which the query is given up. Some steps of Z3 take long and count for little; without
   *   this a single query could take what all others of the kernel were to have.
   */
  check(script: string, symbols: readonly string[], budget: number, limitMs: number): SolverAnswer;
}
