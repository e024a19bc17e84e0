/** The first five minutes of a new user: the packed package in an empty folder, a racy file, a repository of their own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
/** What the package may take on a user's disk. */
const MOST_BYTES = 45e6;
const SHIFT = `__global__ void shift(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = in[blockIdx.x * 64 + i];
  __syncthreads();
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];
}
void launch(int *out, const int *in) { shift<<<16, 64>>>(out, in); }
`;

test('pack, install, check, diff', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-first-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (command: string, args: readonly string[], cwd = folder) => {
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    t.diagnostic(`${command} ${args.slice(0, 3).join(' ')}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return { status, stdout, stderr };
  };
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const [{ filename, unpackedSize }] = JSON.parse(packed.stdout) as [{ filename: string; unpackedSize: number }];
  assert.ok(unpackedSize < MOST_BYTES, `${unpackedSize} bytes`);

  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)]);
  assert.equal(installed.status, 0, installed.stderr);
  const inside = join(folder, 'node_modules', 'gpurace');
  assert.ok(statSync(join(inside, 'README.md')).isFile());
  const { dependencies, repository, homepage, bugs, keywords } = JSON.parse(
    readFileSync(join(inside, 'package.json'), 'utf8'),
  );
  assert.equal(dependencies, undefined, 'one package, and nothing else');
  for (const said of [repository, homepage, bugs, keywords]) assert.ok(said);

  writeFileSync(join(folder, 'shift.cu'), SHIFT.replace('  __syncthreads();\n', ''));
  const racy = run('npx', ['--no-install', 'gpurace', 'check', 'shift.cu']);
  assert.equal(racy.status, 1, racy.stderr);
  assert.match(racy.stdout, /shift\.cu:4:3: error: intra-block-race in kernel shift/);

  writeFileSync(join(folder, '.gitignore'), 'node_modules\n*.tgz\n');
  writeFileSync(join(folder, 'shift.cu'), SHIFT);
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.org', '-c', 'init.defaultBranch=main', ...args]);
  git('init', '--quiet');
  git('add', '-A');
  assert.equal(git('commit', '--quiet', '-m', 'base').status, 0);
  writeFileSync(join(folder, 'shift.cu'), SHIFT.replace('  __syncthreads();\n', ''));
  git('commit', '--quiet', '-am', 'without the barrier');
  const compared = run('npx', ['--no-install', 'gpurace', 'diff', '--base', 'HEAD~1']);
  assert.equal(compared.status, 1, compared.stderr);
  assert.match(compared.stdout, /1 new/);
});
