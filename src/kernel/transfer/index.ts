/** What calls of the effects tables do to the thread that is executed. */
import type { Effect, EffectKind, EffectOf } from '../../intrinsics/index.ts';
import type { CallSite } from '../call-site.ts';
import type { State } from '../state.ts';
import { AMD } from './amd.ts';
import { ASYNC_COPIES } from './async-copies.ts';
import { ATOMICS } from './atomics.ts';
import { BARRIERS } from './barriers.ts';
import { CLUSTERS } from './clusters.ts';
import { COPY_GROUPS } from './copy-groups.ts';
import { GEOMETRY } from './geometry.ts';
import { IMAGES } from './images.ts';
import { LANES } from './lanes.ts';
import { MATRICES } from './matrices.ts';
import { MATRIX_OPERANDS } from './matrix-operands.ts';
import { MEMORY } from './memory.ts';
import { BARRIER_OBJECTS } from './partial-barriers.ts';
import { SURFACES } from './surfaces.ts';
import { TENSOR_COPIES } from './tensor-copies.ts';
import { TENSOR_MEMORY } from './tensor-memory.ts';
import { TEXTURES } from './textures.ts';
import type { Transfer, Transfers } from './transfer.ts';
import { VALUES } from './values.ts';

const TRANSFERS: Transfers<EffectKind> = {
  ...GEOMETRY,
  ...BARRIERS,
  ...BARRIER_OBJECTS,
  ...CLUSTERS,
  ...AMD,
  ...ASYNC_COPIES,
  ...COPY_GROUPS,
  ...TENSOR_COPIES,
  ...TENSOR_MEMORY,
  ...MATRICES,
  ...MATRIX_OPERANDS,
  ...MEMORY,
  ...ATOMICS,
  ...IMAGES,
  ...SURFACES,
  ...TEXTURES,
  ...LANES,
  ...VALUES,
};

/** @returns the state after the call, or null when it does not return. */
export function applyEffect(site: CallSite, state: State, effect: Effect): State | null {
  return transferred(site, state, effect);
}

function transferred<Kind extends EffectKind>(
  site: CallSite,
  state: State,
  effect: EffectOf<Kind> & { kind: Kind },
): State | null {
  const transfer: Transfer<Kind> = TRANSFERS[effect.kind];
  return transfer(site, state, effect);
}
