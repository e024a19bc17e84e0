import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { displayWidth } from '../../src/report/excerpt.ts';
import { renderText } from '../../src/report/text.ts';
import { textTable, wrapLine } from '../../src/report/wrap.ts';
import { assumption, context, finding, kernel, result } from './sample-result.ts';

test('a line is wrapped at words and set in as it began', () => {
  assert.deepEqual(wrapLine('  one two three', 9), ['  one two', '  three']);
  assert.deepEqual(wrapLine('    - one two three', 13), ['    - one two', '      three']);
  assert.deepEqual(wrapLine('src/a.cu:7:3: error: a race', 15), ['src/a.cu:7:3:', '  error: a race']);
  assert.deepEqual(wrapLine('one two three', null), ['one two three']);
  assert.deepEqual(wrapLine('\u001b[1mone two\u001b[22m', 7), ['\u001b[1mone two\u001b[22m']);
});

test('no word is lost or broken, and only a word alone is longer than the line', () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9/.:漢]{1,30}$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.integer({ min: 8, max: 60 }), (text, width) => {
      const lines = wrapLine(`  ${text.join(' ')}`, width);
      assert.deepEqual(
        lines.flatMap((line) => line.trim().split(' ')),
        text,
      );
      for (const line of lines) assert.ok(displayWidth(line) <= width || !line.trim().includes(' '), line);
    }),
  );
});

const ROWS = [
  ['', 'block', 'access', 'address'],
  ['A', '(0, 0, 0)', 'write of tile[threadIdx.y]', 'tile[0]'],
  ['B', '(0, 0, 0)', 'read of tile[0]', 'tile[0]'],
];

test('a table that does not fit is wrapped in its widest cells, then made a list', () => {
  assert.deepEqual(textTable(ROWS, null)[1], 'A  (0, 0, 0)  write of tile[threadIdx.y]  tile[0]');
  assert.deepEqual(textTable(ROWS, 45), [
    '   block      access                  address',
    'A  (0, 0, 0)  write of                tile[0]',
    '              tile[threadIdx.y]',
    'B  (0, 0, 0)  read of tile[0]         tile[0]',
  ]);
  assert.deepEqual(textTable(ROWS, 30), [
    'A',
    '  block: (0, 0, 0)',
    '  access: write of',
    '  tile[threadIdx.y]',
    '  address: tile[0]',
    'B',
    '  block: (0, 0, 0)',
    '  access: read of tile[0]',
    '  address: tile[0]',
  ]);
});

test('a whole report fits the terminal', () => {
  const shown = result({
    kernels: [kernel({ assumptions: [assumption('a word '.repeat(20).trim())] })],
    findings: [finding()],
  });
  for (const width of [60, 80, 100]) {
    const lines = renderText(shown, context({ width })).split('\n');
    const long = lines.filter((line) => displayWidth(line) > width);
    assert.deepEqual(long, []);
  }
});

test('what several proofs rest on is said once; --verbose says it of each kernel', () => {
  const free = (name: string) => kernel({ kernel: name, verdict: 'race-free', assumptions: [assumption('n > 0')] });
  const shown = result({ kernels: [free('a'), free('b')], findings: [] });
  const usual = renderText(shown, context());
  assert.equal(usual.match(/n > 0/g)?.length, 1);
  assert.match(usual, /Race-free under these assumptions:\n {4}- 2 kernels: n > 0/);
  const verbose = renderText(shown, context({ verbosity: 'verbose' }));
  assert.equal(verbose.match(/assumed: n > 0/g)?.length, 2);
  assert.match(verbose, /Kernels \(2\):\n {2}a \(src\/transpose\.cu:4\): race-free \(/);
});

test('--quiet: a line for each cause and nothing else', () => {
  const quiet = context({ verbosity: 'quiet' });
  const shown = result({ kernels: [kernel()], findings: [finding()] });
  assert.match(renderText(shown, quiet), /^src\/transpose\.cu:7:28: error: [^\n]+\n$/);
  const open = kernel({ verdict: 'inconclusive', reasons: ['one', 'two'] });
  assert.equal(
    renderText(result({ kernels: [open], findings: [] }), quiet),
    'src/transpose.cu:4:1: warning: kernel transpose<32> is undecided: one, and 1 more reason\n',
  );
  assert.equal(renderText(result({ kernels: [kernel({ verdict: 'race-free' })], findings: [] }), quiet), '');
});
