/** Statements of a function body, as far as its text shows them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeOf, statementAt, variablesIn } from '../../src/lexical/statements.ts';

const TEXT = `#define PLAN(of) of.choose(stride)
int run(int n, Config &config) {
  const int block = 64;
  int stride = 1, rows[4];
  config.start(n, block); // n; block;
  if (config.failed(n)) { stride = 2; }
  for (int i = 0; i < n; i++) config.step(i);
  while (config.next(&n)) stride++;
  PLAN(config);
  cublasScal(n, stride, rows);
  CHECK(cublasDot(n, &stride));
  check(n);
  auto all = [&] { return n; };
  return config.end(n);
}
`;
const CODE = codeOf(TEXT);
const BODY = { open: CODE.indexOf('{'), close: CODE.lastIndexOf('}') };

/** The statement in which a text stands, and what it may change. */
function around(text: string): { statement: string; variables: string[] } | null {
  const at = TEXT.indexOf(text);
  const found = statementAt(CODE, BODY, at, at + 1);
  if (found === null) return null;
  const variables = variablesIn(TEXT, CODE, 0, found).sort();
  return { statement: TEXT.slice(found.start, found.end), variables };
}

describe('statements', () => {
  test('a call, with the variables that it names, but for constants', () => {
    const found = { statement: 'config.start(n, block);', variables: ['config', 'n'] };
    assert.deepEqual(around('start'), found);
  });

  test('the condition of an if or a while is by itself, and so is what stands under it', () => {
    assert.deepEqual(around('failed'), { statement: 'config.failed(n)', variables: ['config', 'n'] });
    assert.deepEqual(around('stride = 2'), { statement: 'stride = 2;', variables: ['stride'] });
    assert.deepEqual(around('next'), { statement: 'config.next(&n)', variables: ['config', 'n'] });
    assert.deepEqual(around('step'), { statement: 'config.step(i);', variables: ['config', 'i'] });
  });

  test('a macro of the text names what its definition names', () => {
    assert.deepEqual(around('PLAN(config)'), { statement: 'PLAN(config);', variables: ['config', 'stride'] });
  });

  test('a C library gets numbers by value, and not arrays', () => {
    assert.deepEqual(around('cublasScal')?.variables, ['rows']);
    assert.deepEqual(around('cublasDot')?.variables, ['stride']);
    assert.deepEqual(around('check(n)')?.variables, ['n']);
  });

  test('what may lead somewhere else is none, and neither is the head of a for', () => {
    assert.equal(around('return config'), null);
    assert.equal(around('all = '), null);
    assert.equal(around('i < n'), null);
  });

  test('where a line has several statements none of them is meant', () => {
    const from = TEXT.indexOf('  if (config');
    assert.equal(statementAt(CODE, BODY, from, TEXT.indexOf('\n', from)), null);
  });
});
