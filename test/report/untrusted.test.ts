import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SCRIPT } from '../../src/report/html/script.ts';
import { Format, render } from '../../src/report/index.ts';
import {
  codeSpan,
  escapeMarkup,
  fenced,
  jsonText,
  prose,
  tableCode,
  visible,
  withoutCommands,
} from '../../src/report/untrusted.ts';
import { access, context, finding, kernel, result } from './sample-result.ts';

test('control, reordering and broken characters are shown', () => {
  assert.equal(visible('a\u001b[31mb\u0000\u007f\u009b'), 'a␛[31mb␀␡<U+009B>');
  assert.equal(visible('x\u202ey\u2066z\u200b\ufeff'), 'x<U+202E>y<U+2066>z<U+200B><U+FEFF>');
  assert.equal(visible('one\r\ntwo\tthree\rfour'), 'one two three four');
  assert.equal(visible('\ud800x'), '\ufffdx');
  assert.equal(visible('größe 漢字 🙂'), 'größe 漢字 🙂');
});

test('code spans close where they should', () => {
  assert.equal(codeSpan('a'), '`a`');
  assert.equal(codeSpan('`a``b`'), '``` `a``b` ```');
  assert.equal(codeSpan('\n'), '` `');
  assert.equal(codeSpan('<b>@x</b>'), '`<b>@x</b>`');
});

test('nothing in a table cell is structure', () => {
  assert.equal(
    tableCode('a|b\\|c `d` <i>*x*</i> @user #1 http://e.org www.e.org [l](u)'),
    '<code>a&#124;b&#92;&#124;c &#96;d&#96; &lt;i&gt;&#42;x&#42;&lt;/i&gt; &#64;user &#35;1 http&#58;//e.org www&#46;e.org &#91;l&#93;(u)</code>',
  );
});

test('prose has no formatting, links, mentions or references', () => {
  assert.equal(prose('*a* <b> [l](u) | `c`'), '\\*a\\* \\<b\\> \\[l\\]\\(u\\) \\| \\`c\\`');
  assert.equal(
    prose('@octocat #12 https://e.org www.e.org'),
    '@\u2060octocat \\#\u206012 https:\u2060//e.org www.\u2060e.org',
  );
  assert.equal(prose('- item'), '\\- item');
  assert.equal(prose('1. item'), '1\\. item');
  assert.equal(prose('a-b + c.'), 'a-b + c.');
});

test('a fence is longer than any run of backticks inside', () => {
  assert.equal(fenced(['````', 'x'], 'diff'), '`````diff\n````\nx\n`````');
});

test('markup is escaped in content and attributes', () => {
  assert.equal(escapeMarkup(`<a href="x" o='y'>&`), '&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;');
});

test('log lines are no workflow commands', () => {
  assert.equal(
    withoutCommands('::error::x\n  ::add-mask::y\na::b\nx ##[group]z'),
    ': :error::x\n  : :add-mask::y\na::b\nx ## [group]z',
  );
});

const ATTACK =
  '</code></pre><script>alert(1)</script>|x| ``` ` @octocat #1 [l](javascript:x) ![i](http://e.org/i.png) \u001b]0;t\u0007\u202e ]]> <!-- ::error::x ##[add-path]y $(id) \u009b2J';

/** A result all of whose texts are `text`. */
function hostile(text: string) {
  const place = { file: `${text}.cu`, line: 1, column: 1, endLine: 1, endColumn: 2 };
  const fix = { kind: text, edits: [], diff: `--- a\n+++ b\n ${text}\n`, verified: true as const };
  const race = finding({
    kernel: text,
    message: text,
    accesses: [access({ ...place, text }), access({ ...place, text })],
    fixes: [fix],
  });
  return result({
    kernels: [
      kernel({ kernel: text, file: place.file, assumptions: [text], reasons: [text] }),
      kernel({ kernel: `${text}2`, verdict: 'inconclusive', reasons: [text], launches: [] }),
    ],
    findings: [
      {
        ...race,
        witness: {
          gridDim: [1, 1, 1],
          blockDim: [1, 1, 1],
          arguments: { [text]: text },
          threads: [{ block: [0, 0, 0], thread: [0, 0, 0] }],
          address: text,
          contents: [],
        },
      },
    ],
    problems: [{ file: text, line: 1, column: null, severity: 'error', message: text }],
  });
}

for (const source of [undefined, ATTACK]) {
  const where = source === undefined ? 'without' : 'with';
  for (const format of Format.options) {
    test(`${format} ${where} hostile sources carries no raw control or reordering characters`, () => {
      const text = render(hostile(ATTACK), format, context({ source: () => source }));
      for (const character of ['\u001b', '\u0007', '\u202e', '\u009b']) {
        assert.ok(!text.includes(character), `U+${character.charCodeAt(0).toString(16)}`);
      }
    });
  }
}

test('HTML and JUnit hold no markup of the repository', () => {
  for (const format of ['html', 'junit', 'checkstyle'] as const) {
    const all = render(hostile(ATTACK), format, context({ source: () => ATTACK }));
    // The page has a script of its own.
    const text = all.replace(`<script>${SCRIPT}</script>`, '');
    assert.doesNotMatch(text, /<script|<!-- |]]>|<img/i);
  }
});

test('Markdown holds no markup, mention or image outside code', () => {
  const text = render(hostile(ATTACK), 'markdown', context({ source: () => ATTACK }));
  const outside = text.replace(/^(`{3,}).*?^\1$/gms, '').replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, '');
  assert.doesNotMatch(outside, /(?<!\\)<script|@octocat|!\[i\]\(|#1\b|http:\/\//);
  // Every table row has the cells of its head.
  for (const row of text.split('\n').filter((line) => /^\| (thread \d|<code>)/.test(line))) {
    assert.equal(row.match(/\|/g)?.length, 7, row);
  }
});

test('JSON is the same value with and without the escapes', () => {
  const value = { a: 'x\u009b\u202e\u007fé漢🙂\u001b' };
  assert.equal(jsonText(value), '{\n  "a": "x\\u009b\\u202e\\u007fé漢🙂\\u001b"\n}\n');
  assert.deepEqual(JSON.parse(jsonText(value)), value);
});

test('SARIF links nothing that the repository names', () => {
  const text = render(hostile('t[i](1) [x](http://e.org)'), 'sarif', context());
  const { message } = JSON.parse(text).runs[0].results[0];
  assert.deepEqual(message.text.match(/\]\([^)]*\)/g), ['](1)']);
});

test('every format takes any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...Format.options), (text, format) => {
      const rendered = render(hostile(text), format, context({ source: () => text }));
      if (format === 'json' || format === 'sarif' || format === 'gitlab' || format === 'rdjson') JSON.parse(rendered);
      assert.ok(rendered.endsWith('\n'));
    }),
    { numRuns: 300 },
  );
});
