/** A source tree in memory: tests, and revisions read from git objects. */
import type { SourceTree } from '../model/source-tree.ts';
import { foldersOf } from './paths.ts';
import { SuffixIndex } from './suffix-index.ts';

/** @param files Bytes or text by path, relative to the root, `/`-separated. */
export function memoryTree(files: ReadonlyMap<string, Uint8Array | string>): SourceTree {
  const folders = foldersOf(files.keys());
  const index = new SuffixIndex(() => files.keys());
  return {
    read(path) {
      const file = files.get(path);
      return typeof file === 'string' ? Buffer.from(file) : file;
    },
    isDirectory: (path) => folders.has(path),
    findBySuffix: (suffix) => index.find(suffix),
  };
}
