/**
 * The pull request that a finished run was about. Its number is never taken from what the run left behind: the run
 * itself may have been written by whoever opened the pull request. GitHub says which commit it ran on, and the open
 * pull requests whose head is that commit, on that branch of that repository, are the ones it was about.
 */
import { z } from 'zod';
import { answerOf, refusalInWords, refusalOf } from './answers.ts';
import type { GitHubClient, Repository } from './client.ts';
import { Sha } from './event.ts';
import { PER_PAGE } from './pages.ts';
import type { TriggeringRun } from './triggering-run.ts';

export type PullOfRun =
  | { readonly kind: 'found'; readonly number: number; readonly base: string; readonly fork: boolean }
  /** The same commit is proposed to several branches, and GitHub does not say for which of them it was analysed. */
  | { readonly kind: 'several'; readonly numbers: readonly number[]; readonly fork: boolean }
  /** There is none to publish to, and why. */
  | { readonly kind: 'none'; readonly why: string }
  /** The token may not ask. */
  | { readonly kind: 'refused'; readonly why: string };

/** Events whose runs are about a pull request. */
const ABOUT_PULLS = new Set(['pull_request', 'pull_request_target']);

const Pull = z.looseObject({
  number: z.int().min(1),
  head: z.looseObject({ sha: Sha, repo: z.looseObject({ full_name: z.string() }).nullish() }),
  base: z.looseObject({ sha: Sha }),
});

/** @throws PlatformError when GitHub fails */
export async function pullOfRun(
  client: GitHubClient,
  { owner, repo }: Repository,
  { event, head, branch }: TriggeringRun,
): Promise<PullOfRun> {
  if (!ABOUT_PULLS.has(event)) {
    return { kind: 'none', why: `The run that started this one was started by ${event}, and is about no pull request` };
  }
  if (branch === null) {
    return { kind: 'none', why: 'The branch of the pull request, or the fork that it is in, is gone' };
  }
  let data: unknown;
  try {
    ({ data } = await client.rest.pulls.list({
      owner,
      repo,
      state: 'open',
      // The owner alone does not tell two forks of one owner apart; their names are looked at below.
      head: `${branch.owner}:${branch.name}`,
      per_page: PER_PAGE,
    }));
  } catch (error) {
    const refusal = refusalOf(error, 'list the pull requests');
    const feature = 'to say which pull request this is';
    return { kind: 'refused', why: refusalInWords(feature, refusal, 'pull-requests: write') };
  }
  const ofBranch = answerOf(z.array(Pull), data, 'list of pull requests').filter(
    (pull) => pull.head.repo?.full_name === branch.repository,
  );
  const pulls = ofBranch.filter((pull) => pull.head.sha === head);
  const fork = branch.repository.toLowerCase() !== `${owner}/${repo}`.toLowerCase();
  const [first, ...more] = pulls;
  if (first === undefined) {
    const why =
      ofBranch.length === 0
        ? 'No open pull request has the branch of that run'
        : `Pull request ${ofBranch[0]?.number} has gone on since ${head.slice(0, 12)}; the run of its newest commit publishes`;
    return { kind: 'none', why };
  }
  if (more.length > 0) return { kind: 'several', numbers: pulls.map(({ number }) => number), fork };
  return { kind: 'found', number: first.number, base: first.base.sha, fork };
}
