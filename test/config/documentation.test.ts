/** `docs/configuration.md` is held against what is read: every key is there, and every example is valid. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CONFIG_KEYS, readConfig } from '../../src/config/index.ts';
import { keysAt } from '../../src/config/schema.ts';

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
/** By key: what stands below its heading. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text): [string, string] => [/^`([^`]+)`/.exec(text)?.[1] ?? '', text.split(/^## /m)[0]!]),
);

function examples(text: string): string[] {
  return Array.from(text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, example]) => example!);
}

test('every key has a heading of its own', () => {
  assert.deepEqual([...sections.keys()].sort(), [...CONFIG_KEYS].sort());
});

for (const [key, text] of sections) {
  test(`the example of ${key} is valid and shows it`, () => {
    const found = examples(text);
    assert.equal(found.length, 1);
    assert.ok(key in readConfig(found[0]!, 'the example'), key);
  });
}

test('the complete example is valid and has every key', () => {
  const text = readFileSync(new URL('../../examples/gpurace.yml', import.meta.url), 'utf8');
  const config = readConfig(text, 'examples/gpurace.yml');
  assert.deepEqual(Object.keys(config).sort(), [...CONFIG_KEYS].sort());
});

test('every key of a launch is shown, and what cannot stand in a section is said', () => {
  for (const key of keysAt(['launch'])) assert.ok(examples(sections.get('launch')!)[0]!.includes(`${key}:`), key);
  const ofSections = new Set(keysAt(['overrides']));
  for (const key of CONFIG_KEYS.filter((name) => !ofSections.has(name) && name !== 'overrides')) {
    assert.ok(sections.get('overrides')!.includes(`\`${key}\``), key);
  }
});
