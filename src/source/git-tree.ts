/**
 * A revision as a source tree, read from git's objects as files are asked for. What version control does not know
 * (generated headers, submodules) belongs to no revision; it can be read from the checkout.
 */

import { askGit, commitId, filesOfCommit, type GitFile, lfsContent, lfsPointer, readObjects } from '../git/index.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { diskTree, MAX_FILE_BYTES, tooLarge } from './disk-tree.ts';
import { foldersOf } from './paths.ts';
import { SuffixIndex } from './suffix-index.ts';
import { isForeign } from './walk.ts';

/** What is copied to each worker; they read the rest themselves. */
const MAX_SNAPSHOT_BYTES = 16 << 20;

export interface GitTreeDescription {
  readonly kind: 'git';
  /** The top of the checkout, or the git directory. */
  readonly repository: string;
  /** A full commit id. */
  readonly commit: string;
  /** The checkout, for files that git knows at no revision; null: they are not there. */
  readonly untracked: string | null;
  /** What somebody has read of it already. */
  readonly known?: {
    readonly listing: ReadonlyMap<string, GitFile>;
    readonly contents: ReadonlyMap<string, Uint8Array>;
  };
}

export interface GitTree extends SourceTree {
  /** Every regular file of the revision, sorted. */
  readonly files: readonly string[];
  /** Reads these files in one go. Files that are read one by one cost a process each. */
  preload(paths: readonly string[]): void;
  /** A description with what was read so far, for whoever opens the same tree elsewhere. */
  snapshot(): GitTreeDescription;
  /** Why `read(path)` gives nothing although the file is there, or null. */
  whyUnreadable(path: string): string | null;
}

/** @throws GitError when the commit is not there */
export function gitTree({ repository, commit, untracked, known }: Omit<GitTreeDescription, 'kind'>): GitTree {
  const listing = known?.listing ?? filesOfCommit(repository, commitId(commit));
  const files = [...listing.keys()].sort();
  const folders = foldersOf(files);
  const index = new SuffixIndex(() => files.filter((path) => !isForeign(path)));
  const contents = new Contents(repository, listing, known?.contents);
  const beside = untracked === null ? null : besideGit(repository, untracked);
  return {
    files,
    preload: (paths) => contents.preload(paths),
    read: (path) => (listing.has(path) ? contents.read(path) : beside?.read(path)),
    snapshot: () => ({ kind: 'git', repository, commit, untracked, known: { listing, contents: contents.some() } }),
    whyUnreadable: (path) => contents.whyUnreadable(path),
    isDirectory: (path) => folders.has(path) || (beside?.isDirectory(path) ?? false),
    findBySuffix(suffix) {
      const own = index.find(suffix);
      // The checkout is only walked when the revision has no answer.
      return own.length > 0 ? own : (beside?.findBySuffix(suffix) ?? []);
    },
  };
}

/** The contents of a revision's files, read from git's objects as they are asked for. */
class Contents {
  readonly #repository: string;
  readonly #listing: ReadonlyMap<string, GitFile>;
  readonly #read: Map<string, Uint8Array | undefined>;
  /** Files that are kept by Git LFS. */
  readonly #pointers = new Set<string>();

  constructor(
    repository: string,
    listing: ReadonlyMap<string, GitFile>,
    known: ReadonlyMap<string, Uint8Array> | undefined,
  ) {
    this.#repository = repository;
    this.#listing = listing;
    this.#read = new Map(known);
  }

  preload(paths: readonly string[]): void {
    const missing = paths.flatMap((path) => {
      const file = this.#read.has(path) ? undefined : this.#listing.get(path);
      return file === undefined || file.size > MAX_FILE_BYTES ? [] : [{ path, file }];
    });
    if (missing.length === 0) return;
    const objects = readObjects(
      this.#repository,
      missing.map(({ file }) => file),
    );
    for (const { path, file } of missing) this.#keep(path, objects.get(file.object));
  }

  read(path: string): Uint8Array | undefined {
    this.preload([path]);
    return this.#read.get(path);
  }

  whyUnreadable(path: string): string | null {
    const file = this.#listing.get(path);
    if (file === undefined) return null;
    if (file.size > MAX_FILE_BYTES) return tooLarge(file.size);
    if (this.read(path) !== undefined) return null;
    const lfs = this.#pointers.has(path) ? 'it is kept by Git LFS, and ' : '';
    return `${lfs}its content is not in the clone`;
  }

  /** What was read, up to a bound. */
  some(): Map<string, Uint8Array> {
    const some = new Map<string, Uint8Array>();
    let left = MAX_SNAPSHOT_BYTES;
    for (const [path, bytes] of this.#read) {
      left -= bytes?.byteLength ?? 0;
      if (left < 0) break;
      if (bytes !== undefined) some.set(path, bytes);
    }
    return some;
  }

  #keep(path: string, bytes: Uint8Array | undefined): void {
    const pointer = bytes === undefined ? null : lfsPointer(bytes);
    if (pointer !== null) this.#pointers.add(path);
    this.#read.set(path, pointer === null ? bytes : lfsContent(this.#repository, pointer));
  }
}

/** The files of a checkout that git does not track now. A file that it tracks belongs to a revision, maybe not to this one. */
function besideGit(repository: string, checkout: string): SourceTree {
  const disk = diskTree(checkout);
  let known: ReadonlySet<string> | null = null;
  const tracked = (path: string): boolean => {
    known ??= new Set((askGit(repository, ['ls-files', '-z', '--full-name']) ?? '').split('\0'));
    return known.has(path);
  };
  return {
    read: (path) => (tracked(path) ? undefined : disk.read(path)),
    isDirectory: (path) => disk.isDirectory(path),
    findBySuffix: (suffix) => disk.findBySuffix(suffix).filter((path) => !tracked(path)),
  };
}
