/**
 * Runs kernels. In: a `Program`, a kernel's symbol, a launch with arguments (buffers of known or unknown size), budgets.
 * Out: the contents of buffers and what was noticed (`simulate`), or whether a static witness can be seen to happen
 * (`replay`, `replayDivergence`). Errors of the kernel (out of bounds, division by zero, endless loops, deadlock, …) come back as values with
 * their place. Nothing here throws on what a program does, does I/O, or gives text of a kernel to an evaluator.
 */

export { leftByOneThread } from './alone.ts';
export { type ArgumentSpec, bindArguments } from './argument-specs.ts';
export type { SimulationError, SimulationErrorKind } from './errors.ts';
export type { ArgumentValue, Contents, Launch } from './launch.ts';
export type { Filling } from './paged-memory.ts';
export { type Recording, type RecordRequest, recordTrace } from './record-trace.ts';
export {
  type ReplayedAccess,
  type ReplayOutcome,
  type ReplayRequest,
  type ReplayThread,
  replay,
  replayOtherwise,
} from './replay/replay.ts';
export { type DivergenceOutcome, type DivergenceRequest, replayDivergence } from './replay/replay-divergence.ts';
export type { WitnessAccess } from './replay/witness-sites.ts';
export { heldScalars as leavesOf, Unsupported } from './scalars.ts';
export { type ScheduleName, type Simulation, type SimulationRequest, simulate } from './simulate-launch.ts';
