import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessSpan } from '../../src/lexical/access-span.ts';

/** The caret stands in the text, before the character that debug information points at. */
function span(marked: string): string {
  const column = marked.indexOf('^') + 1;
  const found = accessSpan(marked.replace('^', ''), column);
  assert.equal(marked.replace('^', '').slice(found.column - 1, found.endColumn - 1), found.text);
  return found.text;
}

describe('the text of an access', () => {
  for (const [marked, text] of [
    ['  ^a[i] = b[j];', 'a[i]'],
    ['  a[i] ^= b[j];', 'a[i]'],
    ['  a[i] ^+= b[j];', 'a[i]'],
    ['  s[t] += ^s[t + k[2]] * 2;', 's[t + k[2]]'],
    ['  tile[y][x] ^= in[y * n + x];', 'tile[y][x]'],
    ['  x = ^p->q.r[f(1, 2)](3);', 'p->q.r[f(1, 2)](3)'],
    ['  p->q.r ^= 1;', 'p->q.r'],
    ['  ^*sum += 1;', '*sum'],
    ['  *sum ^= 1;', '*sum'],
    ['  ^atomicAdd(&bins[data[i]], 1);', 'atomicAdd(&bins[data[i]], 1)'],
    ['  y = ^ns::table[i];', 'ns::table[i]'],
    ['  if (^flags[i] == 1) return;', 'flags[i]'],
    ['  a[^', 'a['],
  ] as const) {
    test(marked.trim(), () => assert.equal(span(marked), text));
  }

  test('a column that is unknown or beyond the line means the whole line', () => {
    assert.deepEqual(accessSpan('  a[i] = 1;', 0), { column: 3, endColumn: 12, text: 'a[i] = 1;' });
    assert.deepEqual(accessSpan('  a;', 99), { column: 3, endColumn: 5, text: 'a;' });
    assert.deepEqual(accessSpan('', 1), { column: 1, endColumn: 1, text: '' });
  });
});
