/** The site as a server on this machine has it, at an address of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { siteFiles } from '../../scripts/site/files.ts';

export interface ServedSite {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** Builds it and serves it as GitHub Pages does: no headers of isolation, files good for ten minutes. */
export async function serveSite(): Promise<ServedSite> {
  const files = await siteFiles();
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
    const file = files.get(path);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(file);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
