import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { computeRollingHashes, type Run, type SarifLog } from '@microsoft/sarif';
import {
  MAX_DESCRIPTION,
  MAX_GZIP_BYTES,
  MAX_LOCATIONS,
  MAX_LOCATIONS_SHOWN,
  MAX_RESULTS,
  MAX_RESULTS_SHOWN,
} from '../../src/model/platform-limits.ts';
import { RuleId } from '../../src/model/result.ts';
import { renderSarif, sarifFile } from '../../src/report/sarif.ts';
import { access, alone, context, finding, kernel, result, SOURCES, sampleResult } from './sample-result.ts';

const MULTITOOL = fileURLToPath(
  new URL('../../node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool', import.meta.url),
);

function runOf(text: string): Run {
  const log: SarifLog = JSON.parse(text);
  return log.runs[0]!;
}

function notices(run: Run): string[] {
  return (run.invocations?.[0]?.toolExecutionNotifications ?? [])
    .filter(({ descriptor }) => descriptor?.id === 'limit')
    .map(({ message }) => message.text ?? '');
}

/** What Microsoft's validator says with GitHub's rules. It ends with 0 whatever it finds. */
function validate(text: string): { id: string; level: string; text: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-sarif-'));
  try {
    const input = join(folder, 'in.sarif');
    const output = join(folder, 'out.sarif');
    writeFileSync(input, text);
    execFileSync(MULTITOOL, ['validate', input, '--rule-kind', 'Sarif;Ghas', '--output', output, '--quiet'], {
      stdio: 'ignore',
    });
    const run = runOf(readFileSync(output, 'utf8'));
    const [invocation] = run.invocations ?? [];
    assert.equal(invocation?.executionSuccessful, true);
    return (run.results ?? []).map(({ ruleId, level, message }) => ({
      id: ruleId ?? '',
      // The default level of SARIF.
      level: level ?? 'warning',
      text: JSON.stringify(message),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the validator finds nothing', () => {
  const strange = finding({
    accesses: [access({ file: 'a b/ü#?%.cu' }), access({ file: '/abs/c d.cu', text: 'A[i](1)' })],
    witness: null,
  });
  const sample = sampleResult();
  for (const given of [result(), sample, { ...sample, findings: [...sample.findings, strange] }]) {
    assert.deepEqual(
      validate(renderSarif(given, context())).map(({ id, level }) => `${level} ${id}`),
      [],
    );
  }
});

test('the validator is really asked', () => {
  const log = JSON.parse(renderSarif(sampleResult(), context()));
  delete log.runs[0].results[0].message;
  assert.ok(validate(JSON.stringify(log)).some(({ level }) => level === 'error'));
});

test('every rule is described within the limits', () => {
  const rules = runOf(renderSarif(result(), context())).tool.driver.rules ?? [];
  assert.deepEqual(
    rules.map(({ id }) => id),
    RuleId.options,
  );
  for (const rule of rules) {
    assert.ok((rule.name ?? '').length <= 255);
    assert.ok((rule.shortDescription?.text ?? '').length <= MAX_DESCRIPTION);
    assert.ok((rule.fullDescription?.text ?? '').length <= MAX_DESCRIPTION);
    assert.ok(rule.help?.text && rule.help.markdown);
  }
});

test('the level follows the evidence and the rule', () => {
  const level = (overrides: Parameters<typeof finding>[0], minEvidence: 'predicted' | 'witness' | 'possible') =>
    runOf(renderSarif(result({ findings: [finding(overrides)] }), context({ minEvidence }))).results?.[0]?.level;
  for (const evidence of ['trace', 'replayed', 'predicted'] as const) {
    assert.equal(level({ evidence }, 'predicted'), 'error');
  }
  assert.equal(level({ evidence: 'witness' }, 'predicted'), 'note');
  assert.equal(level({ evidence: 'possible' }, 'predicted'), 'note');
  assert.equal(level({ evidence: 'witness' }, 'witness'), 'error');
  assert.equal(level({ evidence: 'possible' }, 'witness'), 'note');
  assert.equal(level({ evidence: 'possible' }, 'possible'), 'error');
  assert.equal(level({ rule: 'barrier-divergence' }, 'predicted'), 'warning');
  assert.equal(level({ rule: 'redundant-barrier' }, 'predicted'), 'note');
});

test('a result links to its second access and carries the hash GitHub computes', () => {
  const [first] = runOf(renderSarif(sampleResult(), context())).results ?? [];
  assert.match(first?.message.text ?? '', /\[second access\]\(1\)/);
  assert.equal(first?.relatedLocations?.[0]?.id, 1);
  assert.deepEqual(first?.relatedLocations?.[0]?.physicalLocation?.region, {
    startLine: 7,
    startColumn: 42,
    endLine: 7,
    endColumn: 53,
  });
  const expected = computeRollingHashes(SOURCES['src/transpose.cu'] ?? '').get(7);
  assert.ok(expected);
  assert.deepEqual(first?.partialFingerprints, { primaryLocationLineHash: expected });
});

test('without sources the fingerprint is stable all the same', () => {
  const hash = (message: string) =>
    runOf(renderSarif(result({ findings: [finding({ message })] }), context({ source: () => undefined }))).results?.[0]
      ?.partialFingerprints?.primaryLocationLineHash;
  assert.match(hash('a') ?? '', /^[0-9a-f]{16}:1$/);
  assert.equal(hash('a'), hash('b'));
});

test('paths are percent-encoded and relative to the root', () => {
  const uri = (file: string) =>
    runOf(renderSarif(result({ findings: [finding({ accesses: [access({ file })] })] }), context())).results?.[0]
      ?.locations?.[0]?.physicalLocation?.artifactLocation;
  assert.deepEqual(uri('a b/ü#?%.cu'), { uri: 'a%20b/%C3%BC%23%3F%25.cu', uriBaseId: '%SRCROOT%' });
  assert.deepEqual(uri('./c:d.cu'), { uri: 'c%3Ad.cu', uriBaseId: '%SRCROOT%' });
  assert.deepEqual(uri('../x.cu'), { uri: '../x.cu', uriBaseId: '%SRCROOT%' });
  assert.deepEqual(uri('/abs/x y.cu'), { uri: 'file:///abs/x%20y.cu' });
});

test('fixed causes are no alerts; the most severe come first', () => {
  const findings = [alone('note', { evidence: 'possible' }), alone('gone', { status: 'fixed' }), alone('error')];
  const results = runOf(renderSarif(result({ findings }), context())).results ?? [];
  assert.deepEqual(
    results.map(({ properties }) => properties?.raceId),
    ['error', 'note'],
  );
});

test('GitHub’s limits are the documented ones', () => {
  assert.deepEqual(
    [MAX_RESULTS, MAX_RESULTS_SHOWN, MAX_LOCATIONS, MAX_LOCATIONS_SHOWN, MAX_DESCRIPTION, MAX_GZIP_BYTES],
    [25_000, 5_000, 1_000, 100, 1_024, 10_000_000],
  );
});

const many = (count: number) =>
  result({ findings: Array.from({ length: count }, (_, index) => alone(String(index), { witness: null })) });

test('as many results as are shown pass in silence, one more is told', () => {
  const exact = runOf(renderSarif(many(MAX_RESULTS_SHOWN), context()));
  assert.equal(exact.results?.length, MAX_RESULTS_SHOWN);
  assert.deepEqual(notices(exact), []);
  const over = runOf(renderSarif(many(MAX_RESULTS_SHOWN + 1), context()));
  assert.equal(over.results?.length, MAX_RESULTS_SHOWN + 1);
  assert.deepEqual(notices(over), ['GitHub shows 5000 of these 5001 causes; the result file has them all.']);
});

test('more results than a run may have are left out from the weakest on', () => {
  const limits = { results: 3, locations: 100, gzipBytes: MAX_GZIP_BYTES };
  assert.deepEqual(notices(runOf(renderSarif(many(3), context(), { limits }))), []);
  const findings = [alone('weak', { evidence: 'possible' }), ...many(3).findings];
  const run = runOf(renderSarif(result({ findings }), context(), { limits }));
  assert.deepEqual(
    run.results?.map(({ properties }) => properties?.raceId),
    ['0', '1', '2'],
  );
  assert.deepEqual(notices(run), ['1 of 4 causes are left out: the file would be refused.']);
});

test('a file that is too large is cut to what fits', () => {
  const noise = (index: number) =>
    Array.from({ length: 40 }, (_, j) => ((index * 7919 + j * 104729) ** 2).toString(36));
  const findings = many(400).findings.map((found, index) => ({ ...found, message: noise(index).join('') }));
  const limits = { results: MAX_RESULTS, locations: 100, gzipBytes: 40_000 };
  const text = renderSarif(result({ findings }), context(), { limits });
  const run = runOf(text);
  const kept = run.results?.length ?? 0;
  assert.ok(gzipSync(text).length <= limits.gzipBytes);
  assert.ok(kept > 0 && kept < 400, String(kept));
  assert.deepEqual(notices(run), [`${400 - kept} of 400 causes are left out: the file would be refused.`]);
  const wider = renderSarif(result({ findings }), context(), {
    limits: { ...limits, results: kept + 1, gzipBytes: 1e9 },
  });
  assert.ok(gzipSync(wider).length > limits.gzipBytes);
});

test('a cause with many launches keeps the places that are shown', () => {
  const launches = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      file: 'src/transpose.cu',
      line: index + 1,
      gridDim: ['1'],
      blockDim: ['1'],
    }));
  // One primary location, one second access, and the launches.
  const places = (count: number) =>
    runOf(renderSarif(result({ kernels: [kernel({ launches: launches(count) })], findings: [finding()] }), context()));
  const exact = places(MAX_LOCATIONS_SHOWN - 2);
  assert.equal(exact.results?.[0]?.relatedLocations?.length, MAX_LOCATIONS_SHOWN - 1);
  assert.deepEqual(notices(exact), []);
  const over = places(MAX_LOCATIONS_SHOWN - 1);
  assert.equal(over.results?.[0]?.relatedLocations?.length, MAX_LOCATIONS_SHOWN - 1);
  assert.deepEqual(notices(over), ['Of some causes only the first 100 places are listed.']);
});

