/** Where paths of the disk lie in a folder. */
import { relative, sep } from 'node:path';

/** True when `path` is `folder` or lies in it; both absolute and real. */
export function below(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path as trees name it: relative to their root, with `/` on every system. */
export function pathIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
