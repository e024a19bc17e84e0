/// <reference lib="dom" />
/**
 * `platform/assets.ts` for the page: the same files, fetched from beside it. The bundler puts this module in the place of
 * that one.
 *
 * They are compressed with gzip, under names that no server takes for a compressed transfer: `DecompressionStream` knows
 * gzip in every browser and brotli in few, and whether a server compresses WebAssembly on the way is up to the server.
 */
import { z } from 'zod';
import { SHIPPED_HEADERS, type ShippedHeaders } from '../platform/pch-store.ts';

/** Where each file lies; the bundler writes it here. Addresses change with what the files hold, so that browsers may keep them. */
declare const SITE_FILES: Readonly<Record<string, string>>;

/** Who wants to know how much has come, in bytes of the transfer. */
export const loading = { onBytes: (_bytes: number): void => {} };

let prepared: Promise<void> | null = null;
let workerUrl: string | null = null;

/** Loads what the entry points below give without waiting. To be called before anything is analysed. */
export function prepare(): Promise<void> {
  prepared ??= file('worker.js')
    .then((response) => response.blob())
    .then((script) => {
      // A blob has the origin and the policy of the page.
      workerUrl = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    });
  return prepared;
}

/** The address of the only entry point that there is here. */
export function entryPoint(_bundled: string, _source: string): string {
  if (workerUrl === null) throw new Error('the page is not prepared');
  return workerUrl;
}

/** Clang before it is compiled, made restartable. */
export function clangBytes(): Promise<Uint8Array> {
  return asset('clang.wasm');
}

export async function z3Program(): Promise<{ script: string; module: WebAssembly.Module }> {
  return { script: '', module: await WebAssembly.compile(await asset('z3.wasm')) };
}

export async function sysroot(): Promise<Map<string, Uint8Array>> {
  const text = new TextDecoder().decode(await asset('sysroot.json'));
  const files = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content, 'utf8')]));
}

export function shippedHeaders(): Promise<ShippedHeaders> {
  return Promise.all(SHIPPED_HEADERS.map((header) => asset(`${header.join('-')}.pch`)));
}

export function developmentCache(): null {
  return null;
}

async function asset(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await file(name);
  if (body === null) throw new Error(`${name} is empty`);
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        loading.onBytes(chunk.length);
        out.enqueue(chunk);
      },
    }),
  );
  const unpacked = counted.pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

async function file(name: string): Promise<Response> {
  const path = SITE_FILES[name];
  if (path === undefined) throw new Error(`the site has no ${name}`);
  const response = await fetch(new URL(path, document.baseURI), { credentials: 'omit' });
  if (!response.ok) throw new Error(`${name} was not loaded: the server says ${response.status}`);
  return response;
}
