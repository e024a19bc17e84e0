/**
 * An HTTP proxy, as the network of a self-hosted runner has one. It is the only one to know the names below `.test`:
 * they all mean this machine, so a request to one of them that arrives came through here.
 */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';

export interface ProxyStandIn {
  /** `host:port`, as it stands in the environment. */
  readonly address: string;
  /** What it was asked to reach, each once. */
  readonly destinations: Set<string>;
  /** What clients said of themselves in `proxy-authorization`, each once. */
  readonly credentials: Set<string>;
}

/** @param refusal It answers so instead of passing anything on. */
export async function startProxy(context: TestContext, refusal: number | null = null): Promise<ProxyStandIn> {
  const destinations = new Set<string>();
  const credentials = new Set<string>();
  const note = (destination: string, authorization: string | undefined): void => {
    destinations.add(destination);
    if (authorization !== undefined) credentials.add(authorization);
  };
  const server = createServer((message, response) => {
    const { host, port, pathname, search } = new URL(message.url ?? '', 'http://nowhere.test');
    note(host, message.headers['proxy-authorization']);
    if (refusal !== null) {
      response.writeHead(refusal).end();
      return;
    }
    const { method, headers } = message;
    const onward = request({ host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    message.pipe(onward);
  });
  server.on('connect', (message, client, head) => {
    const destination = message.url ?? '';
    note(destination, message.headers['proxy-authorization']);
    client.on('error', () => client.destroy());
    if (refusal !== null) {
      client.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
      return;
    }
    const onward = connect(Number(destination.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      client.pipe(onward).pipe(client);
    });
    onward.on('error', () => client.destroy());
    client.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { address: `127.0.0.1:${address.port}`, destinations, credentials };
}
