/** JUnit and GitLab reports against what their readers accept. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { validateXML } from 'xmllint-wasm';
import type { Result } from '../../src/model/result.ts';
import { renderCheckstyle } from '../../src/report/checkstyle.ts';
import { renderGitlab } from '../../src/report/gitlab.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderRdjson } from '../../src/report/rdjson.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { access, context, finding, kernel, result, sampleResult } from './sample-result.ts';

const ATTACK = ']]> <x a="&b;">\u0000\u001b\ud800\ufffe "\'&amp; \u202e';

const RESULTS: Record<string, Result> = {
  sample: sampleResult(),
  empty: result(),
  hostile: result({
    kernels: [
      kernel({ kernel: ATTACK, file: ATTACK }),
      kernel({ kernel: ATTACK, file: ATTACK, verdict: 'inconclusive', reasons: [ATTACK], elapsedMs: 12_345_678 }),
    ],
    findings: [finding({ kernel: ATTACK, message: ATTACK, accesses: [access({ file: ATTACK, text: ATTACK })] })],
    problems: [
      { file: ATTACK, line: 1, column: 1, severity: 'error', message: ATTACK },
      { file: null, line: null, column: null, severity: 'error', message: ATTACK },
    ],
  }),
};

const schema = readFileSync(new URL('../fixtures/junit.xsd', import.meta.url), 'utf8');

/** As Jenkins' plugin and reviewdog read it. */
const CHECKSTYLE = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="checkstyle"><xs:complexType>
    <xs:sequence><xs:element name="file" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence><xs:element name="error" maxOccurs="unbounded"><xs:complexType>
        <xs:attribute name="line" type="xs:positiveInteger" use="required"/>
        <xs:attribute name="column" type="xs:positiveInteger"/>
        <xs:attribute name="severity" use="required"><xs:simpleType><xs:restriction base="xs:string">
          <xs:enumeration value="error"/><xs:enumeration value="warning"/><xs:enumeration value="info"/>
        </xs:restriction></xs:simpleType></xs:attribute>
        <xs:attribute name="message" type="xs:string" use="required"/>
        <xs:attribute name="source" type="xs:string" use="required"/>
      </xs:complexType></xs:element></xs:sequence>
      <xs:attribute name="name" type="xs:string" use="required"/>
    </xs:complexType></xs:element></xs:sequence>
    <xs:attribute name="version" type="xs:string" use="required"/>
  </xs:complexType></xs:element>
</xs:schema>`;

/** `DiagnosticResult` of reviewdog's `reviewdog.proto`. */
const POSITION = {
  type: 'object',
  additionalProperties: false,
  required: ['line'],
  properties: { line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } },
};
const RANGE = {
  type: 'object',
  additionalProperties: false,
  required: ['start'],
  properties: { start: POSITION, end: POSITION },
};
const LOCATION = {
  type: 'object',
  additionalProperties: false,
  required: ['path', 'range'],
  properties: { path: { type: 'string', minLength: 1 }, range: RANGE },
};
const RDJSON = {
  type: 'object',
  additionalProperties: false,
  required: ['source', 'diagnostics'],
  properties: {
    source: { type: 'object', required: ['name'], properties: { name: { const: 'gpurace' }, url: { type: 'string' } } },
    diagnostics: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['message', 'location', 'severity', 'code'],
        properties: {
          message: { type: 'string', minLength: 1 },
          location: LOCATION,
          severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
          code: {
            type: 'object',
            required: ['value'],
            properties: { value: { type: 'string' }, url: { type: 'string' } },
          },
          suggestions: {
            type: 'array',
            items: {
              type: 'object',
              required: ['range', 'text'],
              properties: { range: RANGE, text: { type: 'string' } },
            },
          },
          related_locations: {
            type: 'array',
            items: { type: 'object', properties: { message: { type: 'string' }, location: LOCATION } },
          },
        },
      },
    },
  },
};

async function faults(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents: xml }], schema: [schema] });
  return errors.map(({ rawMessage }) => rawMessage);
}

for (const [name, shown] of Object.entries(RESULTS)) {
  test(`JUnit of the ${name} result is what Jenkins reads, and its counts are right`, async () => {
    const xml = renderJunit(shown, context());
    assert.deepEqual(await faults(xml), []);
    const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0;
    const [totals = ''] = /<testsuites [^>]*>/.exec(xml) ?? [];
    assert.ok(
      totals.includes(
        `tests="${count(/<testcase /g)}" failures="${count(/<failure /g)}" errors="${count(/<error /g)}"`,
      ),
      totals,
    );
  });

  test(`GitLab's code quality report of the ${name} result has what GitLab asks for`, () => {
    const issues: { fingerprint: string }[] = JSON.parse(renderGitlab(shown, context()));
    const validate = new Ajv().compile({
      type: 'array',
      items: {
        type: 'object',
        required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
        properties: {
          description: { type: 'string', minLength: 1 },
          check_name: { type: 'string', minLength: 1 },
          fingerprint: { type: 'string', minLength: 1 },
          severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
          location: {
            type: 'object',
            required: ['path', 'lines'],
            properties: {
              path: { type: 'string', pattern: '^(?!\\./)' },
              lines: { type: 'object', required: ['begin'], properties: { begin: { type: 'integer', minimum: 1 } } },
            },
          },
        },
      },
    });
    assert.ok(validate(issues), JSON.stringify(validate.errors));
    const fingerprints = issues.map(({ fingerprint }) => fingerprint);
    assert.equal(new Set(fingerprints).size, fingerprints.length);
  });
}

