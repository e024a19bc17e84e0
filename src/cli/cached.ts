/** `--cache FOLDER`: a run with the verdicts of earlier ones. */
import { resolve } from 'node:path';
import { openFolderCache, saveFolderCache, type VerdictCache } from '../cache/index.ts';
import { buildDigest } from '../platform/assets.ts';
import { plural } from '../result/kernels.ts';
import type { Io } from './io.ts';

/** Does the work with the cache of a folder; null: without one. What is wrong with the cache is told, and costs only that. */
export async function withCache<T>(
  folder: string | undefined,
  io: Io,
  work: (cache: VerdictCache | null) => Promise<T>,
): Promise<T> {
  if (folder === undefined) return work(null);
  const path = resolve(io.cwd, folder);
  const { cache, problem } = openFolderCache(path, buildDigest());
  if (problem !== null) io.stderr.write(`gpurace: ${problem}\n`);
  const done = await work(cache);
  const { broken } = cache.use;
  if (broken > 0)
    io.stderr.write(`gpurace: ${plural(broken, 'entry', 'entries')} of the cache cannot be read and went\n`);
  const failure = saveFolderCache(path, cache);
  if (failure !== null) io.stderr.write(`gpurace: ${failure}\n`);
  return done;
}
