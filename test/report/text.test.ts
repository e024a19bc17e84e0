import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtml } from '../../src/report/html.ts';
import { renderText, summaryLine } from '../../src/report/text.ts';
import { access, alone, context, finding, kernel, result } from './sample-result.ts';

test('a place that races with itself is marked once', () => {
  const text = renderText(result({ findings: [finding({ accesses: [access(), access()] })] }), context());
  assert.equal(text.match(/\^{11} A and B: write/g)?.length, 1);
  assert.doesNotMatch(text, /\^ A: write/);
});

test('launches and assumptions of a kernel are told once', () => {
  const text = renderText(result({ kernels: [kernel()], findings: [alone('a'), alone('b')] }), context());
  assert.equal(text.match(/Launched at/g)?.length, 1);
  assert.equal(text.match(/ {2}Launches and assumptions: as above\./g)?.length, 1);
});

test('what a racy kernel leaves open is shown', () => {
  const text = renderText(
    result({ kernels: [kernel({ reasons: ['3 of 9 access pairs were not decided'] })] }),
    context(),
  );
  assert.match(text, /Not fully decided \(1 kernel\):\n {2}transpose<32> \(src\/transpose\.cu:4\): racy\n {4}- 3 of 9/);
});

test('of very many causes the loudest are shown, and the others are counted', () => {
  const quiet = Array.from({ length: 60_000 }, (_, i) => alone(`q${i}`, { evidence: 'possible' }));
  const loud = Array.from({ length: 1500 }, (_, i) => alone(`l${i}`));
  const many = result({ kernels: [kernel()], findings: [...quiet, ...loud] });
  const text = renderText(many, context());
  assert.equal(text.match(/: error: /g)?.length, 1500);
  assert.equal(text.match(/: note: /g)?.length, 500);
  assert.match(text, /\n59500 more causes left out, none louder than these; the JSON result has them all\.\n/);
  assert.match(text, /61500 causes \(1500 errors, 60000 notes\)/);
  const page = renderHtml(many, context());
  assert.equal(page.match(/<article/g)?.length, 5000);
  assert.match(page, /<p>56500 more causes left out/);
  assert.match(page, /<strong class="badge">61500<\/strong> causes/);
  assert.ok(page.length < 20_000_000, `${page.length}`);
});

test('the closing line', () => {
  const findings = [
    alone('a'),
    alone('b', { evidence: 'witness' }),
    alone('c', { rule: 'barrier-divergence' }),
    finding(),
    finding(),
  ];
  assert.equal(
    summaryLine(result({ kernels: [kernel()], findings }), { minEvidence: 'predicted' }),
    '1 kernel in 1 file: 0 race-free, 1 racy, 0 inconclusive; 4 causes (2 errors, 1 warning, 1 note) of 5 findings; 0.8 s',
  );
});
