/**
 * A source tree on disk: the checkout a run was pointed at. Paths never leave its root, symbolic links included; very
 * large files are refused, because everything that is read is held in memory and handed to a compiler.
 */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lfsPointer } from '../git/index.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { below, pathIn } from './paths.ts';
import { SuffixIndex } from './suffix-index.ts';
import { walk } from './walk.ts';

export const MAX_FILE_BYTES = 16 << 20;
/** The include resolution looks at this many names at most. */
const MAX_INDEXED_NAMES = 200_000;

/** A tree that can say why a file that is there cannot be read. */
export interface DiskTree extends SourceTree {
  /** Why `read(path)` gives nothing although something is at `path`, or null. */
  whyUnreadable(path: string): string | null;
}

/** @throws Error when `root` is not a directory. */
export function diskTree(root: string): DiskTree {
  const base = realpathSync(root);
  if (!statSync(base).isDirectory()) throw new Error(`${root} is not a directory`);
  const index = new SuffixIndex(() => listFiles(base));
  const contents = new Map<string, Uint8Array | string | undefined>();

  /** Bytes, or why not, or undefined when nothing is there. */
  function load(path: string): Uint8Array | string | undefined {
    if (contents.has(path)) return contents.get(path);
    const loaded = loadFile(base, path);
    contents.set(path, loaded);
    return loaded;
  }

  return {
    read(path) {
      const loaded = load(path);
      return typeof loaded === 'string' ? undefined : loaded;
    },
    whyUnreadable(path) {
      const loaded = load(path);
      return typeof loaded === 'string' ? loaded : null;
    },
    isDirectory(path) {
      const real = contained(base, path);
      return real !== null && (statSync(real, { throwIfNoEntry: false })?.isDirectory() ?? false);
    },
    findBySuffix: (suffix) => index.find(suffix),
  };
}

/** The real path of `path` when it exists and lies inside `base`, else null. */
function contained(base: string, path: string): string | null {
  if (path.includes('\0') || path.split('/').includes('..') || path.startsWith('/')) return null;
  try {
    const real = realpathSync(join(base, path));
    return below(base, real) ? real : null;
  } catch {
    return null;
  }
}

function loadFile(base: string, path: string): Uint8Array | string | undefined {
  const real = contained(base, path);
  if (real === null) return undefined;
  let descriptor: number;
  try {
    // Without O_NONBLOCK a named pipe would block for ever; O_NOFOLLOW closes the gap since the path was resolved.
    descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message.split(',')[0] : error}`;
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) return undefined;
    if (!stat.isFile()) return 'is not a regular file';
    if (stat.size > MAX_FILE_BYTES) return tooLarge(stat.size);
    const bytes = new Uint8Array(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(descriptor, bytes, length, bytes.length - length, null);
      if (read === 0) break;
      length += read;
    }
    const content = bytes.subarray(0, length);
    return lfsPointer(content) === null ? content : 'is a pointer of Git LFS; the checkout needs `lfs: true`';
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : error}`;
  } finally {
    closeSync(descriptor);
  }
}

/** Why a file of so many bytes is not read. */
export function tooLarge(bytes: number): string {
  return `is ${(bytes / (1 << 20)).toFixed(1)} MiB large; files above ${MAX_FILE_BYTES >> 20} MiB are not read`;
}

/** Every regular file of the tree, the nearest to its root first. Headers that a build has generated are files of it, too. */
export function* listFiles(root: string): Generator<string> {
  for (const path of walk(root, { buildFolders: 'entered', maxNames: MAX_INDEXED_NAMES })) yield pathIn(root, path);
}
