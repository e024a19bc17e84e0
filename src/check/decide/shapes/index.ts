/** Blocks of every shape, thread by thread: which of its threads meet. */
export { BlockMeetings, type Meeting, type Visit } from './block-meetings.ts';
export { type LaunchNumbers, launchNumbers } from './launch-numbers.ts';
export type { KnownMeetings } from './proved-meetings.ts';
