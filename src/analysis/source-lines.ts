import type { SourceTree } from '../model/source-tree.ts';

/** Lines of the tree's files, decoded once each. */
export class SourceLines {
  readonly #tree: SourceTree;
  readonly #files = new Map<string, readonly string[]>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  text(file: string): string {
    return new TextDecoder().decode(this.#tree.read(file) ?? new Uint8Array());
  }

  line(file: string, line: number): string | undefined {
    let lines = this.#files.get(file);
    if (!lines) {
      lines = this.text(file).split(/\r?\n/);
      this.#files.set(file, lines);
    }
    return lines[line - 1];
  }
}
