/** The large files of the site: those of `dist/`, packed for browsers. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeRestartable } from '../../src/frontend/index.ts';
import { ASSET_NAMES } from '../../src/platform/assets.ts';
import { type Asset, collectAssets } from '../packaging/assets.ts';
import { CACHE } from '../packaging/paths.ts';

/** What the page asks for. */
const WANTED = /\.(?:wasm|pch|json)\.br$/;

/** Files in `assets/` by name, and `assets.json`, which says under which name each lies. */
export async function siteAssets(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const names: Record<string, string> = {};
  for (const asset of await collectAssets()) {
    if (!WANTED.test(asset.name)) continue;
    const name = asset.name.replace(/\.br$/, '');
    const bytes = forBrowsers(asset);
    const [stem, ending] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))];
    const stored = `${stem}.${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}${ending}.gzip`;
    names[name] = stored;
    files.set(`assets/${stored}`, packed(bytes));
  }
  return files.set('assets.json', Buffer.from(`${JSON.stringify(names, null, 2)}\n`));
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
