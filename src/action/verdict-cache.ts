/**
 * Verdicts of earlier runs, kept by GitHub's cache. Its entries never change: a run takes the newest one that its branch
 * may see (its own, the base's, the default branch's) and leaves one with what it found out since. Whatever goes wrong
 * costs only the cache, and one line says so.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderCache, saveFolderCache, type VerdictCache } from '../cache/index.ts';
import { buildDigest } from '../platform/assets.ts';
import { plural } from '../result/kernels.ts';
import type { ActionInputs } from './inputs.ts';
import type { Runner } from './runner.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What of `@actions/cache` is used. */
export interface CacheService {
  isFeatureAvailable(): boolean;
  restoreCache(paths: string[], key: string, restoreKeys: string[]): Promise<string | undefined>;
  saveCache(paths: string[], key: string): Promise<number>;
}

/** A run waits no longer than this for a cache: what it saves is of that size. */
const PATIENCE_MS = 15_000;
/**
 * Events that run with the default branch's rights on what somebody else wrote: they use its cache and leave it as it
 * is. (GitHub keeps what a pull request's own runs save from every other branch by itself.)
 */
const READ_ONLY = new Set(['pull_request_target', 'workflow_run']);

export class ActionCache {
  readonly cache: VerdictCache;
  readonly #runner: Runner;
  readonly #service: CacheService;
  readonly #folder: string;
  readonly #prefix: string;
  readonly #mayWrite: boolean;

  private constructor(
    service: CacheService,
    runner: Runner,
    at: { readonly folder: string; readonly prefix: string; readonly mayWrite: boolean },
    cache: VerdictCache,
  ) {
    this.cache = cache;
    this.#service = service;
    this.#runner = runner;
    this.#folder = at.folder;
    this.#prefix = at.prefix;
    this.#mayWrite = at.mayWrite;
  }

  /** The cache of this run, with what an earlier one left; null: there is none, or it is not wanted. */
  static async open(
    env: Environment,
    inputs: Pick<ActionInputs, 'cache' | 'shard'>,
    runner: Runner,
    load: (() => Promise<CacheService>) | undefined,
  ): Promise<ActionCache | null> {
    if (!inputs.cache || load === undefined) return null;
    // Both are there on every runner of GitHub; a run by hand has none.
    if (!env.ACTIONS_RUNTIME_TOKEN || !(env.ACTIONS_RESULTS_URL || env.ACTIONS_CACHE_URL)) return null;
    try {
      const service = await load();
      if (!service.isFeatureAvailable()) return null;
      const tool = buildDigest();
      const { shard } = inputs;
      const family = `gpurace-verdicts-${tool}-`;
      const prefix = shard === null ? family : `${family}${shard.index}of${shard.count}-`;
      // The path is a part of what GitHub finds an entry by, so it is the same in every run.
      const folder = join(env.RUNNER_TEMP || tmpdir(), 'gpurace-cache');
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      // No entry has the first name: the newest one that begins with one of the others is taken.
      const keys = [...new Set([prefix, family])];
      const found = await inTime(service.restoreCache([folder], `${prefix}newest`, keys), 'to read');
      const { cache, problem } = openFolderCache(folder, tool);
      if (problem !== null) runner.info(`Cache: ${problem}`);
      else runner.info(found === undefined ? 'Cache: nothing yet.' : `Cache: ${found}`);
      const mayWrite = !READ_ONLY.has(env.GITHUB_EVENT_NAME ?? '');
      return new ActionCache(service, runner, { folder, prefix, mayWrite }, cache);
    } catch (error) {
      runner.info(`The cache is not used: ${wordsOf(error)}`);
      return null;
    }
  }

  /** Keeps what this run found out. */
  async save(env: Environment): Promise<void> {
    const { hits, misses, broken } = this.cache.use;
    const left = broken === 0 ? '' : `; ${plural(broken, 'entry', 'entries')} could not be read`;
    this.#runner.info(`Cache: ${hits} of ${plural(hits + misses, 'unit')} were known${left}.`);
    if (!this.cache.isDirty || !this.#mayWrite) return;
    const failure = saveFolderCache(this.#folder, this.cache);
    try {
      if (failure !== null) throw new Error(failure);
      // One name for each step of each try of each run: an entry cannot be written twice.
      const { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT, GITHUB_JOB, GITHUB_ACTION } = env;
      const run = [GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT, GITHUB_JOB, GITHUB_ACTION].map((part) => part ?? '0').join('-');
      const key = `${this.#prefix}${run.replace(/[^\w-]/g, '_')}`.slice(0, 400);
      await inTime(this.#service.saveCache([this.#folder], key), 'to write');
    } catch (error) {
      this.#runner.info(`The cache was not written: ${wordsOf(error)}`);
    }
  }
}

/** @throws Error when it takes longer than it is worth */
async function inTime<T>(work: Promise<T>, purpose: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // When it fails later still, nobody is there to hear it.
  work.catch(() => {});
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${PATIENCE_MS / 1000} s ${purpose}`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
