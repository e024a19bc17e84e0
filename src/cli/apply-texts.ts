/** Writes repaired texts in the place of the files that were checked: all of them, or none. */
import { dirname, join } from 'node:path';
import { FileBeingWritten } from '../disk/write-whole.ts';
import { askGit } from '../git/index.ts';
import { ConfigurationError, lackOf, ResourceError } from '../model/errors.ts';
import type { OpenedCheck } from './opened-check.ts';

/**
 * @param isForced true: also where git could not bring back what was there
 * @returns the files that were written
 * @throws ConfigurationError when one of them has uncommitted changes or cannot be written; nothing is written then
 */
export function applyTexts(texts: ReadonlyMap<string, string>, { sources }: OpenedCheck, isForced: boolean): string[] {
  const files = [...texts.keys()].sort();
  const pathOf = (file: string) => join(sources.root, file);
  if (!isForced) {
    for (const file of files) {
      const why = whyUncommitted(pathOf(file));
      if (why !== null) throw new ConfigurationError(`--apply: ${sources.shown(file)} ${why}; --force edits it anyway`);
    }
  }
  const open: FileBeingWritten[] = [];
  try {
    for (const file of files) {
      const writing = new FileBeingWritten(pathOf(file));
      // What fails to be written has cleaned up behind itself.
      writing.write(texts.get(file) ?? '');
      open.push(writing);
    }
  } catch (error) {
    for (const writing of open) writing.discard();
    const lack = lackOf(error);
    if (lack !== null) throw new ResourceError(`--apply: ${lack}`);
    throw new ConfigurationError(`--apply: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const writing of open) writing.finish();
  return files;
}

/** Null: what lies there is what git has. */
function whyUncommitted(path: string): string | null {
  const head = askGit(dirname(path), ['status', '--porcelain', '--untracked-files=all', '--ignored', '--', path]);
  if (head === null) return 'is in no git repository';
  return head.trim() === '' ? null : 'has uncommitted changes';
}
