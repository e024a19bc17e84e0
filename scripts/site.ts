/**
 * `npm run site`: makes the page on which gpurace can be tried, as a folder of static files.
 * `npm run site -- FOLDER` puts it there instead of `build/site`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { TITLE } from '../src/site/document.ts';
import { ROOT } from './packaging/paths.ts';
import { siteFiles } from './site/files.ts';

const folder = resolve(process.argv[2] ?? join(ROOT, 'build', 'site'));
const index = join(folder, 'index.html');
const isOurs = existsSync(index) && readFileSync(index, 'utf8').includes(TITLE);
const isFree = !existsSync(folder) || readdirSync(folder).length === 0;
if (!isOurs && !isFree) throw new Error(`${folder} holds something else`);

const files = await siteFiles();
rmSync(folder, { recursive: true, force: true });
let total = 0;
for (const [name, bytes] of files) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  total += Buffer.byteLength(bytes);
  console.log(`${String(Math.ceil(Buffer.byteLength(bytes) / 1024)).padStart(7)} KiB  ${name}`);
}
console.log(`${(total / 1e6).toFixed(1)} MB in ${folder}`);