test('for code scanning: what is silenced is left out, everything that is still there stays in', () => {
  const findings = [
    alone('a', { status: 'new' }),
    alone('b', { status: 'unchanged' }),
    alone('c', { status: 'fixed' }),
    alone('d', { status: 'new', suppressed: { reason: 'the same value' } }),
    alone('e', { status: 'new', severity: 'off' }),
    alone('f', { status: 'new', evidence: 'possible' }),
  ];
  const races = (text: string) => runOf(text).results?.map(({ properties, level }) => [properties?.raceId, level]);
  assert.deepEqual(races(renderSarif(result({ findings }), context(), { forCodeScanning: true })), [
    ['a', 'error'],
    ['b', 'error'],
    ['f', 'note'],
  ]);
  const all = renderSarif(result({ findings }), context());
  assert.deepEqual(
    runOf(all).results?.map(({ properties, suppressions }) => [properties?.raceId, suppressions?.[0]?.kind]),
    [
      ['a', undefined],
      ['b', undefined],
      ['d', 'inSource'],
      ['e', 'external'],
      ['f', undefined],
    ],
  );
  assert.deepEqual(
    validate(all).map(({ level, id }) => `${level} ${id}`),
    [],
  );
});

test('each part of a repository has a category of its own', () => {
  const id = (part?: string) =>
    runOf(renderSarif(result(), context(), part === undefined ? {} : { category: part })).automationDetails?.id;
  assert.equal(id(), 'gpurace/static/');
  assert.equal(id('shard-2-of-4'), 'gpurace/static/shard-2-of-4/');
});

