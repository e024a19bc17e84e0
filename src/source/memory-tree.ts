/** A source tree in memory: tests, and revisions read from git objects. */
import type { SourceTree } from '../model/source-tree.ts';
import { SuffixIndex } from './suffix-index.ts';

/** @param files Bytes or text by path, relative to the root, `/`-separated. */
export function memoryTree(files: ReadonlyMap<string, Uint8Array | string>): SourceTree {
  const directories = new Set<string>();
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) directories.add(path.slice(0, at));
  }
  const index = new SuffixIndex(() => files.keys());
  return {
    read(path) {
      const file = files.get(path);
      return typeof file === 'string' ? Buffer.from(file) : file;
    },
    isDirectory: (path) => path === '' || directories.has(path),
    findBySuffix: (suffix) => index.find(suffix),
  };
}
