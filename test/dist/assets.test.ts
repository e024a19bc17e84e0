/** What lies in `dist/` beside the programs. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';

const dist = join(import.meta.dirname, '..', '..', 'dist');

it('the checksums are those of the assets, decompressed', () => {
  const expected = new Map<string, string>();
  for (const line of readFileSync(join(dist, 'assets', 'SHA256SUMS'), 'utf8')
    .trimEnd()
    .split('\n')) {
    const [hash, name] = line.split('  ');
    expected.set(name ?? '', hash ?? '');
  }
  const found = new Map<string, string>();
  const assets = join(dist, 'assets');
  for (const entry of readdirSync(assets, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(assets, path).replaceAll(sep, '/');
    if (!entry.isFile() || name === 'SHA256SUMS') continue;
    const bytes = readFileSync(path);
    const content = name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
    found.set(name.replace(/\.br$/, ''), createHash('sha256').update(content).digest('hex'));
  }
  assert.deepEqual(found, expected);
});

it('no file comes near the size that GitHub warns about', () => {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) assert.ok(statSync(join(entry.parentPath, entry.name)).size < 25_000_000, entry.name);
  }
});

it('the notices name every work, and its text is there in full', () => {
  const notices = readFileSync(join(dist, 'THIRD_PARTY_NOTICES.md'), 'utf8');
  const texts = readFileSync(join(dist, 'licenses.txt'), 'utf8');
  const works = notices
    .split('\n')
    .flatMap((line) => /^\| (?!---|work |package )([^|]+) \| ([^|]+) \| ([^|]+) \|/.exec(line)?.slice(1, 4) ?? [])
    .flatMap((cell, at, cells) => (at % 3 === 0 ? [`${cell} (${cells[at + 1]}): ${cells[at + 2]}`] : []));
  assert.ok(works.length > 20);
  for (const work of works) assert.ok(texts.includes(`\n${work}\n`), work);
  assert.ok(texts.includes('---- LLVM Exceptions to the Apache 2.0 License ----'));
});

it('the program starts by its name, as npm and pre-commit start it', { skip: process.platform === 'win32' }, () => {
  const path = join(dist, 'cli.js');
  assert.match(readFileSync(path, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  assert.ok(statSync(path).mode & 0o100);
});
