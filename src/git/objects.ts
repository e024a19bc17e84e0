/** The files of a commit, read from git's objects: no checkout, no filter, no end-of-line conversion. */
import { GitError, runGit } from './run.ts';

/** A regular file of a commit. Symbolic links and submodules are none. */
export interface GitFile {
  /** The id of its content. */
  readonly object: string;
  readonly size: number;
}

const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]+) +(-|\d+)\t(.*)$/s;
/** What one reading of several objects may hold. */
const MAX_BATCH_BYTES = 64 << 20;

/**
 * The regular files of a commit by their paths from the root of the repository.
 * @throws GitError
 */
export function filesOfCommit(cwd: string, commit: string): Map<string, GitFile> {
  const listing = runGit({ cwd, args: ['ls-tree', '-r', '-z', '-l', '--full-tree', commitId(commit)] }).toString(
    'utf8',
  );
  const files = new Map<string, GitFile>();
  for (const entry of listing.split('\0')) {
    const [, mode = '', type = '', object = '', size = '', path = ''] = ENTRY.exec(entry) ?? [];
    if (type === 'blob' && mode.startsWith('100') && isPath(path)) files.set(path, { object, size: Number(size) });
  }
  return files;
}

/**
 * One regular file of a commit; null: the commit has none at that path.
 * @param maxBytes A larger one is refused.
 * @throws GitError
 */
export function fileOfCommit(cwd: string, commit: string, path: string, maxBytes: number): Uint8Array | null {
  const args = ['ls-tree', '-z', '-l', '--full-tree', commitId(commit), '--', path];
  const [, mode = '', , object = '', size = '', found] =
    ENTRY.exec(runGit({ cwd, args }).toString('utf8').replace(/\0$/, '')) ?? [];
  if (found !== path || !mode.startsWith('100')) return null;
  if (Number(size) > maxBytes) throw new GitError(`${path} has more than ${maxBytes} bytes`);
  return readObjects(cwd, [{ object, size: Number(size) }]).get(object) ?? null;
}

/**
 * Reads objects, as many in one process as stay within a bound.
 * @returns contents by id; an object that is not there (a partial clone) is left out
 * @throws GitError
 */
export function readObjects(cwd: string, files: readonly GitFile[]): Map<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  for (const batch of batches(files)) {
    const input = batch.map(({ object }) => `${object}\n`).join('');
    const answer = runGit({ cwd, args: ['cat-file', '--batch'], input });
    let at = 0;
    while (at < answer.length) {
      const end = answer.indexOf(0x0a, at);
      if (end < 0) throw new GitError('git cat-file: the answer is cut');
      const [object = '', type = '', size = ''] = answer.toString('latin1', at, end).split(' ');
      at = end + 1;
      if (type === 'missing') continue;
      const length = Number(size);
      contents.set(object, new Uint8Array(answer.subarray(at, at + length)));
      at += length + 1;
    }
  }
  return contents;
}

function batches(files: readonly GitFile[]): GitFile[][] {
  const all: GitFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = all.at(-1);
    if (last === undefined || bytes + file.size > MAX_BATCH_BYTES) {
      all.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return all;
}

/** A tree made by hand may hold any name. */
function isPath(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').some((part) => part === '..' || part === '.');
}

/** @throws GitError when it is not the id of an object */
export function commitId(text: string): string {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text)) throw new GitError(`${JSON.stringify(text)} is no commit id`);
  return text;
}
