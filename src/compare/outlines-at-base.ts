/** The outlines of the base, by the kernels of the head that they are to be compared with. */
import type { KernelOutline, OutlineAccess, OutlineBarrier } from '../model/outline.ts';
import type { Access } from '../model/result.ts';
import { type DefinitionSites, keyOf } from './definition-sites.ts';

interface PlacedOutlineAccess extends Pick<Access, 'file' | 'line' | 'text' | 'kind'> {
  readonly object: string;
  readonly access: OutlineAccess;
}

interface Outline {
  readonly accesses: readonly PlacedOutlineAccess[];
  readonly barriers: readonly OutlineBarrier[];
}

export class OutlinesAtBase {
  readonly #sites: DefinitionSites;
  readonly #found = new Map<KernelOutline, Outline | null>();
  readonly #known = new Map<string, (Outline & Pick<KernelOutline, 'kernel' | 'unknown'>)[]>();

  constructor(outlines: readonly KernelOutline[], sites: DefinitionSites) {
    this.#sites = sites;
    for (const outline of outlines) {
      const key = keyOf(sites.ofBaseKernel(outline));
      const { kernel, barriers, unknown } = outline;
      const accesses = outline.accesses.map(placed);
      this.#known.set(key, [...(this.#known.get(key) ?? []), { kernel, accesses, barriers, unknown }]);
    }
  }

  /**
   * The kernel with the same template arguments, or all its instances together.
   * @returns null when there is none, or the head has something that is not understood and may be the new order
   */
  of(head: KernelOutline): Outline | null {
    let found = this.#found.get(head);
    if (found === undefined) {
      found = this.#of(head);
      this.#found.set(head, found);
    }
    return found;
  }

  #of(head: KernelOutline): Outline | null {
    const all = this.#known.get(keyOf(this.#sites.ofHeadKernel(head))) ?? [];
    const same = all.filter(({ kernel }) => kernel === head.kernel);
    const known = same.length > 0 ? same : all;
    const isKnown = (text: string) => known.some(({ unknown }) => unknown.includes(text));
    if (known.length === 0 || !head.unknown.every(isKnown)) return null;
    // Which access comes behind which is told by numbers of one instance.
    const accesses = known.flatMap((one) => one.accesses);
    return {
      accesses:
        known.length === 1 ? accesses : accesses.map((one) => ({ ...one, access: { ...one.access, behind: null } })),
      barriers: known.flatMap(({ barriers }) => barriers),
    };
  }
}

function placed(access: OutlineAccess): PlacedOutlineAccess {
  const { file, line, text, kind } = access.place;
  return { file, line, text, kind, object: access.object, access };
}
