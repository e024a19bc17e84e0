/** The pages of a repository on the forge that its remote is on. */
import { changesBetween } from './changes.ts';
import { resolveCommit, topLevel } from './history.ts';
import { askGit } from './run.ts';

/** `https://host/owner/name` of a remote: from https, ssh, or git's short form of ssh. Names and passwords stay behind. */
const REMOTE =
  /^(?:https?:\/\/(?:[^/@]*@)?|ssh:\/\/(?:[^/@]*@)?|[\w.-]+@)([\w.-]+)(?::\d+)?[:/]([\w./~-]+?)(?:\.git)?\/?$/;

/** Of forges that are known by their host: what stands between the repository, the commit, the file and the line. */
const FORGES: readonly (readonly [RegExp, blob: string, line: string])[] = [
  [/^github\.|(?:^|\.)github\.com$|\.ghe\.com$/, 'blob', '#L'],
  [/(?:^|\.)gitlab\./, '-/blob', '#L'],
  [/^bitbucket\.org$/, 'src', '#lines-'],
  [/^codeberg\.org$|(?:^|\.)(?:gitea|forgejo)\./, 'src/commit', '#L'],
];

/**
 * The page of a line at a commit.
 * @param remote the address of the remote, as the repository's configuration has it
 * @returns null for a remote on no forge that is known
 */
export function linePages(remote: string, commit: string): ((path: string, line: number) => string) | null {
  const [, host = '', repository = ''] = REMOTE.exec(remote.trim()) ?? [];
  const forge = FORGES.find(([pattern]) => pattern.test(host));
  if (forge === undefined || !repository.includes('/') || repository.split('/').includes('..')) return null;
  const [, blob, anchor] = forge;
  return (path, line) => {
    const way = path.split('/').map(encodeURIComponent).join('/');
    return `https://${host}/${repository}/${blob}/${commit}/${way}${anchor}${line}`;
  };
}

/**
 * The same for the repository around a folder, of files whose names start at its top.
 * @param head the commit that was read; null: what lies in the checkout, where files that differ from its commit have no page
 * @returns null without a repository, a remote on a known forge, or a commit that this remote is known to have
 */
export function pagesAround(
  folder: string,
  head: string | null,
): { readonly top: string; readonly page: (path: string, line: number) => string | null } | null {
  const top = topLevel(folder);
  if (top === null) return null;
  const remote = askGit(top, ['config', '--get', 'remote.origin.url']);
  const commit = head ?? resolveCommit(top, 'HEAD');
  if (remote === null || commit === null) return null;
  const page = linePages(remote, commit);
  if (page === null) return null;
  const known = askGit(top, ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes']);
  if (known === null || known === '') return null;
  const changed = new Set(head === null ? changesBetween(top, commit, null).map(({ path }) => path) : []);
  return { top, page: (path, line) => (changed.has(path) ? null : page(path, line)) };
}
