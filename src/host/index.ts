/**
 * Host code. In: the host side's `Program`, and what the user states. Out: the launches of each kernel, as sizes,
 * arguments and facts in the terms of the kernel's analysis.
 */

export { assumptionMistake, parseAssumption } from './assumption.ts';
export { axesUsed, configuredLaunch, statedFacts } from './configured-launch.ts';
export { launchFromHost, mergeLaunches } from './host-launch.ts';
export type { HostLaunch } from './launch-collector.ts';
export { entriesOf, findLaunches, type HostLaunches, undefinedIn } from './launches.ts';
export { linked } from './link.ts';
