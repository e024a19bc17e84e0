import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutputWord, pairOutputs } from '../../src/cli/outputs.ts';
import { ConfigurationError } from '../../src/model/errors.ts';
import { Format } from '../../src/report/index.ts';

/** `f` words are formats, others targets. */
function words(text: string): OutputWord[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const format = Format.safeParse(word);
      return format.success ? { format: format.data } : { target: word };
    });
}

const TABLE: readonly [words: string, pairs: string][] = [
  ['', 'text:-'],
  ['out.txt', 'text:out.txt'],
  ['json', 'json:-'],
  ['json -', 'json:-'],
  ['json a.json sarif b.sarif', 'json:a.json sarif:b.sarif'],
  ['json sarif a.json b.sarif', 'json:a.json sarif:b.sarif'],
  ['a.json json', 'json:a.json'],
  ['text json a.json', 'text:- json:a.json'],
  ['json a.json text', 'json:a.json text:-'],
  ['text - json a.json html', ''],
];

for (const [given, pairs] of TABLE.filter(([, expected]) => expected !== '')) {
  test(`pairs ${given || 'nothing'}`, () => {
    const paired = pairOutputs(words(given), 'text').map(({ format, target }) => `${format}:${target}`);
    assert.equal(paired.join(' '), pairs);
  });
}

for (const [given, message] of [
  ['text json', 'two reports would go to standard output; give each --format its own --output'],
  ['text - json a.json html', 'two reports would go to standard output; give each --format its own --output'],
  ['text a json a', 'two reports would go to a; give each --format its own --output'],
  ['a b', '2 times --output but 1 times --format'],
  ['a text b', '2 times --output but 1 times --format'],
  ['a text json', '--output a has no --format before it'],
] as const) {
  test(`refuses ${given}`, () => {
    assert.throws(() => pairOutputs(words(given), 'text'), new ConfigurationError(message));
  });
}
