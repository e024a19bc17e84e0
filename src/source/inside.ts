import { sep } from 'node:path';

/** True when `path` is `folder` or lies in it; both absolute and real. */
export function below(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
