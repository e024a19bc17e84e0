/** What the address of the page may hold: round trips, and what is refused. The page itself: `page.test.ts`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { Language } from '../../src/model/result.ts';
import { exampleNamed } from '../../src/site/examples.ts';
import { type KernelInput, MAX_TEXT, SECONDS } from '../../src/site/kernel-input.ts';
import { linkTo, MAX_LINK, readLink } from '../../src/site/link.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('links of the page', () => {
  const sizes = fc.constantFrom('', '256', '16,16', 'a&b=c#d');
  const inputs: fc.Arbitrary<KernelInput> = fc.record(
    {
      text: fc.string({ unit: 'grapheme', maxLength: 400 }),
      language: fc.constantFrom(...Language.options),
      grid: sizes,
      block: sizes,
      seconds: fc.constantFrom(...SECONDS),
    },
    { noNullPrototype: true },
  );

  test('a link gives back what it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const fragment = await linkTo(input);
        assert.ok(fragment !== null && fragment.length <= MAX_LINK);
        assert.deepEqual(await readLink(fragment), { kind: 'input', input });
      }),
      { numRuns: 200 },
    );
  });

  test('no fragment is too strange: nothing throws, and what is taken is within bounds', async () => {
    const some = fc.oneof(
      fc.string(),
      fc.string().map((code) => `language=cuda&code=${code}`),
      fc.uint8Array().map((bytes) => `language=cuda&code=${Buffer.from(bytes).toString('base64url')}`),
    );
    await fc.assert(
      fc.asyncProperty(some, async (fragment) => {
        const linked = await readLink(`#${fragment}`);
        if (linked.kind === 'input') assert.ok(linked.input.text.length <= MAX_TEXT);
      }),
      { numRuns: 300 },
    );
  });

  test('a text that does not fit into a link has none', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => Math.imul(i, 2654435761).toString(36)).join('');
    assert.equal(await linkTo({ text, language: 'cuda', grid: '', block: '', seconds: '30' }), null);
  });

  const packed = (bytes: Uint8Array) => deflateRawSync(bytes).toString('base64url');
  const REFUSED: Readonly<Record<string, string>> = {
    'a name with markup': '#example=<img>',
    'no such language': `#language=fortran&code=${packed(Buffer.from('x'))}`,
    'no such time': `#language=cuda&seconds=86400&code=${packed(Buffer.from('x'))}`,
    'a field that there is not': `#language=cuda&onload=1&code=${packed(Buffer.from('x'))}`,
    'no base64': '#language=cuda&code=%00%ff',
    'nothing that was packed': '#language=cuda&code=AAAA_-AA',
    'text that is no UTF-8': `#language=cuda&code=${packed(Buffer.from([0xc3, 0x28]))}`,
    'few bytes for 20 MB': `#language=cuda&code=${packed(Buffer.alloc(20 << 20, ' '))}`,
    'a long one': `#language=cuda&code=${'A'.repeat(MAX_LINK)}`,
  };
  for (const [what, fragment] of Object.entries(REFUSED)) {
    test(`refused: ${what}`, async () => assert.deepEqual(await readLink(fragment), { kind: 'damaged' }));
  }

  test('a place on the page is no link to a text', async () => {
    assert.deepEqual(await readLink(''), { kind: 'nothing' });
    assert.deepEqual(await readLink('#race-0123abcd'), { kind: 'nothing' });
  });
});

test('the links of the rule pages lead to examples', async () => {
  const pages = globSync('docs/rules/*-*.md', { cwd: ROOT });
  assert.ok(pages.length >= 10);
  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const fragments = [...text.matchAll(/https:\/\/gpurace\.github\.io\/gpurace\/(#[^)\s]+)/g)].map(([, one]) => one);
    assert.equal(fragments.length, 2, page);
    for (const fragment of fragments) {
      const linked = await readLink(fragment ?? '');
      const example = linked.kind === 'example' ? exampleNamed(linked.name) : null;
      assert.ok(example !== null && text.includes(example.text.trim()), `${page}: ${fragment}`);
    }
  }
});
