/**
 * Pointers of a launch that lead into one memory, and of which nobody knows how far they lie apart: they can be told apart where it
 * is stated, or tried, that what they lead to does not overlap.
 */
import { type Int, isConstant, type Terms } from '../terms/index.ts';
import type { KernelLaunch, StatedFact } from './launch.ts';
import { type Alias, type PointerKey, pointerKey } from './passed-memory.ts';

type Pointers = Pick<KernelLaunch, 'aliases' | 'starts'>;

interface Placed {
  readonly key: PointerKey;
  /** In bytes from where the first pointer into the memory leads. */
  readonly offset: Int;
  /** That it is apart from the others would be false of some launches. */
  readonly mayBeOne: boolean;
}

/**
 * The launch in which pointers lead to memory of their own that are `areApart` and lie at distances that are no numbers. What is not
 * apart stays together, and so does what hangs together through others.
 * @returns the launch itself where nothing is parted
 */
export function parted<Launch extends Pointers>(
  terms: Terms,
  launch: Launch,
  areApart: (a: PointerKey, b: PointerKey) => boolean,
): Launch {
  const aliases = new Map(launch.aliases);
  const starts = new Map(launch.starts);
  for (const [root, members] of inOneMemory(terms, launch)) {
    for (const part of together(terms, members, areApart)) {
      const [first] = part;
      if (first!.key === root) continue;
      aliases.delete(first!.key);
      const start = launch.starts.get(root);
      if (start !== undefined) {
        starts.set(first!.key, { ...start, offset: terms.add(start.offset, first!.offset) });
      }
      for (const { key, offset } of part.slice(1)) {
        aliases.set(key, { to: placeOf(first!.key), offset: terms.sub(offset, first!.offset) });
      }
    }
  }
  return aliases.size === launch.aliases.size && starts.size === launch.starts.size
    ? launch
    : { ...launch, aliases, starts };
}

/** Is it stated that two pointers do not lead to the same memory? */
export function areStatedApart(stated: readonly StatedFact[], a: PointerKey, b: PointerKey): boolean {
  return stated.some(
    ({ contents }) => contents?.kind === 'disjoint' && contents.pointers.includes(a) && contents.pointers.includes(b),
  );
}

/** By the first pointer into each memory, all that lead into it. */
function inOneMemory(terms: Terms, { aliases }: Pointers): Map<PointerKey, Placed[]> {
  const found = new Map<PointerKey, Placed[]>();
  for (const [key, { to, offset, mayBeOne = false }] of aliases) {
    if (to.kind !== 'parameter') continue;
    const root = pointerKey(to.index, to.offset);
    const members = found.get(root) ?? [{ key: root, offset: terms.zero, mayBeOne: false }];
    members.push({ key, offset, mayBeOne });
    found.set(root, members);
  }
  return found;
}

/** Those that cannot be told apart from each other, in their order. */
function together(
  terms: Terms,
  members: readonly Placed[],
  areApart: (a: PointerKey, b: PointerKey) => boolean,
): Placed[][] {
  const hangTogether = (a: Placed, b: Placed) =>
    isConstant(terms.sub(a.offset, b.offset)) || a.mayBeOne || b.mayBeOne || !areApart(a.key, b.key);
  let parts: Placed[][] = [];
  for (const member of members) {
    const joined = parts.filter((part) => part.some((other) => hangTogether(other, member)));
    const rest = parts.filter((part) => !joined.includes(part));
    parts = [...rest, [...joined.flat(), member]];
  }
  return parts.map((part) => members.filter((member) => part.includes(member)));
}

function placeOf(key: PointerKey): Alias['to'] {
  const [index, offset] = key.split('+').map(Number);
  return { kind: 'parameter', index: index!, offset: offset! };
}
