import assert from 'node:assert/strict';
import { test } from 'node:test';
import { separateKernelNames } from '../../src/cli/kernel-names.ts';

const TABLE: readonly [args: string, rewritten: string][] = [
  ['check a.cu', 'check a.cu'],
  ['check --kernel k', 'check --kernel=k'],
  ['check --kernel k a.cu', 'check --kernel=k a.cu'],
  ['check --kernel k l a.cu b.cu', 'check --kernel=k --kernel=l a.cu b.cu'],
  ['check --kernel k --kernel l a.cu', 'check --kernel=k --kernel=l a.cu'],
  ['check --kernel ns::k<256> -- a.cu', 'check --kernel=ns::k<256> -- a.cu'],
  ['check -- --kernel k a.cu', 'check -- --kernel k a.cu'],
  ['check --kernel a.cu', 'check --kernel=a.cu'],
  ['check --kernel', 'check --kernel'],
  ['check --kernel --jobs 2', 'check --kernel --jobs 2'],
  ['check --kernel k a.cu l', 'check --kernel=k a.cu l'],
];

for (const [args, rewritten] of TABLE) {
  test(`separates ${args}`, () => {
    assert.equal(separateKernelNames(args.split(' '), (word) => /[./]/.test(word)).join(' '), rewritten);
  });
}
