/**
 * Repair: a result, its texts and an analysis of edited texts in; the result with fixes out, each of which was checked.
 * What a cause lacks says which edits of the text may repair it; an edit is offered when with it the cause is gone and
 * nothing is worse anywhere. After GPURepair (Joshi, Muduganti, VMCAI 2021).
 */
export type { Replays } from './old-witness.ts';
export type { Repaired, RepairRequest } from './repair-result.ts';
export { repairResult } from './repair-result.ts';
export type { AnalyseEdited } from './verifier.ts';
