/**
 * The one walk over folders: whoever looks for sources, headers or traces on the disk comes here. Symbolic links are not
 * followed: what they point to inside the folder is found where it lies, and a link that leaves the folder would report
 * on files nobody named.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { below } from './paths.ts';

/** Nobody's sources: what version control and package managers keep. */
const FOREIGN_FOLDER = /^(?:\.git|\.hg|\.svn|node_modules)$/;
/** What builds leave behind. Kernels there are copies; headers may have been generated. */
const BUILD_FOLDER = /^(?:_?build|cmake-build-.*|CMakeFiles|bazel-.*)$/;

/** True for a path (of a tree) that lies in such a folder. */
export function isForeign(path: string): boolean {
  return path.split('/').some((name) => FOREIGN_FOLDER.test(name));
}

/** More names than a checkout has; a walk that meets more ends and says so. */
const MAX_NAMES = 1_000_000;

export interface WalkOptions {
  /** Whether folders that builds write to are entered. */
  readonly buildFolders: 'entered' | 'skipped';
  /** When the folder is done, the folders that it lies in, one after the other up to this one; absolute. */
  readonly upTo?: string;
  /** Names of files and folders that are looked at, at most. */
  readonly maxNames?: number;
  /** Told of each folder that could not be walked, or not to its end, and why. */
  readonly incomplete?: (folder: string, why: string) => void;
}

/**
 * Every regular file below `folder` (absolute), as an absolute path: nearer to `folder` first, and by name within one.
 */
export function* walk(folder: string, options: WalkOptions): Generator<string> {
  const { buildFolders, upTo = folder, maxNames = MAX_NAMES, incomplete = () => {} } = options;
  let names = 0;
  let done: string | null = null;
  for (let start = folder; below(upTo, start); start = dirname(start)) {
    const waiting = [start];
    for (const next of waiting) {
      for (const entry of entriesOf(next, incomplete)) {
        if (++names > maxNames) {
          incomplete(next, `the search ended here, after ${maxNames} names`);
          return;
        }
        const path = join(next, entry.name);
        if (entry.isFile()) yield path;
        else if (entry.isDirectory() && path !== done) {
          const isSkipped = buildFolders === 'skipped' && BUILD_FOLDER.test(entry.name);
          if (!isSkipped && !FOREIGN_FOLDER.test(entry.name)) waiting.push(path);
        }
      }
    }
    if (start === dirname(start)) return;
    done = start;
  }
}

function entriesOf(folder: string, incomplete: NonNullable<WalkOptions['incomplete']>) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    incomplete(folder, `cannot be listed: ${error instanceof Error ? error.message.split(',')[0] : error}`);
    return [];
  }
}
