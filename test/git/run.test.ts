/** Git as a child process: a signal to the whole process group ends it, and the run goes on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { runGit } from '../../src/git/run.ts';

test('git that a signal ended is asked once more, and only once', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-git-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const before = process.env.PATH;
  t.after(() => {
    process.env.PATH = before;
  });
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const asked = join(folder, 'asked');
  const fake = (times: number) => {
    const lines = ['#!/bin/sh', `echo >> ${asked}`, `[ $(wc -l < ${asked}) -gt ${times} ] || kill -TERM $$`];
    writeFileSync(join(folder, 'git'), [...lines, `exec ${real} "$@"`, ''].join('\n'));
    chmodSync(join(folder, 'git'), 0o755);
    if (existsSync(asked)) rmSync(asked);
  };
  process.env.PATH = `${folder}${delimiter}${before}`;
  fake(1);
  assert.match(runGit({ cwd: folder, args: ['--version'] }).toString(), /^git version/);
  fake(2);
  assert.throws(() => runGit({ cwd: folder, args: ['--version'] }), /git/);
});
