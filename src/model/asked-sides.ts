/** Which accesses of a kernel are meant by one that stands in another revision of it. */
import type { AskedSide } from './pairs.ts';
import type { Access } from './result.ts';

/** An access, and the object that it is to. */
export interface PlacedAccess extends Pick<Access, 'file' | 'line' | 'text' | 'kind'> {
  readonly object: string;
}

/** The line as it stands, else what stood in its place, else the same text anywhere, else what was deleted: it was moved. */
export function sidesMeant<T extends PlacedAccess>(side: AskedSide, object: string, accesses: readonly T[]): T[] {
  const isSame = ({ text, kind }: PlacedAccess) => kind === side.kind && squeezed(text) === squeezed(side.text);
  const isReplaced = ({ file, line }: PlacedAccess) => file === side.file && side.replaced.includes(line);
  const isLike = (access: PlacedAccess) =>
    access.object === object && (access.kind === side.kind || access.kind === 'atomic');
  const tests: readonly ((access: PlacedAccess) => boolean)[] = [
    (access) => access.file === side.file && access.line === side.line && isSame(access),
    (access) => isReplaced(access) && isSame(access),
    (access) => isReplaced(access) && isLike(access),
    (access) => isSame(access) && access.object === object,
    (access) => access.file === side.file && side.deleted.includes(access.line) && isLike(access),
  ];
  for (const test of tests) {
    const found = accesses.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
