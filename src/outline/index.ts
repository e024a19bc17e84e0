/**
 * A kernel in outline: which accesses may run in one barrier interval, by control flow alone. Where a kernel is too large to be
 * decided in time, a comparison still learns from it which order a change took away. In: a program. Out: accesses with their
 * intervals. It shows no race and proves nothing.
 */
export { mayConflict, mayFollow, mayMeet, repeatsFreely } from './meeting.ts';
export { type Outline, type OutlineRequest, outlineOf } from './outline.ts';
