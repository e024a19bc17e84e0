/** Results that strangers wrote: what is no result is refused with a reason, and what is one is bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readForeignResult } from '../../src/action/foreign-result.ts';
import { renderReviewComment } from '../../src/report/review-comment.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { fromStored, type StoredFinding, type StoredKernel, type StoredResult } from '../../src/result/stored-form.ts';
import { live } from '../live-markdown.ts';

const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';
const OTHER = 'a10867b14bb761a232cd80139fbd4c0d33264240';

function access(line: number, kind: 'read' | 'write'): StoredFinding['accesses'][number] {
  const place = { file: 'src/a.cu', line, column: 3, endLine: line, endColumn: 7 };
  return { ...place, kind, scope: null, text: 's[i]', iterations: [], calls: [] };
}

const FINDING: StoredFinding = {
  raceId: '0123456789abcdef0123',
  causeId: 'a-cause',
  rule: 'intra-block-race',
  kernel: 'scan<256>',
  memory: { space: 'shared', object: 's' },
  accesses: [access(4, 'write'), access(6, 'read')],
  evidence: 'replayed',
  witness: {
    gridDim: [1, 1, 1],
    blockDim: [64, 1, 1],
    arguments: { n: 64 },
    threads: [
      { block: [0, 0, 0], thread: [0, 0, 0] },
      { block: [0, 0, 0], thread: [1, 0, 0] },
    ],
    address: 's[1]',
    contents: [],
  },
  dataDependent: false,
  message: 'Two threads meet at s[1].',
  fixes: [],
  status: 'new',
  anchor: { file: 'src/a.cu', side: 'base', line: 5, text: '  __syncthreads();', kind: 'deleted-line' },
};
const KERNEL: StoredKernel = {
  kernel: 'scan<256>',
  file: 'src/a.cu',
  line: 2,
  language: 'cuda',
  verdict: 'racy',
  conditions: [],
  reasons: [],
  assumptions: ['n > 0 (assert, src/a.cu:3)'],
  launches: [{ file: 'src/a.cu', line: 20, gridDim: ['1'], blockDim: ['64'] }],
  accessPairs: 3,
  solverCalls: 1,
  elapsedMs: 1,
  assumptionDetails: [{ kind: 'assert', text: 'n > 0', place: { file: 'src/a.cu', line: 3 } }],
};
const RESULT: StoredResult = {
  schemaVersion: 2,
  tool: { name: 'gpurace', version: '0.1.0' },
  kernels: [KERNEL],
  findings: [FINDING],
  causes: [],
  problems: [],
  summary: { files: 1, kernels: 1, raceFree: 0, conditional: 0, racy: 1, inconclusive: 0, causes: 1, elapsedMs: 1 },
  handover: {
    head: HEAD,
    base: OTHER,
    comparison: 'x',
    units: [{ file: 'src/a.cu', throughHeaders: [] }],
    missing: [],
  },
};

const read = (value: unknown) => readForeignResult(Buffer.from(JSON.stringify(value) ?? ''), HEAD);
const why = (value: unknown): string => {
  const answer = read(value);
  assert.equal(answer.kind, 'unusable', JSON.stringify(value)?.slice(0, 200));
  return answer.kind === 'unusable' ? answer.why : '';
};
const withFinding = (parts: object) => ({ ...RESULT, findings: [{ ...FINDING, ...parts }] });
const withHandover = (parts: object) => ({ ...RESULT, handover: { ...RESULT.handover, ...parts } });

test('a right one is read as it is', () => {
  const { handover, ...rest } = RESULT;
  assert.deepEqual(read(RESULT), { kind: 'read', result: fromStored(rest), manifest: handover, fixes: 0 });
});

const LONG = 'x'.repeat(4_001);
const REFUSED: readonly (readonly [what: string, value: unknown, why: RegExp])[] = [
  ['nothing', undefined, /not JSON/],
  ['null', null, /the file: /],
  ['a list', [], /the file: /],
  ['another version', { ...RESULT, schemaVersion: 1 }, /^schemaVersion: /],
  ['another program', { ...RESULT, tool: { name: 'other', version: '1' } }, /^tool\.name: /],
  [
    'a version with an escape in it',
    { ...RESULT, tool: { name: 'gpurace', version: '1\n::error::x' } },
    /^tool\.version/,
  ],
  ['one shard of many', { ...RESULT, shard: { index: 1, count: 4, plan: 'x' } }, /it is shard 1\/4 alone/],
  ['no handover', { ...RESULT, handover: undefined }, /^handover: /],
  ['a number of a pull request', withHandover({ pullNumber: 8 }), /^handover: .*pullNumber/],
  ['a number of a pull request elsewhere', { ...RESULT, pull_request: 8 }, /pull_request/],
  ['the commit of another run', withHandover({ head: OTHER }), /it speaks of a10867b14/],
  ['no commit', withHandover({ head: null }), /it speaks of no commit/],
  ['a commit that is none', withHandover({ head: 'main' }), /^handover\.head: must be a full commit id/],
  ['a base that is an option', withHandover({ base: '--upload-pack=x' }), /^handover\.base: /],
  ['a rule of its own', withFinding({ rule: 'mine' }), /^findings\.0\.rule: /],
  ['an id that is markup', withFinding({ raceId: '--> <img src=x>' }), /^findings\.0\.raceId: must be a plain name/],
  ['an id that is empty', withFinding({ raceId: '' }), /^findings\.0\.raceId/],
  ['three accesses', withFinding({ accesses: [access(1, 'read'), access(2, 'read'), access(3, 'read')] }), /accesses/],
  ['line 0', withFinding({ accesses: [access(0, 'read')] }), /accesses\.0\.line/],
  ['line 1.5', withFinding({ accesses: [access(1.5, 'read')] }), /accesses\.0\.line/],
  ['a line beyond all numbers', withFinding({ accesses: [access(1e300, 'read')] }), /accesses\.0\.line/],
  ['a key that nobody knows', withFinding({ html: '<b>' }), /findings\.0: .*html/],
  ['a message without end', withFinding({ message: LONG }), /^findings\.0\.message: /],
  ['a name without end', withFinding({ kernel: LONG }), /^findings\.0\.kernel: /],
  ['5,001 findings', { ...RESULT, findings: Array.from({ length: 5_001 }, () => FINDING) }, /^findings: /],
  ['20,001 kernels', { ...RESULT, kernels: Array.from({ length: 20_001 }, () => KERNEL) }, /^kernels: /],
  [
    'a witness with 201 arguments',
    withFinding({
      witness: {
        ...FINDING.witness,
        arguments: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`a${i}`, i])),
      },
    }),
    /arguments: has too many entries/,
  ],
];
for (const [what, value, reason] of REFUSED) {
  test(`refused: ${what}`, () => assert.match(why(value), reason));
}

test('refused: no UTF-8, and JSON that is nested without end', () => {
  assert.match((readForeignResult(Buffer.from([0xff, 0xfe]), HEAD) as { why: string }).why, /not JSON/);
  const deep = Buffer.from(`{"schemaVersion":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`);
  assert.equal(readForeignResult(deep, HEAD).kind, 'unusable');
});

test('a reason quotes little of what it refuses', () => {
  assert.ok(why(withFinding({ ['k'.repeat(100_000)]: 1 })).length < 600);
});

test('no key of an object changes what objects are', () => {
  const text = JSON.stringify(RESULT).replace('"arguments":{', '"arguments":{"__proto__":7,"constructor":8,');
  const answer = readForeignResult(Buffer.from(text), HEAD);
  assert.equal(answer.kind, 'read');
  assert.equal(({} as Record<string, unknown>)['7'], undefined);
  const { witness } = answer.kind === 'read' ? answer.result.findings[0]! : FINDING;
  assert.equal(Object.getPrototypeOf(witness?.arguments), Object.prototype);
});

test('counts are ours, verified fixes and severities are not taken over', () => {
  const answer = read({
    ...withFinding({ severity: 'off', fixes: [{ kind: 'x', edits: [], diff: '+ steal()', verified: true }] }),
    summary: { ...RESULT.summary, kernels: 99, raceFree: 99, racy: 0 },
  });
  assert.equal(answer.kind, 'read');
  if (answer.kind !== 'read') return;
  const { causes: _causes, ...summary } = RESULT.summary;
  assert.deepEqual(answer.result.summary, summary);
  const { causeId: _causeId, ...finding } = FINDING;
  assert.deepEqual(answer.result.findings, [finding]);
  assert.equal(answer.fixes, 1);
});

test('5,000 findings in 20,000 kernels are read', () => {
  const many = {
    ...RESULT,
    findings: Array.from({ length: 5_000 }, () => FINDING),
    kernels: Array.from({ length: 20_000 }, () => KERNEL),
  };
  assert.equal(read(many).kind, 'read');
});

/** Text that would be something else than text: HTML, a link, a picture, a mention, an issue, a command, a fence. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</details></table>',
  '[click](https://evil.example)',
  '![x](https://evil.example/p.png)',
  'https://evil.example',
  '@octo-org/all',
  'octo-org/kernels#1 GH-1',
  '\n```suggestion\nsteal();\n```\n',
  '````\n~~~',
  '\n::error::x\n##[set-output]',
  '-->\n<!-- gpurace:finding:x:open -->',
  '\u202e\u2066abc',
  '| a | b |\n|---|---|',
  '\u001b[31m',
];

test('the judge of markdown sees what is live', () => {
  for (const text of ['<b>x</b>', '[a](b)', '![', 'see https://x', 'hi @mona', 'a#1', '```suggestion', '<!-- x -->']) {
    assert.ok(live(text).length > 0, text);
  }
});

test('whatever texts a result has, a comment has no markup of theirs', () => {
  const text = fc
    .array(fc.constantFrom(...HOSTILE, 'a', ' ', '`', '\\', '*', '<', '&'), { maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, text, text, fc.constantFrom('file', 'line', 'lines'), (a, b, c, d, place) => {
      const answer = read({
        ...RESULT,
        kernels: [
          {
            ...KERNEL,
            kernel: a,
            assumptions: [b],
            assumptionDetails: [{ kind: 'given', text: b, place: { file: d || 'x', line: 1 } }],
            reasons: [c],
            launches: [{ ...KERNEL.launches[0], file: d || 'x' }],
          },
        ],
        findings: [
          {
            ...FINDING,
            kernel: a,
            message: b,
            accesses: FINDING.accesses.map((each) => ({ ...each, text: c, file: d || 'x' })),
            witness: { ...FINDING.witness, address: a, arguments: { [b.slice(0, 200)]: c.slice(0, 100) } },
            anchor: { ...FINDING.anchor, text: d, file: c || 'x' },
            memory: { space: 'shared', object: d },
          },
        ],
      });
      assert.equal(answer.kind, 'read');
      if (answer.kind !== 'read') return;
      const context = { source: () => undefined, minEvidence: 'predicted', color: false, provenance: 'x' } as const;
      const comment = renderReviewComment(causesOf(answer.result)[0]!, answer.result.kernels[0], context, place);
      assert.deepEqual(live(comment), [], comment);
    }),
    { numRuns: 500 },
  );
});

test('lists in lists, and millions of them, are refused before anything is made of them', () => {
  const deep = readForeignResult(Buffer.from(`${'['.repeat(100)}${']'.repeat(100)}`), HEAD);
  assert.deepEqual(deep, { kind: 'unusable', why: 'its lists and objects are nested deeper than 64' });
  const many = readForeignResult(Buffer.from(`["\\"[[[",${'[],'.repeat(2_000_001)}[]]`), HEAD);
  assert.deepEqual(many, { kind: 'unusable', why: 'it has more than 2000000 lists and objects' });
});
