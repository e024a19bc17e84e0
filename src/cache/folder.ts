/** A cache in a folder of the machine. Nothing that is wrong with it is worth failing for. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_CHARACTERS, VerdictCache } from './verdicts.ts';

export const VERDICTS_FILE = 'verdicts.jsonl';

export interface FolderCache {
  readonly cache: VerdictCache;
  /** Why nothing was read, when there was something. */
  readonly problem: string | null;
}

/** Reads what a folder keeps; a folder that is not there keeps nothing. @param tool `buildDigest()` */
export function openFolderCache(folder: string, tool: string): FolderCache {
  const cache = new VerdictCache(tool);
  const file = join(folder, VERDICTS_FILE);
  let problem: string | null = null;
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0) problem = size > 4 * MAX_CHARACTERS ? 'it is too large' : cache.read(readFileSync(file, 'utf8'));
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  return { cache, problem: problem && `${file} is not used: ${problem}` };
}

/**
 * Writes what is new, at once: a run beside this one reads the old file or the new one.
 * @returns null, or why it could not be written
 */
export function saveFolderCache(folder: string, cache: VerdictCache): string | null {
  if (!cache.isDirty) return null;
  const file = join(folder, VERDICTS_FILE);
  const aside = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(aside, cache.write());
    renameSync(aside, file);
    return null;
  } catch (error) {
    return `the cache could not be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}
