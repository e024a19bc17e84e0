/**
 * Decides. In: a kernel and its launches. Out: a verdict with reasons and assumptions, and findings with witnesses.
 * Two threads are made of the one that was executed (`thread-pair.ts`); pairs of accesses (`races.ts`) and barriers
 * (`divergence.ts`) become questions to the solver (`smt/`). `unsat` is a proof,
 * and a model counts once it was evaluated exactly.
 */
export { type Confirmation, checkKernel, type ModelContent } from './check-kernel.ts';
export type { WitnessThreads } from './findings.ts';
export type { Solver } from './smt/solver.ts';
export { createZ3, type Z3Program } from './smt/z3.ts';
