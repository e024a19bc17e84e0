/** Files by their last path segments, for the resolution of includes. Built at the first question. */
export class SuffixIndex {
  readonly #list: () => Iterable<string>;
  #byName: Map<string, string[]> | null = null;

  /** @param list All files of the tree, relative to its root. */
  constructor(list: () => Iterable<string>) {
    this.#list = list;
  }

  /** All files that are `suffix` or end with `/suffix`, sorted. */
  find(suffix: string): readonly string[] {
    const name = suffix.slice(suffix.lastIndexOf('/') + 1);
    const candidates = this.#names().get(name) ?? [];
    return candidates.filter((path) => path === suffix || path.endsWith(`/${suffix}`));
  }

  #names(): Map<string, string[]> {
    if (this.#byName !== null) return this.#byName;
    const byName = new Map<string, string[]>();
    for (const path of this.#list()) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [path]);
      else known.push(path);
    }
    for (const paths of byName.values()) paths.sort();
    this.#byName = byName;
    return byName;
  }
}
