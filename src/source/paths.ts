/** Where paths lie: on the disk, and in a tree. */
import { relative, sep } from 'node:path';

/** True when `path` is `folder` or lies in it; both absolute and real. */
export function below(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path as trees name it: relative to their root, with `/` on every system. */
export function pathIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Every folder that holds one of the files (paths of a tree), the root included. */
export function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set(['']);
  for (const path of files) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at));
  }
  return folders;
}
