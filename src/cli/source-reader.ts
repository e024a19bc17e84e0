import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { ReportContext } from '../report/index.ts';
import { MAX_FILE_BYTES } from '../source/index.ts';

/**
 * Source text for reports, by the names that a result uses.
 * @param confined Only files below the working directory: a stored result may come from anybody, and a report must not
 *   print lines of whatever file it names.
 */
export function sourceReader(cwd: string, { confined }: { readonly confined: boolean }): ReportContext['source'] {
  const files = new Map<string, string | undefined>();
  return (file) => {
    if (!files.has(file)) files.set(file, readText(resolve(cwd, file), confined ? cwd : null));
    return files.get(file);
  };
}

function readText(path: string, within: string | null): string | undefined {
  try {
    if (within !== null && !isBelow(realpathSync(within), realpathSync(path))) return undefined;
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
