/** Lines of the sources that a dump speaks of. */
import type { SourceTree } from '../../src/model/source-tree.ts';

export class SourceText {
  readonly #tree: SourceTree;
  /** The unit: of its lines the file is not named. */
  readonly #file: string;

  constructor(tree: SourceTree, file: string) {
    this.#tree = tree;
    this.#file = file;
  }

  /** @param line from 1 */
  line(file: string, line: number): string {
    const text = Buffer.from(this.#tree.read(file) ?? []).toString('utf8');
    const where = file === this.#file ? `${line}` : `${file}:${line}`;
    return `${where}: ${text.split('\n')[line - 1]?.trim() ?? ''}`;
  }
}
