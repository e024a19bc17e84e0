/**
 * GitHub's cache service, version 2, on 127.0.0.1: entries that never change, found by key or by the beginning of one,
 * the newest first, and a place to put and get their bytes. Messages are those of `@actions/cache`, which speaks to it.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';

interface Stored {
  readonly key: string;
  readonly version: string;
  bytes: Buffer;
  isComplete: boolean;
}

const SERVICE = '/twirp/github.actions.results.api.v1.CacheService/';

export class CacheStandIn {
  readonly entries: Stored[] = [];
  /** Methods in the order in which they were called. */
  readonly calls: string[] = [];
  /** Says of a method that it fails with this status. */
  fails: (method: string) => number | null = () => null;
  readonly #server: Server;
  readonly #blocks = new Map<string, Buffer>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<CacheStandIn> {
    const server = createServer();
    const service = new CacheStandIn(server);
    server.on('request', (request, response) => {
      service.#handle(request).then(
        ({ status, body }) => response.writeHead(status, { etag: '"0x1"', 'x-ms-version': '2024-11-04' }).end(body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get #url(): string {
    const address = this.#server.address();
    assert.ok(address !== null && typeof address === 'object');
    return `http://127.0.0.1:${address.port}`;
  }

  /** What the runner sets for it. */
  get env(): Record<string, string> {
    return {
      ACTIONS_RUNTIME_TOKEN: 'stand-in',
      ACTIONS_RESULTS_URL: `${this.#url}/`,
      ACTIONS_CACHE_SERVICE_V2: 'true',
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage): Promise<{ status: number; body: Buffer | string }> {
    const url = new URL(request.url ?? '/', this.#url);
    const body = await bytesOf(request);
    if (url.pathname.startsWith('/blob/')) return this.#blob(request.method ?? 'GET', url, body);
    assert.ok(url.pathname.startsWith(SERVICE), url.pathname);
    assert.equal(request.headers.authorization, 'Bearer stand-in');
    const method = url.pathname.slice(SERVICE.length);
    this.calls.push(method);
    const failure = this.fails(method);
    if (failure !== null) return { status: failure, body: JSON.stringify({ msg: 'no' }) };
    return { status: 200, body: JSON.stringify(this.#answer(method, JSON.parse(body.toString('utf8')))) };
  }

  #answer(method: string, asked: { key: string; version: string; restore_keys?: string[] }): object {
    const { key, version } = asked;
    switch (method) {
      case 'GetCacheEntryDownloadURL': {
        const known = this.entries.filter((entry) => entry.version === version && entry.isComplete).reverse();
        for (const [i, wanted] of [key, ...(asked.restore_keys ?? [])].entries()) {
          const found = known.find((entry) => (i === 0 ? entry.key === wanted : entry.key.startsWith(wanted)));
          if (found === undefined) continue;
          const at = `${this.#url}/blob/${this.entries.indexOf(found)}`;
          return { ok: true, signed_download_url: at, matched_key: found.key };
        }
        return { ok: false, signed_download_url: '', matched_key: '' };
      }
      case 'CreateCacheEntry': {
        if (this.entries.some((entry) => entry.key === key && entry.version === version)) return { ok: false };
        this.entries.push({ key, version, bytes: Buffer.alloc(0), isComplete: false });
        return { ok: true, signed_upload_url: `${this.#url}/blob/${this.entries.length - 1}?sig=x` };
      }
      case 'FinalizeCacheEntryUpload': {
        const entry = this.entries.find((each) => each.key === key && each.version === version);
        assert.ok(entry !== undefined);
        entry.isComplete = true;
        return { ok: true, entry_id: '1' };
      }
      default:
        throw new Error(`the cache service has no ${method}`);
    }
  }

  /** As Azure's storage takes it: at once, or in blocks that a list puts together. */
  #blob(method: string, url: URL, body: Buffer): { status: number; body: Buffer | string } {
    const entry = this.entries[Number(url.pathname.slice('/blob/'.length))];
    assert.ok(entry !== undefined);
    if (method === 'GET' || method === 'HEAD') return { status: 200, body: entry.bytes };
    const part = url.searchParams.get('comp');
    if (part === 'block') this.#blocks.set(url.searchParams.get('blockid') ?? '', body);
    else if (part === 'blocklist') {
      const ids = [...body.toString('utf8').matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) => id ?? '');
      entry.bytes = Buffer.concat(ids.map((id) => this.#blocks.get(id) ?? Buffer.alloc(0)));
    } else entry.bytes = body;
    return { status: 201, body: '' };
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
