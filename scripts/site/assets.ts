/** The large files of the site: those of `dist/`, packed for browsers. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeRestartable } from '../../src/frontend/index.ts';
import { ASSET_NAMES } from '../../src/platform/assets.ts';
import { type Asset, collectAssets } from '../packaging/assets.ts';
import { CACHE } from '../packaging/paths.ts';

/** Of the files of `dist/`. */
const WANTED = /\.(?:wasm|pch|json)\.br$/;

export interface SiteFile {
  /** As the page calls it. */
  readonly name: string;
  /** Where it lies in the site; the address changes with what it holds, so that browsers may keep it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What the page asks for, compressed. */
export async function siteAssets(): Promise<readonly SiteFile[]> {
  const assets = await collectAssets();
  return assets
    .filter(({ name }) => WANTED.test(name))
    .map((asset) => {
      const name = asset.name.replace(/\.br$/, '');
      const bytes = forBrowsers(asset);
      return { name, path: `assets/${withDigest(name, bytes)}.gzip`, bytes: packed(bytes) };
    });
}

/** `page.js` becomes `page.0123456789ab.js`. */
export function withDigest(name: string, bytes: string | Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return name.replace(/(?=\.\w+$)/, `.${digest}`);
}

/** Clang as the page takes it, so that it need not be changed there. */
function forBrowsers({ name, bytes }: Asset): Uint8Array {
  if (name !== ASSET_NAMES.clang) return bytes;
  const changed = Uint8Array.from(bytes);
  makeRestartable(changed);
  return changed;
}

/** Remembered by content, as clang takes 10 s. */
function packed(bytes: Uint8Array): Uint8Array {
  const file = join(
    CACHE,
    `${createHash('sha256').update(`gzip ${process.versions.zlib}`).update(bytes).digest('hex')}.gzip`,
  );
  try {
    return readFileSync(file);
  } catch {
    const compressed = gzipSync(bytes, { level: 9 });
    mkdirSync(CACHE, { recursive: true });
    // Written aside and renamed: a build beside this one may read at this moment.
    writeFileSync(`${file}.${process.pid}`, compressed);
    renameSync(`${file}.${process.pid}`, file);
    return compressed;
  }
}
