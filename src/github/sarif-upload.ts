/** The upload to code scanning: https://docs.github.com/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data */
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { PlatformError } from '../model/errors.ts';
import { MAX_GZIP_BYTES } from '../model/platform-limits.ts';
import { answerOf, failureOf, refusalInWords } from './answers.ts';
import type { GitHubClient, Repository } from './client.ts';

/** The commit that was analysed, and the branch or pull request that shows its alerts. */
export interface UploadTarget {
  readonly commit: string;
  /** `refs/heads/…`, `refs/tags/…` or `refs/pull/…`. */
  readonly ref: string;
}

export type Uploaded =
  | { readonly kind: 'taken'; readonly id: string }
  | { readonly kind: 'refused'; readonly why: string; readonly isPermission: boolean };

/** What became of a file that GitHub took. */
export type Processed =
  | { readonly kind: 'complete' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly why: string };

/** Seconds before each look. GitHub takes a second for a small file, and a minute on a bad day. */
const WAITS: readonly number[] = [1, 2, 4, 8, 16];

const Receipt = z.looseObject({ id: z.string().min(1) });
const Status = z.looseObject({
  processing_status: z.enum(['pending', 'complete', 'failed']).default('pending'),
  errors: z.array(z.string()).nullish(),
});

/** What GitHub's refusals mean for a user; the first that fits. */
const TRANSLATIONS: readonly (readonly [words: RegExp, meaning: string])[] = [
  [
    /not enabled|must be enabled|advanced security|code security/i,
    'code scanning is not switched on for this repository; private ones need GitHub Code Security. `upload-sarif: never` stops the attempt',
  ],
  [/archived/i, 'the repository is archived'],
  [
    /\bref\b.*not found|no such ref|reference.*does not exist/i,
    'the branch is gone, as a merge queue deletes its branches',
  ],
  [/commit.*not found|no commit found/i, 'the repository does not have the commit'],
  [/too many.*alerts|results? exceed|more (results|rules|runs)/i, 'it has more results than code scanning takes'],
  [
    /same (tool|category)|multiple.*categor/i,
    'two uploads of one workflow run have the same category: give the jobs different `paths` or `shard`',
  ],
  [
    /invalid uri|expected artifact location|locationfrom|rejecting sarif|could not (parse|read)|invalid sarif/i,
    'it does not take the file, which is a bug in gpurace',
  ],
];

/** Hands a SARIF file to code scanning. It replaces an earlier one of the same tool, category and commit. */
export async function uploadSarif(
  client: GitHubClient,
  { owner, repo }: Repository,
  { commit, ref }: UploadTarget,
  sarif: string,
): Promise<Uploaded> {
  const packed = gzipSync(sarif);
  if (packed.length > MAX_GZIP_BYTES) {
    const why = `the file has ${packed.length} bytes when packed, and code scanning takes 10 MB`;
    return { kind: 'refused', why, isPermission: false };
  }
  try {
    const { data } = await client.rest.codeScanning.uploadSarif({
      owner,
      repo,
      commit_sha: commit,
      ref,
      sarif: packed.toString('base64'),
      tool_name: 'gpurace',
    });
    return { kind: 'taken', id: answerOf(Receipt, data, 'receipt for the SARIF file').id };
  } catch (error) {
    const failure = failureOf(error);
    const { kind, why } = failure;
    if (kind === 'lost') throw new PlatformError(`GitHub did not take the SARIF file: ${why}`, { cause: error });
    const known = translate(why);
    // Code scanning that is switched off is no more of a failure than a permission that is not given.
    if (kind === 'refused' && known === null) {
      const missing = refusalInWords('the SARIF file', failure, 'security-events: write');
      return { kind: 'refused', why: missing, isPermission: true };
    }
    return { kind: 'refused', why: known === null ? why : `${known} (${why})`, isPermission: kind === 'refused' };
  }
}

/** Waits until the file is processed. One that takes longer than `waits` is left to GitHub. */
export async function awaitProcessing(
  client: GitHubClient,
  { owner, repo }: Repository,
  id: string,
  waits: readonly number[] = WAITS,
): Promise<Processed> {
  for (const seconds of waits) {
    await wait(seconds * 1_000);
    let data: unknown;
    try {
      const answer = await client.rest.codeScanning.getSarif({ owner, repo, sarif_id: id });
      data = answer.data;
    } catch (error) {
      // 404: it is not known yet. A status that GitHub does not tell says nothing about the file.
      failureOf(error);
      continue;
    }
    const status = Status.safeParse(data).data;
    if (status === undefined || status.processing_status === 'pending') continue;
    if (status.processing_status === 'complete') return { kind: 'complete' };
    const errors = status.errors ?? [];
    const known = errors.map(translate).find((meaning) => meaning !== null);
    const said = errors.length === 0 ? 'without a reason' : errors.join('; ');
    return { kind: 'failed', why: known === undefined ? said : `${known} (${said})` };
  }
  return { kind: 'pending' };
}

/** What GitHub's words mean; null when we do not know them. */
export function translate(words: string): string | null {
  return TRANSLATIONS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
