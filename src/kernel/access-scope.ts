/** The scope of an atomic access: for which threads it is one. */
import type { MemoryScope } from '../intrinsics/index.ts';
import type { SourceLocation } from '../ir/program.ts';
import type { Recorder } from './recorder.ts';

/** An operation that is atomic for its own thread only is a plain access to everybody else. */
export type AccessScope = Exclude<MemoryScope, 'thread'>;

/**
 * Null for a plain access: no other thread ever sees it as atomic, and no order is taken from it. A scope that is not known
 * is refused, and taken for the widest, as nothing may be said against it.
 */
export function accessScope(
  recorder: Recorder,
  scope: MemoryScope | null,
  place: SourceLocation | null,
): AccessScope | null {
  if (scope === null) {
    recorder.refuse('an atomic operation whose scope is not constant', place);
    return 'system';
  }
  return scope === 'thread' ? null : scope;
}

/**
 * Whether locks, counters and flags may rest on an access of this scope. Each of them is told from what the threads of a
 * block do, so that one for a warp is atomic and nothing more: what it finds and stores is not followed.
 */
export function isFollowed(scope: AccessScope | null): boolean {
  return scope !== null && scope !== 'warp';
}
