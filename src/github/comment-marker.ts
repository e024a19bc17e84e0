/** The hidden first line of our comments: which finding a comment is about, and whether it is still there. */

import { z } from 'zod';
import { withoutTemplateArguments } from '../lexical/kernel-names.ts';
import type { Finding } from '../model/result.ts';

/** A finding across runs. Equal races share a `raceId`; `ordinal` counts them. */
export const FindingKey = z.strictObject({
  raceId: z.string().max(200),
  ordinal: z.int().min(0),
  /** Without template arguments, and cut: it only tells whether the kernel was analysed. */
  kernel: z.string().max(500),
  /**
   * The category that the run publishes in (a shard, some paths); missing: the whole repository. The key is called so in
   * comments that lie on pull requests already.
   */
  part: z.string().max(100).optional(),
  /** Only a recorded run shows the race. */
  traceOnly: z.literal(true).optional(),
});
export type FindingKey = z.infer<typeof FindingKey>;

interface Marker {
  readonly key: FindingKey;
  readonly state: 'open' | 'fixed';
}

/** How the `raceId` of a race that only a recorded run shows began before the marker had a field for it. */
const OLD_TRACE_ONLY = 'trace-';

const MARKER = /^<!-- gpurace:finding:([\w-]+):(open|fixed) -->\n/;

/** The comment's text with the marker before it. */
export function withMarker({ key, state }: Marker, text: string): string {
  return `<!-- gpurace:finding:${Buffer.from(JSON.stringify(key)).toString('base64url')}:${state} -->\n${text}`;
}

/** The marker of a comment, or null when it has none that we wrote. */
export function readMarker(body: string): Marker | null {
  const [, data, state] = MARKER.exec(body.replaceAll('\r\n', '\n')) ?? [];
  if (data === undefined) return null;
  try {
    const key = FindingKey.safeParse(JSON.parse(Buffer.from(data, 'base64url').toString('utf8')));
    return key.success ? { key: asWrittenToday(key.data), state: state === 'fixed' ? 'fixed' : 'open' } : null;
  } catch {
    return null;
  }
}

function asWrittenToday(key: FindingKey): FindingKey {
  if (!key.raceId.startsWith(OLD_TRACE_ONLY)) return key;
  return { ...key, raceId: key.raceId.slice(OLD_TRACE_ONLY.length), traceOnly: true };
}

/** The text behind the marker. */
export function withoutMarker(body: string): string {
  return body.replaceAll('\r\n', '\n').replace(MARKER, '');
}

/**
 * The keys of findings, in the order of a result.
 * @param category Empty: the whole repository.
 */
export function keysOf(
  findings: readonly Pick<Finding, 'raceId' | 'kernel' | 'traceOnly'>[],
  category = '',
): FindingKey[] {
  const counts = new Map<string, number>();
  return findings.map(({ raceId, kernel, traceOnly }) => {
    const counted = `${raceId} ${traceOnly ?? false}`;
    const ordinal = counts.get(counted) ?? 0;
    counts.set(counted, ordinal + 1);
    return {
      raceId,
      ordinal,
      kernel: markedKernel(kernel),
      ...(category === '' ? {} : { part: category }),
      ...(traceOnly === undefined ? {} : { traceOnly }),
    };
  });
}

/** The name of a kernel as it stands in a marker. */
export function markedKernel(kernel: string): string {
  return withoutTemplateArguments(kernel).slice(0, 500);
}

export function sameFinding(a: FindingKey, b: FindingKey): boolean {
  return a.raceId === b.raceId && a.ordinal === b.ordinal && a.part === b.part && a.traceOnly === b.traceOnly;
}
