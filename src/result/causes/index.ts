/** What findings have in common: findings of a result in, causes out. */
export { type CauseWithFindings, causesByKernel, causesOf, causesWithinKernels, kernelOfCause } from './causes.ts';
export { type ChangedLine, changedLineOf } from './grouping.ts';
export type { Phrase } from './headline.ts';
export { causesInWords, levelOfCause, statusesInWords } from './level.ts';