for (const [name, shown] of Object.entries(RESULTS)) {
  test(`Checkstyle's report of the ${name} result is XML with a place and a severity for each error`, async () => {
    const xml = renderCheckstyle(shown, context());
    const { errors } = await validateXML({
      xml: [{ fileName: 'report.xml', contents: xml }],
      schema: [CHECKSTYLE],
    });
    assert.deepEqual(
      errors.map(({ rawMessage }) => rawMessage),
      [],
    );
    assert.equal(xml.match(/<error /g)?.length ?? 0, JSON.parse(renderGitlab(shown, context())).length);
  });

  test(`rdjson of the ${name} result has what reviewdog's definition asks for`, () => {
    const report: { diagnostics: unknown[] } = JSON.parse(renderRdjson(shown, context()));
    const validate = new Ajv().compile(RDJSON);
    assert.ok(validate(report), JSON.stringify(validate.errors));
    assert.equal(report.diagnostics.length, JSON.parse(renderGitlab(shown, context())).length);
  });
}

test('rdjson counts columns in bytes, and offers a verified fix of one edit', () => {
  const line = 'float größe = s[t]; s[u] = größe;';
  const column = line.indexOf('s[u]') + 1;
  const place = { file: 'a.cu', line: 1, endLine: 1, column, endColumn: column + 4 };
  const edit = {
    file: 'a.cu',
    startLine: 1,
    startColumn: column,
    endLine: 1,
    endColumn: column,
    text: '__syncthreads(); ',
  };
  const fix = { kind: 'add-block-barrier', edits: [edit], diff: '', verified: true as const };
  const shown = result({
    kernels: [kernel({ file: 'a.cu' })],
    findings: [
      finding({
        fixes: [fix, { ...fix, edits: [edit, edit], diff: 'two' }],
        accesses: [access(place), access({ file: 'b.cu', line: 9 })],
      }),
    ],
  });
  const [diagnostic] = JSON.parse(renderRdjson(shown, context({ source: () => line }))).diagnostics;
  const start = { line: 1, column: column + 2 };
  assert.deepEqual(diagnostic.location, { path: 'a.cu', range: { start, end: { line: 1, column: column + 6 } } });
  assert.deepEqual(diagnostic.suggestions, [{ range: { start, end: start }, text: '__syncthreads(); ' }]);
  assert.equal(diagnostic.related_locations[0].location.path, 'b.cu');
  const [bare] = JSON.parse(renderRdjson(shown, context({ source: () => undefined }))).diagnostics;
  assert.deepEqual(bare.location.range, { start: { line: 1 }, end: { line: 1 } });
  assert.equal(bare.suggestions, undefined);
});

test('the schema refuses what Jenkins refuses', async () => {
  const xml = renderJunit(sampleResult(), context());
  assert.match(
    String(await faults(xml.replace('<testcase ', '<testcase line="1" '))),
    /attribute 'line' is not allowed/,
  );
  assert.notDeepEqual(await faults(xml.replace('</testsuites>', '')), []);
});

test('GitLab shows one line for an issue: it says what, where else, and how it is known', () => {
  const [issue] = JSON.parse(renderGitlab(sampleResult(), context()));
  assert.equal(
    issue.description,
    'inter-block-race in transpose<32>: Different blocks race on A. Threads of different blocks write and read A without an order between them. The other access: read of A[j*cols+i] at src/transpose.cu:7:42. 2 pairs of accesses have this cause. Evidence: replayed: the witness was executed in the simulator, and nothing ordered the two accesses.',
  );
});

test('a barrier that one thread does not reach has no address to name', () => {
  const barrier = access({ kind: 'barrier', text: '__syncthreads()' });
  const witness = { ...finding().witness!, address: '' };
  const found = finding({ rule: 'barrier-divergence', memory: null, accesses: [barrier], witness });
  const shown = result({ kernels: [kernel()], findings: [found] });
  const [run] = JSON.parse(renderSarif(shown, context())).runs;
  assert.match(
    run.results[0].message.text,
    /block \(1, 0, 0\) thread \(1, 0, 0\) gets there, block \(0, 0, 0\) thread \(0, 16, 0\) does not\./,
  );
  assert.match(renderJunit(shown, context()), /^ {2}block \(1, 0, 0\) thread \(1, 0, 0\)$/m);
});
