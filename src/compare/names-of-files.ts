import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';

/** What a file of a comparison is called on the other side; null: it is not there. */
export class NamesOfFiles {
  readonly #toBase = new Map<string, string | null>();
  readonly #toHead = new Map<string, string | null>();

  constructor(changed: readonly ChangedFile[]) {
    for (const file of changed) {
      const old = pathAtBase(file);
      if (file.status !== 'removed') this.#toBase.set(file.path, old);
      if (old !== null) this.#toHead.set(old, file.status === 'removed' ? null : file.path);
    }
  }

  atBase(path: string): string | null {
    const known = this.#toBase.get(path);
    return known === undefined ? path : known;
  }

  atHead(path: string): string | null {
    const known = this.#toHead.get(path);
    return known === undefined ? path : known;
  }
}
