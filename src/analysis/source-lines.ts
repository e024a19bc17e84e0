import { Directives } from '../lexical/directives.ts';
import type { SourceTree } from '../model/source-tree.ts';

/** Lines of the tree's files, decoded once each. */
export class SourceLines {
  readonly #tree: SourceTree;
  readonly #files = new Map<string, readonly string[]>();
  readonly #directives = new Map<string, Directives>();

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

  /** The comments of a file that speak to gpurace. */
  directives(file: string): Directives {
    let known = this.#directives.get(file);
    if (!known) {
      known = new Directives(this.text(file));
      this.#directives.set(file, known);
    }
    return known;
  }
}
