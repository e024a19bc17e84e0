import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { ConfigurationError } from '../errors.ts';

/**
 * Not the client of `@actions/github`: importing that reads and parses the event file at once, so a broken event file
 * would end the run before it can be explained.
 */
export type GitHubClient = Octokit;

export interface ClientSettings {
  /** GITHUB_API_URL: github.com and every GitHub Enterprise server have their own. */
  readonly apiUrl: string;
  /** Empty: requests are sent without a token, which public repositories answer. */
  readonly token: string;
  readonly userAgent: string;
  /** One line for each retry. */
  readonly log: (line: string) => void;
}

const ClientWithRetry = Octokit.plugin(retry);

/** How long one request may take; a stuck connection counts as a failed one and is tried again. */
const REQUEST_TIMEOUT_MS = 30_000;

/** A client whose requests are repeated (after 1, 4 and 9 seconds) when the server fails. */
export function createClient(settings: ClientSettings): GitHubClient {
  const { apiUrl, token, userAgent, log } = settings;
  if (!URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol)) {
    throw new ConfigurationError(`GITHUB_API_URL is ${JSON.stringify(apiUrl)}; it must be an http(s) address`);
  }
  const quiet = () => {};
  return new ClientWithRetry({
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent,
    ...(token === '' ? {} : { auth: token }),
    log: { debug: quiet, info: log, warn: log, error: log },
    request: {
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
    },
  });
}
