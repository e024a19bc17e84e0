/**
 * Decides. In: a kernel and its launches. Out: a verdict with reasons and assumptions, and findings with witnesses.
 * The kernel is executed for one arbitrary thread and instantiated for two (`thread-pair.ts`); barriers (`divergence.ts`)
 * and pairs of accesses (`races.ts`) that no order keeps apart (`order/`) become queries (`smt/query.ts`), which arithmetic
 * (`decide/`) or Z3 decides. `unsat` is a proof, and a model counts only after it was evaluated exactly.
 */
export { checkKernel } from './check-kernel.ts';
export { type Confirmation, type Confirmed, NOT_EXECUTED } from './confirmation.ts';
export { termsOf } from './covers.ts';
export { LONG_ROWS } from './doubt.ts';
export { placeOf as placeOfAccess, type WitnessThreads } from './findings.ts';
export { type Apart, keptApart } from './kept-apart.ts';
export {
  type CheckedKernel,
  changedLaunches,
  type KeptExecution,
  type KernelCheck,
  type LaunchMaker,
  type LaunchSizes,
  QUIET,
  withTwins,
} from './kernel-check.ts';
export type { BrokenAssumption, ToldPairs } from './kernel-outcome.ts';
export { cellOf, isPassedNull, type ModelContent } from './memory-contents.ts';
export type { PlacingNames } from './placing-names.ts';
export { isReachable } from './reachable-pair.ts';
export type { Overlap } from './separation.ts';
export type { Solver } from './smt/solver.ts';
export { createZ3, type Z3Program } from './smt/z3.ts';
