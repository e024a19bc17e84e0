/** The sources of a revision, with as few reads as the change allows. */
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { isSource, type Sources } from '../source/index.ts';

/** A tree that can list its files and read many at once. */
export interface ListedTree {
  readonly files: readonly string[];
  preload(paths: readonly string[]): void;
  read(path: string): Uint8Array | undefined;
}

/** All sources of a tree. */
export function sourcesOfTree(tree: ListedTree): Sources {
  const files = tree.files.filter(isSource);
  tree.preload(files);
  return { files, read: (file) => textOf(tree.read(file)) };
}

/** The sources of the base: a file that the change leaves alone is read from the head, which has been read already. */
export function sourcesOfBase(tree: ListedTree, head: Sources, changed: readonly ChangedFile[]): Sources {
  const files = tree.files.filter(isSource);
  const other = new Set(changed.flatMap((file) => [file.path, pathAtBase(file) ?? file.path]));
  tree.preload(files.filter((file) => other.has(file)));
  return {
    files,
    read: (file) => (other.has(file) ? textOf(tree.read(file)) : (head.read(file) ?? textOf(tree.read(file)))),
  };
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
