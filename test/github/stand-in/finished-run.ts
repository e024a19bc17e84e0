/**
 * A finished run of a workflow, as the second half of the fork-safe pair meets it: its event, the pull requests that
 * GitHub knows, its artifacts in a storage on another server, and files at commits.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { KnownRequest } from './openapi.ts';
import { sample } from './sample.ts';
import type { Answer, Answers } from './server.ts';

export interface StoredArtifact {
  readonly name: string;
  readonly zip: Buffer;
  readonly expired?: boolean;
  /** When it must say something else than how long it is. */
  readonly size?: number;
}

export interface OpenPull {
  readonly number: number;
  readonly head: string;
  /** `owner/name` of the repository that the branch is in. */
  readonly repository: string;
  readonly branch: string;
}

export const RUN_ID = 11_958_734_512;

export class FinishedRunStandIn {
  artifacts: StoredArtifact[] = [];
  pulls: OpenPull[] = [];
  /** By `path@commit`; the commit of the base branch is `main`. */
  readonly files = new Map<string, string>();
  /** How often the storage still answers 503. */
  storageFails = 0;
  /** The address of the storage of artifacts. */
  storage = '';
  readonly #head: string;

  constructor(head: string) {
    this.#head = head;
  }

  /**
   * Starts the storage of artifacts; it ends with the test.
   * @param host The name it is known by.
   */
  async start(context: { after(action: () => unknown): void }, host = '127.0.0.1'): Promise<void> {
    const server = createServer((message, response) => {
      if (message.headers.authorization !== undefined) {
        // Azure refuses a second right beside the one in the address, and our token is none of its business.
        response.writeHead(400).end();
        return;
      }
      if (this.storageFails > 0) {
        this.storageFails -= 1;
        response.writeHead(503).end();
        return;
      }
      const artifact = this.artifacts[Number(message.url?.slice(1))];
      response.writeHead(artifact === undefined ? 404 : 200).end(artifact?.zip);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    context.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    this.storage = `http://${host}:${address.port}`;
  }

  /** The payload of `workflow_run`. */
  event(parts: object = {}): string {
    const [owner = '', name = ''] = (this.pulls[0]?.repository ?? 'mona/kernels').split('/');
    return JSON.stringify({
      action: 'completed',
      workflow_run: {
        id: RUN_ID,
        event: 'pull_request',
        conclusion: 'failure',
        head_sha: this.#head,
        head_branch: this.pulls[0]?.branch ?? 'topic',
        head_repository: { full_name: `${owner}/${name}`, owner: { login: owner } },
        // GitHub leaves it empty for a fork.
        pull_requests: [],
        ...parts,
      },
      repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' },
    });
  }

  get answers(): Answers {
    return {
      'pulls/list': (request) => this.#listPulls(request),
      'actions/list-workflow-run-artifacts': (request) => this.#listArtifacts(request),
      'actions/download-artifact': (request) => this.#download(request),
      'repos/get-content': (request) => this.#content(request),
    };
  }

  #listPulls({ parameters }: KnownRequest): Answer {
    const body = this.pulls
      .filter(({ repository, branch }) => `${repository.split('/')[0]}:${branch}` === parameters.head)
      .map(({ number, head, repository, branch }) =>
        sample('pull-request-simple', {
          number,
          state: 'open',
          head: { sha: head, ref: branch, repo: { full_name: repository } },
          base: { sha: BASE_TIP, ref: 'main', repo: { full_name: 'octo-org/kernels' } },
        }),
      );
    return { status: 200, body };
  }

  #listArtifacts({ parameters }: KnownRequest): Answer {
    assert.equal(parameters.run_id, RUN_ID);
    const artifacts = this.artifacts
      .map(({ name, zip, expired = false, size = zip.length }, index) =>
        sample('artifact', {
          id: index + 1,
          name,
          expired,
          size_in_bytes: size,
          workflow_run: { id: RUN_ID, head_sha: this.#head },
        }),
      )
      .filter((_, index) => parameters.name === undefined || this.artifacts[index]?.name === parameters.name);
    return { status: 200, body: { total_count: artifacts.length, artifacts } };
  }

  #download({ parameters }: KnownRequest): Answer {
    const index = Number(parameters.artifact_id) - 1;
    return { status: 302, body: undefined, headers: { location: `${this.storage}/${index}` } };
  }

  #content({ parameters }: KnownRequest): Answer {
    const at = parameters.ref === BASE_TIP || parameters.ref === undefined ? 'main' : parameters.ref;
    const text = this.files.get(`${parameters.path}@${at}`);
    if (text === undefined) return { status: 404, body: { message: 'Not Found' } };
    const content = Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
    const file = sample('content-file', { type: 'file', encoding: 'base64', content, path: String(parameters.path) });
    return { status: 200, body: file };
  }
}

/** The tip of the branch that the pull requests go to. */
export const BASE_TIP = 'a10867b14bb761a232cd80139fbd4c0d33264240';
