/** The sources of a checkout on disk. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { diskTree } from './disk.ts';
import { isSource } from './extensions.ts';
import type { Sources } from './sources.ts';

const SKIPPED_FOLDERS = new Set(['.git', 'node_modules']);

/** Every regular file with the extension of a source, sorted by path; links are not followed. */
export function diskSources(root: string): Sources {
  const tree = diskTree(root);
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) folders.push(path);
      } else if (entry.isFile() && isSource(entry.name)) {
        files.push(path);
      }
    }
  }
  const texts = new Map<string, string | undefined>();
  return {
    files: files.sort(),
    read(file) {
      if (!texts.has(file)) {
        const bytes = tree.read(file);
        texts.set(file, bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8'));
      }
      return texts.get(file);
    },
  };
}