test('25,001 results: the weakest is left out, and the run is told', () => {
  const findings = Array.from({ length: MAX_RESULTS + 1 }, (_, index) =>
    alone(`r${index}`, { witness: null, ...(index === 5 ? { evidence: 'possible' as const } : {}) }),
  );
  const { text, notices: told } = sarifFile(result({ findings }), context());
  const run = runOf(text);
  assert.equal(run.results?.length, MAX_RESULTS);
  assert.ok(!run.results?.some(({ properties }) => properties?.raceId === 'r5'));
  assert.deepEqual(told, [
    `1 of ${MAX_RESULTS + 1} causes are left out: the file would be refused.`,
    `GitHub shows ${MAX_RESULTS_SHOWN} of these ${MAX_RESULTS} causes; the result file has them all.`,
  ]);
  assert.deepEqual(notices(run), told);
  assert.ok(gzipSync(text).length <= MAX_GZIP_BYTES);
});

test('the first code flow is both threads in an order in which it can happen, the second each by itself', () => {
  const file = 'src/reduce.cu';
  const line = (at: number) => ({ file, line: at });
  const ahead = access({
    file,
    line: 3,
    column: 3,
    iterations: [{ file, line: 2, variable: 'd0', value: '32' }],
    calls: [{ file, line: 8, function: 'load' }],
  });
  const behind = access({
    file,
    line: 7,
    column: 34,
    kind: 'read',
    iterations: [{ file, line: 2, variable: 'd0', value: '0' }],
  });
  const gap = { from: line(7), to: line(3), later: 0, round: line(2), passes: 1, since: line(5) } as const;
  const racy = finding({ accesses: [ahead, behind], gap });
  const text = renderSarif(result({ kernels: [kernel({ file, line: 1 })], findings: [racy] }), context());
  const flows = runOf(text).results?.[0]?.codeFlows as {
    threadFlows: {
      locations: {
        executionOrder?: number;
        nestingLevel?: number;
        location: { message: { text: string }; physicalLocation: { region: { startLine: number } } };
      }[];
    }[];
  }[];
  assert.deepEqual(
    flows.map(({ threadFlows }) => threadFlows.length),
    [1, 2],
  );
  const steps = flows[0]!.threadFlows[0]!.locations;
  assert.deepEqual(
    steps.map(({ location }) => [location.physicalLocation.region.startLine, location.message.text]),
    [
      [11, 'The kernel is launched'],
      [1, 'A, thread (1, 0) of block 1, and B, thread (0, 16) of block 0, enter transpose<32>'],
      [5, 'Both have passed this barrier'],
      [2, 'A is ahead: the next iteration, with no barrier on the way'],
      [2, 'A: d0 = 32'],
      [8, 'A calls load'],
      [3, 'A: write of A[i*rows+j] (A[1056])'],
      [2, 'B: d0 = 0'],
      [7, 'B: if (threadIdx.x == 0)'],
      [7, 'B: read of A[i*rows+j] (A[1056]): nothing orders two blocks of a launch'],
    ],
  );
  assert.deepEqual(
    steps.map(({ executionOrder }) => executionOrder),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.deepEqual(validate(text), []);
});
