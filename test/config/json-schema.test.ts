/** The JSON Schema for editors takes what `.gpurace.yml` may say, and points at mistakes. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { configJsonSchema } from '../../scripts/docs/config-schema.ts';
import { CONFIG_KEYS } from '../../src/config/schema.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const schema = JSON.parse(configJsonSchema());
const isValid = new Ajv({ strict: false }).compile(schema);

test('the exported schema is up to date (node scripts/export-schema.ts)', () => {
  assert.equal(text('schema/gpurace-config.schema.json'), configJsonSchema());
});

test('every key is there, and says what it means', () => {
  assert.deepEqual(Object.keys(schema.properties).toSorted(), CONFIG_KEYS.toSorted());
  for (const key of CONFIG_KEYS) assert.ok(schema.properties[key].description?.length > 20, key);
});

test('what the documentation shows is valid', () => {
  const shown = globSync('docs/configuration.md', { cwd: ROOT }).flatMap((file) =>
    [...text(file).matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block = '']) => block),
  );
  assert.ok(shown.length > 15);
  for (const block of shown) assert.ok(isValid(parse(block)), `${block}${JSON.stringify(isValid.errors)}`);
});

test('mistakes are not', () => {
  for (const mistake of [
    { 'block-dims': 32 },
    { 'block-dim': 0 },
    { 'block-dim': [1, 2, 3, 4] },
    { severity: { 'inter-blok-race': 'note' } },
    { 'fail-on': 'sometimes' },
    { launch: [{ 'grid-dim': 1 }] },
    { overrides: [{ timeout: 3 }] },
  ]) {
    assert.ok(!isValid(mistake), JSON.stringify(mistake));
  }
});
