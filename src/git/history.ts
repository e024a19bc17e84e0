/** Commits: what a name stands for, what came before, and what has to be fetched to know it. */

import { commitId } from './objects.ts';
import { askGit, GitError, runGit } from './run.ts';

/** The folder at the top of the checkout that `folder` lies in, or null when it lies in none. */
export function topLevel(folder: string): string | null {
  return askGit(folder, ['rev-parse', '--show-toplevel']);
}

/** The commit that a revision stands for, or null. The text may come from a user. */
export function resolveCommit(cwd: string, revision: string): string | null {
  if (revision === '' || revision.includes('\0')) return null;
  const id = askGit(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  return id === null || id === '' ? null : commitId(id);
}

/** The parents that a commit names, also those that a shallow clone leaves out. */
export function parentsOf(cwd: string, commit: string): string[] {
  const object = askGit(cwd, ['cat-file', 'commit', commitId(commit)]) ?? '';
  const header = object.slice(0, object.indexOf('\n\n'));
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = '']) => commitId(id));
}

export function mergeBase(cwd: string, a: string, b: string): string | null {
  const found = askGit(cwd, ['merge-base', commitId(a), commitId(b)]);
  return found === null || found === '' ? null : commitId(found);
}

export function isShallow(cwd: string): boolean {
  return askGit(cwd, ['rev-parse', '--is-shallow-repository']) === 'true';
}

/** How a missing commit is fetched. */
export interface Remote {
  /** GITHUB_SERVER_URL. */
  readonly server: string;
  /** Empty: fetch without one, which public repositories allow. */
  readonly token: string;
}

const FETCH_TIMEOUT_MS = 120_000;

/**
 * Fetches commits or branches from `origin`, `depth` commits deep, without touching the checkout.
 * @param names Full commit ids, or `refs/…`.
 * @returns null when it worked, else why not
 */
export function fetchCommits(cwd: string, names: readonly string[], depth: number, remote: Remote): string | null {
  const wrong = names.find((name) => !/^(?:[0-9a-f]{40}(?:[0-9a-f]{24})?|refs\/[\w./+@-]+)$/.test(name));
  if (wrong !== undefined) return `${JSON.stringify(wrong)} cannot be fetched`;
  try {
    runGit({
      cwd,
      args: ['fetch', '--no-tags', '--no-recurse-submodules', '--quiet', `--depth=${depth}`, 'origin', ...names],
      env: credentials(cwd, remote),
      timeoutMs: FETCH_TIMEOUT_MS,
    });
    return null;
  } catch (error) {
    if (error instanceof GitError) return error.message;
    throw error;
  }
}

/**
 * The token as a header for GitHub's address alone, in the environment, where no list of processes shows it. A checkout
 * that kept its credentials has such a header already, and two of them would be refused.
 */
function credentials(cwd: string, { server, token }: Remote): Record<string, string> {
  const key = `http.${server.replace(/\/+$/, '')}/.extraheader`;
  const origin = askGit(cwd, ['remote', 'get-url', 'origin']) ?? '';
  if (token === '' || !origin.startsWith(`${server.replace(/\/+$/, '')}/`)) return {};
  if ((askGit(cwd, ['config', '--get-all', key]) ?? '') !== '') return {};
  const value = `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  return { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: key, GIT_CONFIG_VALUE_0: value };
}
