/** Source lines in colours: nothing of a line is lost or taken for markup, and any line takes time in proportion. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { highlighted } from '../../src/report/html/highlight.ts';
import { visible } from '../../src/report/untrusted.ts';

const plain = (html: string) =>
  html
    .replace(/<span class="h[csndkg]">|<\/span>/g, '')
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name as 'lt'],
    );
const kinds = (line: string) =>
  [...highlighted(line).matchAll(/<span class="h(.)">([^<]*)/g)].map(([, kind, text]) => `${kind} ${text}`);

test('what makes a race stands out; comments, strings and numbers are what they are', () => {
  assert.deepEqual(kinds('__shared__ float s[0x40]; // "no" string'), [
    'g __shared__',
    'k float',
    'n 0x40',
    'c // &quot;no&quot; string',
  ]);
  assert.deepEqual(kinds('  if (threadIdx.x < n) atomicAdd(&x, 1.5e-3f); __syncthreads();'), [
    'k if',
    'g threadIdx',
    'g atomicAdd',
    'n 1.5e-3f',
    'g __syncthreads',
  ]);
  assert.deepEqual(kinds('barrier(CLK_LOCAL_MEM_FENCE); size_t i = get_global_id(0);'), [
    'g barrier',
    'k size_t',
    'g get_global_id',
    'n 0',
  ]);
  assert.deepEqual(kinds('#include "a\\"b.h" /* one */ x /* two'), [
    'd #include',
    's &quot;a\\&quot;b.h&quot;',
    'c /* one */',
    'c /* two',
  ]);
});

test('nothing is lost, and nothing of it is markup', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('/*', '*/', '//', '"', "'", '\\', '<b>', '&lt;', '__x__', ' ', '1e+', '%r1', '#'))
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(line, (text) => {
      const html = highlighted(text);
      assert.equal(plain(html), visible(text));
      assert.doesNotMatch(html.replace(/<span class="h[csndkg]">|<\/span>/g, ''), /[<>]/);
    }),
  );
});

test('a long line of beginnings takes no longer for it', () => {
  for (const text of ['/*', '"', "'", '/* *', '0x', '\\']) {
    assert.equal(plain(highlighted(text.repeat(50_000))), text.repeat(50_000));
  }
});
