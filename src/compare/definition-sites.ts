/** Where the kernels of two revisions are defined, in words of the head: a file that was renamed has one name on both sides. */

import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { bareName } from '../lexical/kernel-names.ts';
import type { Finding, KernelResult } from '../model/result.ts';
import { kernelAround } from '../result/kernels.ts';

/** The definition of a kernel, whatever it is instantiated with. */
export interface DefinitionSite {
  readonly file: string;
  readonly name: string;
}

interface SideOfComparison {
  readonly kernels: readonly KernelResult[];
  readonly findings: readonly Finding[];
}

/** The kernels of both sides. */
export class DefinitionSites {
  readonly #headNames = new Map<string, string>();
  readonly #atBase: ReadonlyMap<string, readonly KernelResult[]>;
  readonly #atHead: ReadonlyMap<string, readonly KernelResult[]>;
  readonly #known = { base: new Set<string>(), head: new Set<string>() };

  constructor(base: SideOfComparison, head: SideOfComparison, changed: readonly ChangedFile[]) {
    for (const file of changed) {
      const old = pathAtBase(file);
      if (old !== null && file.status !== 'removed') this.#headNames.set(old, file.path);
    }
    this.#atBase = byName(base.kernels);
    this.#atHead = byName(head.kernels);
    for (const kernel of base.kernels) this.#known.base.add(keyOf(this.ofBaseKernel(kernel)));
    for (const kernel of head.kernels) this.#known.head.add(keyOf(this.ofHeadKernel(kernel)));
    for (const finding of base.findings) this.#known.base.add(keyOf(this.ofBase(finding)));
    for (const finding of head.findings) this.#known.head.add(keyOf(this.ofHead(finding)));
  }

  /** The head's name of a file of the base. */
  file(path: string): string {
    return this.#headNames.get(path) ?? path;
  }

  ofBaseKernel({ file, kernel }: Pick<KernelResult, 'file' | 'kernel'>): DefinitionSite {
    return { file: this.file(file), name: bareName(kernel) };
  }

  ofHeadKernel({ file, kernel }: Pick<KernelResult, 'file' | 'kernel'>): DefinitionSite {
    return { file, name: bareName(kernel) };
  }

  ofBase(finding: Finding): DefinitionSite {
    const { file, name } = siteOf(finding, this.#atBase);
    return { file: this.file(file), name };
  }

  ofHead(finding: Finding): DefinitionSite {
    return siteOf(finding, this.#atHead);
  }

  /** True when the base has no such kernel there: it is new, or came from somewhere else. */
  isNew(site: DefinitionSite): boolean {
    return !this.#known.base.has(keyOf(site));
  }

  /** True when the head has no such kernel there any more. */
  isGone(site: DefinitionSite): boolean {
    return !this.#known.head.has(keyOf(site));
  }
}

function byName(kernels: readonly KernelResult[]): Map<string, KernelResult[]> {
  const found = new Map<string, KernelResult[]>();
  for (const kernel of kernels) {
    const list = found.get(kernel.kernel);
    if (list === undefined) found.set(kernel.kernel, [kernel]);
    else list.push(kernel);
  }
  return found;
}

function siteOf(finding: Finding, kernels: ReadonlyMap<string, readonly KernelResult[]>): DefinitionSite {
  const own = kernelAround(finding, kernels.get(finding.kernel) ?? []);
  return { file: own?.file ?? finding.accesses[0]?.file ?? '', name: bareName(finding.kernel) };
}

export function keyOf({ file, name }: DefinitionSite): string {
  return JSON.stringify([file, name]);
}
