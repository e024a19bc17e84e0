/** The hidden first line of our comments: which cause a comment is about, and whether it is still there. */

import { z } from 'zod';
import { withoutTemplateArguments } from '../lexical/kernel-names.ts';
import type { Cause } from '../model/result.ts';

/** Races that a marker names; a cause with more is known by its id. */
const MAX_RACES = 40;

/** Kernels that a marker names beside the first one. */
const MAX_KERNELS = 20;

/** A cause across runs. */
export const CauseKey = z.strictObject({
  causeId: z.string().max(200),
  /** The first of its races: a cause whose id has changed is known by them. */
  races: z.array(z.string().max(200)).max(MAX_RACES),
  /** Without template arguments, and cut: it only tells whether the kernel was analysed. */
  kernel: z.string().max(500),
  /** The other kernels that have it, as many as there is room for. */
  alsoIn: z.array(z.string().max(500)).max(MAX_KERNELS).optional(),
  /**
   * The category that the run publishes in (a shard, some paths); missing: the whole repository. The key is called so in
   * comments that lie on pull requests already.
   */
  part: z.string().max(100).optional(),
  /** Only a recorded run shows its races. */
  traceOnly: z.literal(true).optional(),
});
export type CauseKey = z.infer<typeof CauseKey>;

interface Marker {
  readonly key: CauseKey;
  readonly state: 'open' | 'fixed';
}

const MARKER = /^<!-- gpurace:cause:([\w-]+):(open|fixed) -->\n/;

/** The comment's text with the marker before it. */
export function withMarker({ key, state }: Marker, text: string): string {
  return `<!-- gpurace:cause:${Buffer.from(JSON.stringify(key)).toString('base64url')}:${state} -->\n${text}`;
}

/** The marker of a comment, or null when it has none that we wrote. */
export function readMarker(body: string): Marker | null {
  const [, data, state] = MARKER.exec(body.replaceAll('\r\n', '\n')) ?? [];
  if (data === undefined) return null;
  try {
    const key = CauseKey.safeParse(JSON.parse(Buffer.from(data, 'base64url').toString('utf8')));
    return key.success ? { key: key.data, state: state === 'fixed' ? 'fixed' : 'open' } : null;
  } catch {
    return null;
  }
}

/** The text behind the marker. */
export function withoutMarker(body: string): string {
  return body.replaceAll('\r\n', '\n').replace(MARKER, '');
}

/** @param category Empty: the whole repository. */
export function keyOf(
  { causeId, findings, kernel, alsoIn }: Pick<Cause, 'causeId' | 'findings' | 'kernel' | 'alsoIn'>,
  isTraceOnly: boolean,
  category = '',
): CauseKey {
  return {
    causeId,
    races: findings.slice(0, MAX_RACES),
    kernel: markedKernel(kernel),
    ...(alsoIn === undefined ? {} : { alsoIn: alsoIn.slice(0, MAX_KERNELS).map(markedKernel) }),
    ...(category === '' ? {} : { part: category }),
    ...(isTraceOnly ? { traceOnly: true as const } : {}),
  };
}

/** The name of a kernel as it stands in a marker. */
export function markedKernel(kernel: string): string {
  return withoutTemplateArguments(kernel).slice(0, 500);
}

export function sameCause(a: CauseKey, b: CauseKey): boolean {
  return a.causeId === b.causeId && isAlike(a, b);
}

/** True when the two have a race in common, so that one may be what became of the other. */
export function shareRaces(a: CauseKey, b: CauseKey): boolean {
  const isOfOneKernel = markedKernels(a).some((kernel) => markedKernels(b).includes(kernel));
  return isAlike(a, b) && isOfOneKernel && a.races.some((race) => b.races.includes(race));
}

/** All kernels that a marker names. */
export function markedKernels({ kernel, alsoIn = [] }: CauseKey): readonly string[] {
  return [kernel, ...alsoIn];
}

function isAlike(a: CauseKey, b: CauseKey): boolean {
  return a.part === b.part && a.traceOnly === b.traceOnly;
}
