/**
 * The workflow run that the action is a step of, as the runner tells of it: its event, and the way to GitHub. Both come
 * from `@actions/github`, which reads the event file and looks for a proxy while it is imported, and stops there with
 * errors that nobody can act on. So what it will read is judged first, and it is imported after that.
 */
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../model/errors.ts';
import { requireAddress, requireProxy } from './addresses.ts';
import type { Connection, Repository } from './client.ts';
import { PullRequestEvent, readEvent } from './event.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the runner says of the run. */
export interface WorkflowContext {
  /** Empty for a run by hand. */
  readonly eventName: string;
  /** As the event file has it; whoever uses it holds it against the schema of its event. */
  readonly payload: unknown;
  /** Both names are empty when nothing names it, as in a run by hand. */
  readonly repository: Repository;
  /** GITHUB_SHA and GITHUB_REF. */
  readonly commit: string;
  readonly ref: string;
  /** Where people look at GitHub: https://github.com, or the Enterprise server's. */
  readonly serverUrl: string;
  readonly runId: number | null;
}

interface Workflow {
  readonly context: WorkflowContext;
  readonly connection: Connection;
}

/**
 * Reads what the runner says.
 * @param env The environment of this process: `@actions/github` reads no other.
 * @param program `name/version`, for the server's log.
 * @throws ConfigurationError naming the variable, or the place in the event file, that is wrong
 */
export async function readWorkflow(env: Environment, program: string): Promise<Workflow> {
  requireEventFile(env.GITHUB_EVENT_PATH);
  const apiUrl = env.GITHUB_API_URL || 'https://api.github.com';
  requireAddress('GITHUB_API_URL', apiUrl);
  requireProxy(apiUrl);
  const { context, defaults, getUserAgentWithOrchestrationId } = await import('@actions/github/lib/utils');
  return {
    context: {
      eventName: context.eventName ?? '',
      payload: context.payload,
      repository: repositoryOf(env, context.payload),
      commit: context.sha ?? '',
      ref: context.ref ?? '',
      serverUrl: context.serverUrl || 'https://github.com',
      runId: Number.isNaN(context.runId) ? null : context.runId,
    },
    connection: {
      apiUrl,
      ...(env.GITHUB_GRAPHQL_URL ? { graphqlUrl: env.GITHUB_GRAPHQL_URL } : {}),
      userAgent: getUserAgentWithOrchestrationId(program) ?? program,
      fetch: defaults.request?.fetch,
    },
  };
}

/** Without an event file (a run by hand) there is nothing to judge. */
function requireEventFile(file: string | undefined): void {
  if (file === undefined || file === '') return;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`GITHUB_EVENT_PATH cannot be read: ${why}`);
  }
  readEvent(text, file);
}

/**
 * The repository that the workflow runs in, which the runner names apart from the payload. `context.repo` of
 * `@actions/github` would take `a/b/c` for `a/b`, and throws where there is none.
 * @throws ConfigurationError when GITHUB_REPOSITORY is not `owner/name`
 */
export function repositoryOf(env: Environment, payload: unknown): Repository {
  const name = env.GITHUB_REPOSITORY;
  if (name === undefined || name === '') {
    const named = PullRequestEvent.pick({ repository: true }).safeParse(payload).data?.repository;
    return { owner: named?.owner.login ?? '', repo: named?.name ?? '' };
  }
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(name) ?? [];
  if (owner === undefined || repo === undefined) {
    throw new ConfigurationError(`GITHUB_REPOSITORY is ${JSON.stringify(name)}; it must read owner/name`);
  }
  return { owner, repo };
}
