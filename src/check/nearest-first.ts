/** What a change touches comes first: a kernel with thousands of pairs may not have the time for all of them. */
import type { SourceLocation } from '../ir/program.ts';
import type { KernelCheck } from './kernel-check.ts';

/** The distance in lines of what stands in a file without a line that matters. */
const FAR = 1_000_000;

interface Nearness extends Pick<KernelCheck, 'near'> {
  readonly program: Pick<KernelCheck['program'], 'files'>;
}

interface Located {
  readonly location: SourceLocation | null;
}

/**
 * The same things, those near the lines first; in their own order where there are no lines, or where they are equally near.
 * @param parts what a thing consists of
 */
export function nearestFirst<T>(
  { near: lines, program }: Nearness,
  things: readonly T[],
  parts: (thing: T) => readonly Located[],
): readonly T[] {
  if (lines.size === 0) return things;
  const known = new Map<string, number>();
  const distance = ({ location }: Located): number => {
    const near = lines.get(program.files[location?.file ?? -1] ?? '');
    if (location === null || near === undefined) return FAR;
    const key = `${location.line} ${location.file}`;
    const found = known.get(key) ?? near.reduce((least, line) => Math.min(least, Math.abs(line - location.line)), FAR);
    known.set(key, found);
    return found;
  };
  const all = things.map((thing) => ({ thing, far: parts(thing).reduce((sum, part) => sum + distance(part), 0) }));
  return all.sort((a, b) => a.far - b.far).map(({ thing }) => thing);
}
