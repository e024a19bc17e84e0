/** The scope of an atomic access, as the rules know scopes. */
import { isWithinBlock, type MemoryScope } from '../intrinsics/index.ts';
import type { SourceLocation } from '../ir/program.ts';
import type { Scope } from '../model/result.ts';
import type { Recorder } from './recorder.ts';

/**
 * No rule says which threads are of one warp, so an access that is atomic for a warp or thread only is refused, and taken
 * for one of the block: between blocks it is a race in any case. One of unknown scope (null) is refused as well, and
 * taken for the widest, as nothing may be said against it.
 */
export function accessScope(recorder: Recorder, scope: MemoryScope | null, place: SourceLocation | null): Scope {
  if (scope === null) {
    recorder.refuse('an atomic operation whose scope is not constant', place);
    return 'system';
  }
  if (!isWithinBlock(scope)) return scope;
  recorder.refuse('an atomic operation for one warp or thread only', place);
  return 'block';
}
