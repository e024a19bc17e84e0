/** The tools that measure the sources find what is planted. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { withStableNames, withStableTerms } from '../../scripts/dump/stable-names.ts';
import { differencesOf } from '../../scripts/same-result/differences.ts';
import { circlesIn } from '../../scripts/structure/circles.ts';
import { floorsIn } from '../../scripts/structure/floors.ts';
import { type Module, modulesIn, walk } from '../../scripts/structure/modules.ts';
import { refusalsIn } from '../../scripts/structure/refusals.ts';
import { testsSentence } from '../../scripts/structure/sentences.ts';
import type { Result } from '../../src/model/result.ts';
import { toStored } from '../../src/result/stored-form.ts';
import { finding, kernel, result } from '../report/sample-result.ts';

/** Modules with these texts, read from a folder of their own. */
function modulesOf(t: TestContext, files: Readonly<Record<string, string>>): Module[] {
  const root = mkdtempSync(join(tmpdir(), 'gpurace-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return modulesIn(root, '**/*.ts');
}

describe('circles', () => {
  const CASES: readonly (readonly [edges: Readonly<Record<string, string>>, circles: string[][]])[] = [
    [{ a: 'b', b: 'c', c: '' }, []],
    [{ a: 'b', b: 'c', c: 'a' }, [['a', 'b', 'c']]],
    [{ a: 'a', b: 'a' }, [['a']]],
    [
      { a: 'b', b: 'a', c: 'de', d: 'c', e: 'ad' },
      [
        ['c', 'd', 'e'],
        ['a', 'b'],
      ],
    ],
  ];
  for (const [edges, circles] of CASES) {
    test(`${JSON.stringify(edges)}: ${circles.map((all) => all.join('')).join(' and ') || 'none'}`, () => {
      assert.deepEqual(circlesIn(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))), circles);
    });
  }

  test('one that is planted in files, by value and not by type', (t) => {
    const modules = modulesOf(t, {
      'a/one.ts': `import { two } from '../b/two.ts';\nexport const one = two;`,
      'b/two.ts': `export * from './three.ts';\nexport const two = 2;`,
      'b/three.ts': `import type { one } from '../a/one.ts';\nexport const three = async () => import('../a/one.ts');`,
    });
    const edges = (isMeant: (isValue: boolean) => boolean) =>
      new Map(
        modules.map(({ path, imports }) => [
          path,
          new Set(imports.filter(({ isValue }) => isMeant(isValue)).map(({ from }) => from)),
        ]),
      );
    assert.deepEqual(circlesIn(edges((isValue) => isValue)), [['a/one.ts', 'b/three.ts', 'b/two.ts']]);
    modules.splice(1, 1);
    assert.deepEqual(circlesIn(edges((isValue) => isValue)), []);
  });
});

test('modules: imports by name and kind, and what is declared and exported', (t) => {
  const [module] = modulesOf(t, {
    'a/one.ts': [
      `import { type T, value } from './two.ts';`,
      `import type { U } from '../b/three.ts';`,
      `import { readFileSync } from 'node:fs';`,
      'export const y = 1, z = value;',
      'export function f(): void {}',
      'class Hidden {}',
      'export { Hidden as Shown };',
    ].join('\n'),
  });
  assert.deepEqual(module?.imports, [
    { from: 'a/two.ts', isValue: true, names: ['T', 'value'] },
    { from: 'b/three.ts', isValue: false, names: ['U'] },
    { from: 'node:fs', isValue: true, names: ['readFileSync'] },
  ]);
  assert.deepEqual(module?.exports, ['y', 'z', 'f', 'Shown']);
});

test('the table of the floors', () => {
  const text = [
    'text before',
    '| room  | imports      | of Node   |',
    '| ----- | ------------ | --------- |',
    '| model |              |           |',
    '| git   | model, diff  | fs, path  |',
    '',
    '| other | table | here |',
  ].join('\n');
  assert.deepEqual(floorsIn(text), [
    { room: 'model', imports: [], node: [] },
    { room: 'git', imports: ['model', 'diff'], node: ['fs', 'path'] },
  ]);
  assert.deepEqual(floorsIn(text.split('\n').slice(0, 5).join('\n')).at(-1)?.room, 'git');
  assert.throws(() => floorsIn('| room | imports |'), /no table/);
});

describe('tests of sentences', () => {
  const CASES: readonly (readonly [code: string, isTest: boolean])[] = [
    ['/out of time/.test(reason)', true],
    [`reason.startsWith('the compiler ran')`, true],
    [`reason.includes(\`ran out of \${budget}\`)`, true],
    [`verdict === 'not analysed'`, true],
    ['new RegExp(`^$' + '{prefix} was not read`)', true],
    ['/^[a-z]+\\.cu$/.test(name)', false],
    ['/\\bkernel\\s+void\\b/.test(text)', false],
    [`name.endsWith(':pointer0')`, false],
    [`verdict === 'race-free'`, false],
    [`console.log('the compiler ran')`, false],
  ];
  for (const [code, isTest] of CASES) {
    test(`${code}: ${isTest}`, (t) => {
      const [module] = modulesOf(t, { 'a.ts': code });
      let found = false;
      walk(module!.root, (node) => {
        if (testsSentence(node)) found = true;
      });
      assert.equal(found, isTest);
    });
  }
});

test('refusals: what is said, with places for what is put in, also by way of a constant', (t) => {
  const modules = modulesOf(t, {
    'a.ts': `class A {
  #refuse(reason: string) {}
  run() {
    this.#refuse('a copy of unknown length', place);
    executor.refuse(\`calls \${name}, which has no body (yet)\`, place);
    const what = isAsm ? \`inline assembly: \${text}\` : 'a call through a pointer';
    refuse(what, place);
    refuse(reason, place);
  }
}`,
  });
  const refusals = refusalsIn(modules);
  assert.deepEqual(
    refusals.map(({ place, text }) => `${place} ${text}`),
    [
      'a.ts:4 a copy of unknown length',
      'a.ts:5 calls …, which has no body (yet)',
      'a.ts:7 inline assembly: …',
      'a.ts:7 a call through a pointer',
    ],
  );
  assert.match('calls f, which has no body (yet) (a.cu:7)', refusals[1]!.pattern);
  assert.doesNotMatch('calls f', refusals[1]!.pattern);
});

describe('two results', () => {
  const stored = (of: Partial<Result>) => toStored(result(of));
  const before = stored({ kernels: [kernel()], findings: [finding()] });

  test('the same, but for times', () => {
    const after = stored({ kernels: [kernel({ elapsedMs: 77 })], findings: [finding()] });
    assert.deepEqual(differencesOf(before, after), { verdicts: [], findings: [], reworded: [], witnesses: [] });
  });

  test('a verdict that changed, a finding that is gone, and other words', () => {
    const [old] = before.kernels;
    const after = stored({
      kernels: [kernel({ verdict: 'inconclusive', reasons: [{ kind: 'other', text: 'new', place: null }] })],
      findings: [],
    });
    const { verdicts, findings, reworded, witnesses } = differencesOf(before, after);
    assert.deepEqual(verdicts, [`${old!.file}:${old!.line} ${old!.kernel}: ${old!.verdict} → inconclusive`]);
    assert.equal(findings.length, 1);
    assert.match(findings[0]!, /inter-block-race .*: \S+ 6b1f0a2c9d3e4f55 → none$/);
    assert.equal(reworded.length, 1);
    assert.equal(witnesses.length, 1);
  });

  test('a finding that is weaker, and one that is dataDependent now', () => {
    const weaker = stored({ kernels: [kernel()], findings: [finding({ evidence: 'possible' })] });
    assert.match(differencesOf(before, weaker).findings[0]!, /→ possible 6b1f0a2c9d3e4f55$/);
    const dependent = stored({ kernels: [kernel()], findings: [finding({ dataDependent: true })] });
    assert.match(differencesOf(before, dependent).findings[0]!, /\(data-dependent\)/);
  });
});

test('names in dumps are numbered as they come', () => {
  assert.equal(withStableNames('round#21 < round#4 + round#21, atomic#9'), 'round#1 < round#2 + round#1, atomic#1');
  assert.equal(withStableNames("a[]:3:int32(4*round#7'1)"), "a[](4*round#1'1)");
  assert.equal(withStableTerms('(assert (= a12 (+ a7 c3_1)))'), '(assert (= a1 (+ a2 c1)))');
});
