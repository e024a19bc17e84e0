import { ConfigurationError } from '../errors.ts';
import { PullRequestEvent, payloadOf } from './event.ts';

/** What an event compares: the commits, and the pull request they belong to. */
export interface Revisions {
  /** The commit that the change is measured against. */
  readonly base: string;
  /** The commit with the change. For a pull request the checkout is usually a merge of this one into `base`. */
  readonly head: string;
  readonly pullNumber: number | null;
  readonly owner: string;
  readonly repo: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Resolver = (payload: unknown, env: Environment) => Revisions;

/** One row per event. An event without a row compares nothing: the whole tree is analysed. */
const RESOLVERS: ReadonlyMap<string, Resolver> = new Map<string, Resolver>([
  [
    'pull_request',
    (payload, env) => {
      const event = payloadOf(PullRequestEvent, payload, 'pull_request');
      const { owner, repo } = repositoryOf(env) ?? {
        owner: event.repository.owner.login,
        repo: event.repository.name,
      };
      return {
        base: event.pull_request.base.sha,
        head: event.pull_request.head.sha,
        pullNumber: event.pull_request.number,
        owner,
        repo,
      };
    },
  ],
]);

/** The revisions of an event, or null when this version knows no base for events of that name. */
export function resolveRevisions(eventName: string, payload: unknown, env: Environment): Revisions | null {
  return RESOLVERS.get(eventName)?.(payload, env) ?? null;
}

/** The repository that the workflow runs in, which the runner names apart from the payload. */
function repositoryOf(env: Environment): { owner: string; repo: string } | null {
  const name = env.GITHUB_REPOSITORY;
  if (name === undefined || name === '') return null;
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(name) ?? [];
  if (owner === undefined || repo === undefined) {
    throw new ConfigurationError(`GITHUB_REPOSITORY is ${JSON.stringify(name)}; it must read owner/name`);
  }
  return { owner, repo };
}
