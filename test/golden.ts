import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Compares with `test/golden/<name>`; only `UPDATE_GOLDEN=1` writes it. */
export function assertGolden(name: string, actual: string): void {
  const url = new URL(`./golden/${name}`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(url.pathname), { recursive: true });
    writeFileSync(url, actual);
    return;
  }
  assert.ok(existsSync(url), `test/golden/${name} is missing; run with UPDATE_GOLDEN=1 and read what it writes`);
  assert.equal(actual, readFileSync(url, 'utf8'));
}
