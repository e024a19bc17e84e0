/**
 * Host code. In: the host side's `Program`, and what the user states. Out: the launches of each kernel, as sizes,
 * arguments and facts in the terms of the kernel's analysis.
 */

export { parseAssumption } from './assumption.ts';
export { entriesOf, undefinedIn } from './call-graph.ts';
export { configuredLaunch, statedFacts, type UsedByKernel, usedBy } from './configured-launch.ts';
export { assumptionMistake, type NamedMemory } from './content-words.ts';
export { launchFromHost } from './host-launch.ts';
export { kernelOfStub } from './kernel-stubs.ts';
export { type HostLaunch, restsOnGuess } from './launch-collector.ts';
export { findLaunches, type HostLaunches, type MissedLaunch, type OpenclHost } from './launches.ts';
export { linked } from './link.ts';
export { type MergedLaunch, mergeLaunches } from './merge-launches.ts';
