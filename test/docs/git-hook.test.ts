/** The git hook that users copy, in a repository of its own. */
// slow: the hook that git runs is the program
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');

const CLEAN = `__global__ void reverse(int *data) {
  __shared__ int tile[256];
  int *mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
`;

test('a commit that deletes a barrier is stopped, others are not', { skip: process.platform === 'win32' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-hook-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = mkdtempSync(join(tmpdir(), 'gpurace-bin-'));
  t.after(() => rmSync(bin, { recursive: true, force: true }));
  writeFileSync(
    join(bin, 'gpurace'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'src/cli/main.ts')}" "$@"\n`,
  );
  chmodSync(join(bin, 'gpurace'), 0o755);

  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
      },
    );
    return { status, said: stdout + stderr };
  };
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    assert.equal(git('add', '.').status, 0);
    return git('commit', '--quiet', '-m', 'a change');
  };

  assert.equal(git('init', '--quiet').status, 0);
  assert.equal(commit({ 'a.cu': CLEAN }).status, 0);
  copyFileSync(join(ROOT, 'examples', 'git-hooks', 'pre-commit'), join(folder, '.git', 'hooks', 'pre-commit'));
  chmodSync(join(folder, '.git', 'hooks', 'pre-commit'), 0o755);

  const text = commit({ 'README.md': 'words\n' });
  assert.deepEqual(text, { status: 0, said: '' });
  const racy = commit({ 'a.cu': CLEAN.replace('  __syncthreads();\n', '') });
  assert.equal(racy.status, 1, racy.said);
  assert.match(racy.said, /intra-block-race in kernel reverse \(new\)/);
  assert.equal(commit({ 'a.cu': CLEAN.replace('256', '512') }).status, 0);
});
