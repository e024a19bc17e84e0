import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { MAX_SUMMARY_BYTES } from '../../src/model/platform-limits.ts';
import { RuleId } from '../../src/model/result.ts';
import { renderGitlab } from '../../src/report/gitlab.ts';
import { renderJson } from '../../src/report/json.ts';
import { resultJsonSchema } from '../../src/report/json-schema.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { RULES, rulePage } from '../../src/report/rules.ts';
import { alone, context, finding, kernel, result, sampleResult } from './sample-result.ts';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the exported JSON Schema is up to date (node scripts/export-schema.ts)', () => {
  assert.equal(text('schema/gpurace-result.schema.json'), resultJsonSchema());
});

test('results satisfy the exported schema, also with what a later version adds', () => {
  const compiled = new Ajv2020({ strict: false }).compile(JSON.parse(resultJsonSchema()));
  const errors = (value: object) => (compiled(value) ? [] : compiled.errors);
  const stored = JSON.parse(renderJson(sampleResult()));
  assert.deepEqual(errors(stored), []);
  stored.later = 1;
  stored.findings[0].later = 1;
  assert.deepEqual(errors(stored), []);
  delete stored.summary;
  assert.notDeepEqual(errors(stored), []);
});

test('the rule pages are up to date (node scripts/export-rule-docs.ts)', () => {
  for (const rule of RULES) assert.equal(text(`docs/rules/${rule.id}.md`), rulePage(rule));
  const pages = readdirSync(new URL('../../docs/rules/', import.meta.url)).sort();
  assert.deepEqual(pages, ['README.md', ...RuleId.options.map((id) => `${id}.md`)].sort());
});

test('a summary of exactly the limit is whole, and no summary is larger', () => {
  const findings = Array.from({ length: 2_000 }, (_, index) => alone(String(index)));
  const huge = renderMarkdown(result({ kernels: [kernel()], findings }), context());
  assert.ok(Buffer.byteLength(huge) <= MAX_SUMMARY_BYTES);
  assert.ok(Buffer.byteLength(huge) > MAX_SUMMARY_BYTES - 10_000);
  assert.match(
    huge,
    /\*\*Cut here:\*\* \d+ sections more did not fit into 1048576 bytes\. The JSON result has everything\.\n$/,
  );
  const small = renderMarkdown(sampleResult(), context());
  const bound = Buffer.byteLength(small) + 4096 + 1;
  assert.equal(renderMarkdown(sampleResult(), context(), bound), small);
  assert.match(renderMarkdown(sampleResult(), context(), bound - 2), /\*\*Cut here:\*\* 1 section more/);
});

test('a table of very many kernels is cut in words', () => {
  const kernels = Array.from({ length: 1_001 }, (_, index) => kernel({ kernel: `k${index}`, verdict: 'race-free' }));
  const summary = renderMarkdown(result({ kernels }), context());
  assert.match(summary, /k999<.*\n\n1 kernel more\.\n/s);
  assert.doesNotMatch(summary, /k1000/);
});

test('JUnit: what was not analysed is an error, never skipped', () => {
  const xml = renderJunit(sampleResult(), context());
  assert.match(xml, /<testcase name="gather"[^>]*>\n {6}<error message="not proved either way" type="inconclusive">/);
  assert.match(xml, /<testsuite name="src\/broken.cu" tests="1" failures="0" errors="1" time="0.000" skipped="0"/);
  assert.match(xml, /<testcase name="copy"[^>]*\/>/);
  const quiet = renderJunit(result({ kernels: [kernel()], findings: [finding({ evidence: 'witness' })] }), context());
  assert.match(quiet, /failures="0" errors="0"/);
  assert.match(quiet, /<system-out>inter-block-race/);
});

test('GitLab: fingerprints are unique and do not depend on lines', () => {
  const issues = (line: number) => {
    const found = result({ kernels: [kernel({ verdict: 'inconclusive', line })], findings: [alone('a'), alone('b')] });
    return JSON.parse(renderGitlab(found, context())).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  };
  assert.equal(new Set(issues(1)).size, 3);
  assert.deepEqual(issues(1), issues(5));
});
