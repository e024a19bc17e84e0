import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderText, summaryLine } from '../../src/report/text.ts';
import { access, context, finding, kernel, result } from './sample-result.ts';

test('a place that races with itself is marked once', () => {
  const text = renderText(result({ findings: [finding({ accesses: [access(), access()] })] }), context());
  assert.equal(text.match(/\^{11} write \(both threads\)/g)?.length, 1);
  assert.doesNotMatch(text, /\^ write \(thread/);
});

test('launches and assumptions of a kernel are told once', () => {
  const text = renderText(result({ kernels: [kernel()], findings: [finding(), finding()] }), context());
  assert.equal(text.match(/Launched at/g)?.length, 1);
  assert.equal(text.match(/ {2}Launches and assumptions: as above\./g)?.length, 1);
});

test('what a racy kernel leaves open is shown', () => {
  const text = renderText(
    result({ kernels: [kernel({ reasons: ['3 of 9 access pairs were not decided'] })] }),
    context(),
  );
  assert.match(text, /Left open \(1 kernel\):\n {2}transpose<32> \(src\/transpose\.cu:4\): racy\n {4}- 3 of 9/);
});

test('the closing line', () => {
  const findings = [finding(), finding({ rule: 'barrier-divergence' }), finding({ evidence: 'witness' })];
  assert.equal(
    summaryLine(result({ kernels: [kernel()], findings }), { minEvidence: 'predicted' }),
    '1 kernel in 1 file: 0 race-free, 1 racy, 0 inconclusive; 3 findings (1 error, 1 warning, 1 note); 0.8 s',
  );
});
