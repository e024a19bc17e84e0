/**
 * `npm run build`: makes `dist/` from `src/` and the installed packages.
 * The result is the same bytes in every checkout (compressed files: for one version of Node's brotli).
 */
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stored } from './packaging/assets.ts';
import { buildFiles } from './packaging/files.ts';
import { DIST } from './packaging/paths.ts';

const started = performance.now();
const { files, assets } = await buildFiles();

const fresh = `${DIST}.${process.pid}.tmp`;
for (const [name, bytes] of files) put(name, bytes);
for (const asset of assets) put(`assets/${asset.name}`, stored(asset));
chmodSync(join(fresh, 'cli.js'), 0o755);
// Replaced at once: whoever runs dist/ meanwhile sees the old one or the new one.
rmSync(DIST, { recursive: true, force: true });
renameSync(fresh, DIST);
console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);

function put(name: string, bytes: string | Uint8Array): void {
  const path = join(fresh, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  console.log(`${String(Math.ceil(Buffer.byteLength(bytes) / 1024)).padStart(7)} KiB  dist/${name}`);
}
