/** OpenCL's images: a pixel is memory of its own, which only accesses with its coordinates touch. */
import type { EffectOf } from '../../intrinsics/index.ts';
import { type Int, integerRange } from '../../terms/index.ts';
import { argument, type CallSite, refuseAt } from '../call-site.ts';
import type { State } from '../state.ts';
import { nothing, type Transfers } from './transfer.ts';

type ImageKind = 'image-read' | 'image-write';

/**
 * The pixel that the call names. Coordinates that are no integers of the kernel's are any: a sampler may round, wrap or
 * clamp them, or read several pixels. Those beyond the image's edge are no pixel, and take nothing from the proof.
 */
function pixelOf(site: CallSite, { dimensions, coordinatesArgument }: EffectOf<ImageKind>): Int[] {
  const { machine, symbols } = site.thread;
  const given = coordinatesArgument === null ? null : argument(site, coordinatesArgument);
  const elements = given?.kind === 'aggregate' ? given.elements : [given];
  return Array.from({ length: dimensions }, (_, axis) => {
    const element = elements[axis];
    return element?.kind === 'int' ? machine.signed(element) : symbols.unknown('unknown', integerRange(32), 'pixel');
  });
}

function access(site: CallSite, state: State, effect: EffectOf<ImageKind>): State {
  const { thread, frame, call } = site;
  const image = argument(site, 0);
  const base = pixelOf(site, effect);
  for (const target of image.kind === 'pointer' ? image.targets : []) {
    thread.recorder.access(frame, state, {
      kind: effect.kind === 'image-read' ? 'read' : 'write',
      target: { ...target, base },
      // A pixel has one format only, so that two accesses meet in all of it or not at all.
      size: 1,
      pointer: call.arguments[0]!,
      location: call.location,
    });
  }
  // OpenCL C lets no program choose between images or store one: this is for what it may come to allow.
  if (image.kind !== 'pointer') {
    refuseAt(site, `${effect.kind === 'image-read' ? 'reads' : 'writes'} through a pointer that is not understood`);
  }
  return nothing(site, state);
}

export const IMAGES: Transfers<ImageKind> = { 'image-read': access, 'image-write': access };
