import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import { PlatformError } from '../model/errors.ts';
import { requireAddress } from './addresses.ts';
import { lastCause, NOT_WORTH_REPEATING, requireJson } from './answers.ts';

export type GitHubClient = Octokit;

/** Owner and name, as they stand in addresses. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** The way to GitHub's API. */
export interface Connection {
  /** GITHUB_API_URL: github.com and every GitHub Enterprise server have their own. */
  readonly apiUrl: string;
  /** GITHUB_GRAPHQL_URL; without it, the address that belongs to `apiUrl`. */
  readonly graphqlUrl?: string;
  readonly userAgent: string;
  /** Sends a request. Without it Node's own `fetch` does, which knows no proxy. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface ClientSettings extends Connection {
  /** Empty: requests are sent without a token, which public repositories answer. */
  readonly token: string;
  /** One line for each time that GitHub asks to wait. */
  readonly log: (line: string) => void;
  /**
   * Queues in the place of the plugin's own, which let one write pass a second and one that notifies people every
   * three: GitHub allows 80 a minute.
   */
  readonly queues?: Queues;
}

type Queues = Pick<
  NonNullable<ConstructorParameters<typeof PatientOctokit>[0]>['throttle'] & object,
  'write' | 'notifications'
>;

const PatientOctokit = Octokit.plugin(throttling, retry);

/** How long one request may take; a stuck connection counts as a failed one and is tried again. */
const REQUEST_TIMEOUT_MS = 30_000;
/** GitHub asks to wait after too many requests. Longer than this in all is not worth what is published. */
const MAX_WAIT_SECONDS = 60;

/**
 * A client whose requests are repeated (after 1, 4 and 9 seconds) when the server fails, and keep the distance that GitHub
 * asks for. Where GitHub says how long to wait, each request waits once, and all of them together no longer than a minute.
 */
export function createClient(settings: ClientSettings): GitHubClient {
  const { apiUrl, graphqlUrl, userAgent, token, log, queues, fetch: send = fetch } = settings;
  requireAddress('GITHUB_API_URL', apiUrl);
  if (graphqlUrl !== undefined) requireAddress('GITHUB_GRAPHQL_URL', graphqlUrl);
  const quiet = () => {};
  let patience = MAX_WAIT_SECONDS;
  const waitOnce = (reason: string) => (seconds: number, _options: unknown, _client: unknown, count: number) => {
    const waits = count === 0 && seconds <= patience;
    if (waits) patience -= seconds;
    log(`GitHub: ${reason}; it asks to wait ${seconds} s${waits ? '' : ', which is not waited for'}.`);
    return waits;
  };
  const client = new PatientOctokit({
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent,
    ...(token === '' ? {} : { auth: token }),
    // It would name every request; what fails is told where it is known what that means.
    log: { debug: quiet, info: quiet, warn: log, error: quiet },
    request: {
      fetch: (url: string, init: RequestInit) =>
        send(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch(throwLastCause),
    },
    retry: { doNotRetry: [...NOT_WORTH_REPEATING] },
    throttle: {
      ...queues,
      onRateLimit: waitOnce('the rate limit is used up'),
      onSecondaryRateLimit: waitOnce('too many requests at once'),
    },
  });
  client.hook.before('request', requireSameServer);
  client.hook.after('request', requireJson);
  if (graphqlUrl !== undefined) {
    // Without a base of its own octokit puts the address of an Enterprise server together by itself.
    client.graphql = client.graphql.defaults({ url: graphqlUrl, baseUrl: new URL(graphqlUrl).origin });
  }
  return client;
}

/**
 * The address of a list's next page comes from the page before, and the token goes there.
 * @throws PlatformError when that is another server
 */
function requireSameServer({ url, baseUrl }: { url: string; baseUrl: string }): void {
  if (new URL(url, baseUrl).origin === new URL(baseUrl).origin) return;
  throw new PlatformError(`GitHub continues a list on another server: ${new URL(url).origin}`);
}

/** Octokit tells the first cause of a request that got no answer. */
function throwLastCause(error: unknown): never {
  const cause = lastCause(error);
  throw cause === error ? error : new TypeError('fetch failed', { cause });
}
