/**
 * Artifacts of another run. They may come from a workflow that strangers rewrote, so no size that is stated anywhere is
 * believed: bytes are counted as they arrive.
 */
import { HttpClient } from '@actions/http-client';
import { fetch } from 'undici';
import { z } from 'zod';
import { PlatformError } from '../model/errors.ts';
import { requireProxy } from './addresses.ts';
import { answerOf, lastCause, type Refusal, refusalInWords, refusalOf } from './answers.ts';
import type { GitHubClient, Repository } from './client.ts';
import { Sha } from './event.ts';
import { PER_PAGE } from './pages.ts';

export type DownloadedArtifact =
  | { readonly kind: 'downloaded'; readonly zip: Buffer }
  /** The run left none of that name. */
  | { readonly kind: 'none' }
  /** There is one that cannot be used, and why. */
  | { readonly kind: 'unusable'; readonly why: string }
  /** The token may not. */
  | { readonly kind: 'refused'; readonly why: string };

/** A result of 500 findings is some 100 KB when it is packed. */
const MAX_ARTIFACT_BYTES = 10 << 20;
/** The address that GitHub hands out holds for a minute. */
const DOWNLOAD_TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;

const Artifacts = z.looseObject({
  artifacts: z.array(
    z.looseObject({
      id: z.int().min(1),
      name: z.string(),
      size_in_bytes: z.int().min(0),
      expired: z.boolean(),
      workflow_run: z.looseObject({ id: z.int().optional(), head_sha: Sha.optional() }).nullish(),
    }),
  ),
});

/**
 * Downloads the newest artifact of that name of one run.
 * @throws PlatformError when GitHub fails
 */
export async function downloadArtifact(
  client: GitHubClient,
  { owner, repo }: Repository,
  run: { readonly id: number; readonly head: string },
  name: string,
): Promise<DownloadedArtifact> {
  let data: unknown;
  try {
    ({ data } = await client.rest.actions.listWorkflowRunArtifacts({
      owner,
      repo,
      run_id: run.id,
      name,
      per_page: PER_PAGE,
    }));
  } catch (error) {
    return refused(refusalOf(error, 'list the artifacts'));
  }
  const ofRun = answerOf(Artifacts, data, 'list of artifacts')
    .artifacts.filter((artifact) => artifact.name === name)
    // The request names one run; should the answer be about another, it is not believed.
    .filter(
      ({ workflow_run: origin }) => (origin?.id ?? run.id) === run.id && (origin?.head_sha ?? run.head) === run.head,
    )
    .sort((a, b) => b.id - a.id);
  const [artifact] = ofRun;
  if (artifact === undefined) return { kind: 'none' };
  if (artifact.expired) return { kind: 'unusable', why: 'it has expired' };
  if (artifact.size_in_bytes > MAX_ARTIFACT_BYTES) return tooLarge();
  for (let attempt = 1; ; attempt += 1) {
    let location: string;
    try {
      const response = await client.rest.actions.downloadArtifact({
        owner,
        repo,
        artifact_id: artifact.id,
        archive_format: 'zip',
        request: { redirect: 'manual' },
      });
      location = response.headers.location ?? '';
    } catch (error) {
      const refusal = refusalOf(error, 'hand out the artifact');
      // 410: gone between the list and now.
      return refusal.status === 410 ? { kind: 'unusable', why: 'it has expired' } : refused(refusal);
    }
    const download = await downloadBounded(location);
    if (Buffer.isBuffer(download)) return { kind: 'downloaded', zip: download };
    if (download === 'too large') return tooLarge();
    if (attempt === ATTEMPTS) throw new PlatformError(`The artifact cannot be downloaded: ${download.problem}`);
  }
}

/**
 * Without our token: the address carries its own right, and lies on another server. The way there is another one too,
 * as `no_proxy` may name one of the servers and not the other.
 */
async function downloadBounded(location: string): Promise<Buffer | 'too large' | { readonly problem: string }> {
  if (!/^https?:$/.test(URL.parse(location)?.protocol ?? '')) return { problem: 'GitHub named no address for it' };
  requireProxy(location);
  try {
    const proxy = new HttpClient().getAgentDispatcher(location);
    const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
    const response = await fetch(location, { signal, ...(proxy === undefined ? {} : { dispatcher: proxy }) });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return { problem: `the storage answered ${response.status}` };
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body) {
      length += piece.byteLength;
      // Leaving the loop closes the connection.
      if (length > MAX_ARTIFACT_BYTES) return 'too large';
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    const cause = lastCause(error);
    return { problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

function tooLarge(): DownloadedArtifact {
  return { kind: 'unusable', why: `it is larger than ${MAX_ARTIFACT_BYTES >> 20} MiB` };
}

function refused(refusal: Refusal): DownloadedArtifact {
  return { kind: 'refused', why: refusalInWords('the artifact of the run', refusal, 'actions: read') };
}
