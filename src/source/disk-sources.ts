/** The sources of a checkout on disk. */
import { ConfigurationError } from '../model/errors.ts';
import { diskTree } from './disk-tree.ts';
import { isSource } from './extensions.ts';
import { pathIn } from './paths.ts';
import type { Sources } from './sources.ts';
import { walk } from './walk.ts';

/**
 * Every regular file with the extension of a source, sorted by path. Folders of builds are entered: version control may
 * know files there, and then the other side of a comparison has them.
 * @throws ConfigurationError when a folder cannot be listed: a kernel in it would vanish
 */
export function diskSources(root: string): Sources {
  const tree = diskTree(root);
  const incomplete = (folder: string, why: string) => {
    throw new ConfigurationError(`${folder}: ${why}`);
  };
  const files: string[] = [];
  for (const path of walk(root, { buildFolders: 'entered', incomplete })) {
    if (isSource(path)) files.push(pathIn(root, path));
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
