/**
 * A stand-in for GitHub's API on 127.0.0.1. Every request and every answer is held against GitHub's own description;
 * what does not fit, and what no test expects, is a problem, and `close` throws it.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { queryProblem } from './graphql.ts';
import { GitHubDescription, type KnownRequest } from './openapi.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What answers is something else than GitHub: it is not held against GitHub's description. */
  readonly isNotGitHub?: boolean;
  /** A list goes on: the answer links its next page, as GitHub's do. */
  readonly hasNextPage?: boolean;
}

/** Answers by operation, e.g. `'pulls/list-files'`. An operation without an entry must not be called. */
export type Answers = Readonly<Record<string, (request: KnownRequest) => Answer>>;

export interface StandIn {
  readonly url: string;
  /** The requests, in order, as `operation` and `authorization` header. */
  readonly requests: readonly { readonly request: KnownRequest; readonly authorization: string | null }[];
  close(): Promise<void>;
}

const description = new GitHubDescription();

/** Ends the connection instead of answering the request of that number, counted from 1. */
export type Cut = (count: number) => 'before it has an effect' | 'after it had one' | null;

export async function startStandIn(answers: Answers, cut: Cut = () => null): Promise<StandIn> {
  const requests: { request: KnownRequest; authorization: string | null }[] = [];
  const problems: string[] = [];

  const handle = async (message: IncomingMessage): Promise<Answer | null> => {
    const url = new URL(message.url ?? '/', 'http://127.0.0.1');
    const body = await bodyOf(message);
    const request =
      url.pathname === '/graphql' ? graphqlRequest(body) : description.request(message.method ?? 'GET', url, body);
    if (typeof request === 'string') return fail(`request: ${request}`);
    if ((message.headers['user-agent'] ?? '') === '') return fail('request: GitHub refuses one without a user agent');
    requests.push({ request, authorization: message.headers.authorization ?? null });
    const end = cut(requests.length);
    if (end === 'before it has an effect') return null;
    const answer = answers[request.operationId]?.(request);
    if (answer === undefined) return fail(`request: nothing expects ${request.operationId}`);
    if (end !== null) return null;
    const isFree = request.operationId === 'graphql' || answer.isNotGitHub === true;
    const problem = isFree ? null : description.answer(request.operationId, answer.status, answer.body);
    return problem === null ? answer : fail(`answer: ${problem}`);
  };
  const fail = (problem: string): Answer => {
    problems.push(problem);
    return { status: 422, body: { message: problem } };
  };

  const server = createServer((message, response) => {
    handle(message)
      .catch((error: unknown) => fail(String(error)))
      .then((answer) => {
        if (answer === null) {
          message.socket.destroy();
          return;
        }
        const { status, body, headers, hasNextPage = false } = answer;
        const links = hasNextPage ? { link: `<${nextPage(message)}>; rel="next"` } : {};
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...links, ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      assert.deepEqual(problems, []);
    },
  };
}

/** The address of the page behind the one that was asked for. */
function nextPage({ headers, url }: IncomingMessage): string {
  const address = new URL(url ?? '/', `http://${headers.host}`);
  address.searchParams.set('page', String(Number(address.searchParams.get('page') ?? 1) + 1));
  return address.href;
}

/** A page of a list, as the parameters ask for it. */
export function pageOf<T>(items: readonly T[], { parameters }: KnownRequest, shown: (item: T) => object): Answer {
  const perPage = Math.min(Number(parameters.per_page ?? 30), 100);
  const from = (Number(parameters.page ?? 1) - 1) * perPage;
  const end = from + perPage;
  return { status: 200, body: items.slice(from, end).map(shown), hasNextPage: end < items.length };
}

/** Validated by GitHub's schema; its answers are made by it. */
function graphqlRequest(body: unknown): KnownRequest | string {
  const problem = queryProblem(body);
  return problem === null ? { operationId: 'graphql', parameters: {}, body } : `graphql: ${problem}`;
}

async function bodyOf(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
