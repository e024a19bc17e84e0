/** Pages on the forge, by the names that a result uses. */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { GitError, pagesAround } from '../git/index.ts';
import type { ReportContext } from '../report/index.ts';

/**
 * The page of a line, null where there is none.
 * @param head the commit that was read; null: what lies on the disk
 */
export function forgePages(cwd: string, head: string | null): NonNullable<ReportContext['page']> {
  const around = aroundOrNull(cwd, head);
  if (around === null) return () => null;
  // What git calls the top has no links in it.
  const here = realpathSync(cwd);
  return (file, line) => {
    const way = relative(around.top, resolve(here, file)).split(sep).join('/');
    return way === '' || way.startsWith('../') || isAbsolute(way) ? null : around.page(way, line);
  };
}

/** A repository that git does not read costs the links and nothing else. */
function aroundOrNull(cwd: string, head: string | null): ReturnType<typeof pagesAround> {
  try {
    return pagesAround(cwd, head);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
