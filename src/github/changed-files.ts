import { z } from 'zod';
import type { ChangedFile } from '../diff/changed-file.ts';
import { type LineChanges, NO_LINES, parsePatch } from '../diff/patch.ts';
import { PlatformError } from '../model/errors.ts';
import { MAX_CHANGED_FILES } from '../model/platform-limits.ts';
import { failureOf } from './answers.ts';
import type { GitHubClient } from './client.ts';
import { PER_PAGE, type ReadList, readList } from './pages.ts';

/** The files of a pull request, or why they cannot be known. */
export type ChangedFiles =
  | { readonly kind: 'listed'; readonly files: readonly ChangedFile[] }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** A pull request. */
export interface Pull {
  readonly owner: string;
  readonly repo: string;
  readonly pullNumber: number;
}

const MAX_PAGES = MAX_CHANGED_FILES / PER_PAGE;

const DiffEntry = z.looseObject({
  filename: z.string().min(1),
  previous_filename: z.string().optional(),
  status: z.enum(['added', 'removed', 'modified', 'renamed', 'copied', 'changed', 'unchanged']),
  additions: z.int().min(0),
  deletions: z.int().min(0),
  changes: z.int().min(0),
  patch: z.string().optional(),
});
type DiffEntry = z.infer<typeof DiffEntry>;

/**
 * Lists what a pull request changes. A token that may not read pull requests, and a pull request with more files than
 * GitHub lists, are answered by `unavailable`: the caller then has to take every file for changed.
 * @throws PlatformError when GitHub fails, or answers something else than its description says
 */
export async function listChangedFiles(client: GitHubClient, pull: Pull): Promise<ChangedFiles> {
  const { owner, repo, pullNumber: pull_number } = pull;
  let list: ReadList<DiffEntry>;
  try {
    const pages = client.paginate.iterator(client.rest.pulls.listFiles, {
      owner,
      repo,
      pull_number,
      per_page: PER_PAGE,
    });
    list = await readList(pages, DiffEntry, { subject: 'list of changed files', maxPages: MAX_PAGES });
  } catch (error) {
    const failure = failureOf(error);
    // A token that GitHub does not know is a mistake that somebody has to hear of.
    if (failure.kind === 'refused' && failure.status !== 401) {
      return { kind: 'unavailable', reason: `GitHub refused the list of changed files: ${failure.why}` };
    }
    throw new PlatformError(`GitHub did not list the changed files: ${failure.why}`, { cause: error });
  }
  // Exactly 3,000 may be all of them, or the first of many more; only the careful reading is safe.
  if (list.isWhole) return { kind: 'listed', files: list.items.map(toChangedFile) };
  return { kind: 'unavailable', reason: `GitHub lists no more than ${MAX_CHANGED_FILES} files of a pull request` };
}

const STATUS: Readonly<Record<DiffEntry['status'], ChangedFile['status']>> = {
  added: 'added',
  copied: 'added',
  removed: 'removed',
  renamed: 'renamed',
  modified: 'modified',
  changed: 'modified',
  unchanged: 'modified',
};

function toChangedFile(entry: DiffEntry): ChangedFile {
  return {
    path: entry.filename,
    previousPath: entry.previous_filename ?? null,
    status: STATUS[entry.status],
    lines: linesOf(entry),
  };
}

function linesOf(entry: DiffEntry): LineChanges | null {
  // A copy is new as a whole, whatever it was copied from.
  if (entry.status === 'copied') return null;
  if (entry.patch === undefined) {
    // Only a rename can be a change of no lines. In other files 0 means that git takes them for binary, as it does
    // where `.gitattributes` says `-diff`.
    const moved = entry.status === 'renamed' || entry.status === 'unchanged';
    return moved && entry.changes === 0 ? NO_LINES : null;
  }
  const lines = parsePatch(entry.patch);
  // GitHub leaves out or cuts patches that are too long: the counts tell.
  return lines.additions === entry.additions && lines.deletions === entry.deletions ? lines : null;
}
