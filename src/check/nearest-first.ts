/** What a change touches comes first: a kernel with thousands of pairs may not have the time for all of them. */
import type { SourceLocation } from '../ir/program.ts';
import type { KernelCheck } from './kernel-check.ts';

/** The distance in lines of what stands in a file without a line that matters. */
const FAR = 1_000_000;

interface Nearness extends Pick<KernelCheck, 'near'> {
  readonly program: Pick<KernelCheck['program'], 'files'>;
}

interface Located {
  /** Program order of execution. */
  readonly index: number;
  readonly location: SourceLocation | null;
}

/** So many lines away from the change, both accesses of a pair together, a pair may have been brought by it. */
const NEAR = 100;

/** Is what consists of these parts near a line that matters? */
export function isNearChange(nearness: Nearness, parts: readonly Located[]): boolean {
  return distanceOf(nearness, parts) <= NEAR;
}

/**
 * The same barriers or pairs of accesses, those near the lines first. Of near ones, parts that follow each other closely in the
 * program come first: what a change did to an order shows at once there, however often the code is called. Where there are no
 * lines, or two are equally near, the order stays.
 * @param parts what one of them consists of
 */
export function nearestFirst<T>(
  nearness: Nearness,
  things: readonly T[],
  parts: (thing: T) => readonly Located[],
): readonly T[] {
  if (nearness.near.size === 0) return things;
  const all = things.map((thing) => {
    const far = distanceOf(nearness, parts(thing));
    const indices = parts(thing).map(({ index }) => index);
    return { thing, far: far > NEAR ? far : 0, apart: Math.max(...indices) - Math.min(...indices) };
  });
  return all.sort((a, b) => a.far - b.far || a.apart - b.apart).map(({ thing }) => thing);
}

function distanceOf({ near, program }: Nearness, parts: readonly Located[]): number {
  const far = ({ location }: Located) =>
    location === null
      ? FAR
      : (near.get(program.files[location.file] ?? '') ?? []).reduce(
          (least, line) => Math.min(least, Math.abs(line - location.line)),
          FAR,
        );
  return parts.reduce((sum, part) => sum + far(part), 0);
}
