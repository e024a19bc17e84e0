import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareName, namesKernel, withoutTemplateArguments } from '../../src/lexical/kernel-names.ts';

test('names of kernels without what instances add', () => {
  const cases: [name: string, plain: string, bare: string][] = [
    ['k', 'k', 'k'],
    ['k<int>', 'k', 'k'],
    ['ns::k<std::pair<int, float>, 4>', 'ns::k', 'k'],
    ['(anonymous namespace)::k', '(anonymous namespace)::k', 'k'],
  ];
  for (const [name, plain, bare] of cases) {
    assert.equal(withoutTemplateArguments(name), plain);
    assert.equal(bareName(name), bare);
  }
});

test('a user names a kernel with or without namespace and template arguments', () => {
  const name = 'ns::k<int, 4>';
  for (const wanted of ['k', 'ns::k', 'k<int,4>', 'ns::k< int, 4 > ', name])
    assert.ok(namesKernel(wanted, name), wanted);
  for (const wanted of ['ns', 'k<int>', 'other::k', 'kk']) assert.ok(!namesKernel(wanted, name), wanted);
});
