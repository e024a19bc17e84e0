import { Directives } from '../lexical/directives.ts';
import { lineReader } from '../lexical/lines.ts';
import type { SourceTree } from '../model/source-tree.ts';

/** Lines of the tree's files, decoded once each. */
export class SourceLines {
  readonly #tree: SourceTree;
  /** A line of a file, counted from 1, without its line end. */
  readonly line: (file: string, line: number) => string | undefined;
  readonly #directives = new Map<string, Directives>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
    this.line = lineReader((file) => this.text(file));
  }

  text(file: string): string {
    return new TextDecoder().decode(this.#tree.read(file) ?? new Uint8Array());
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
