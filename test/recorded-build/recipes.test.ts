/**
 * The workflows for recorded runs, as they are printed: the commands of the first job are run in a project with a makefile, and
 * what they leave is handed to the action with the inputs of the second.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { runStep, SCRIPTED } from '../action/runner-stand-in.ts';
import { temporaryRepository } from '../git/repository.ts';
import { compiler } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const Steps = z.array(
  z.object({
    uses: z.string().optional(),
    run: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
    with: z.record(z.string(), z.unknown()).optional(),
  }),
);
const Workflow = z.object({
  jobs: z.object({ record: z.object({ steps: Steps }), races: z.object({ steps: Steps }) }),
});

function workflow(name: string) {
  return Workflow.parse(parse(readFileSync(join(ROOT, 'examples/workflows', name), 'utf8'))).jobs;
}

const SOURCE = `#include <cstdio>
__global__ void swap(int *data) {
  __shared__ int row[64];
  row[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = row[63 - threadIdx.x];
}
int main() {
  int *data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  swap<<<1, 64>>>(data);
  puts(cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
`;
const MAKEFILE =
  'NVCC = nvcc\ntests: swap\nswap: swap.cu\n\t$(NVCC) -O2 -arch=sm_80 swap.cu -o swap\nrun-tests: swap\n\t./swap\n';

test('both recipes are the same but for the compiler and the machine', () => {
  const [gpu, cpu] = ['gpu-traces.yml', 'cpu-traces.yml'].map(workflow);
  const commands = (jobs: typeof gpu) => jobs!.record.steps.flatMap(({ run }) => run ?? []);
  assert.deepEqual(
    commands(gpu).map((command) => command.replace('cli.js nvcc', 'cli.js c++')),
    commands(cpu),
  );
  assert.deepEqual(gpu!.races, cpu!.races);
  assert.deepEqual(gpu!.record.steps.at(-1), cpu!.record.steps.at(-1));
});

const hasMake = spawnSync('make', ['--version']).status === 0;
const skip = compiler === null ? 'there is no g++' : hasMake ? false : 'there is no make';

describe('cpu-traces.yml', () => {
  test('what it records is found by the job behind it', { skip }, async (t) => {
    const { record, races } = workflow('cpu-traces.yml');
    const repository = temporaryRepository(t, { 'README.md': 'swap\n' });
    const before = repository.commit('start');
    repository.write({ 'swap.cu': SOURCE, Makefile: MAKEFILE });
    const after = repository.commit('swap');
    // What `actions/checkout` leaves there is this tree, as it is.
    const own = join(repository.folder, '.gpurace', 'dist');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'package.json'), '{ "type": "module" }\n');
    writeFileSync(join(own, 'cli.js'), `import '${pathToFileURL(join(ROOT, 'src/cli/main.ts')).href}';\n`);
    for (const { run, env = {} } of record.steps) {
      if (run === undefined) continue;
      const given = Object.entries(env).map(([name, text]) => [
        name,
        text.replace(/\$\{\{ github\.workspace \}\}/g, repository.folder),
      ]);
      const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', run], {
        cwd: repository.folder,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
          ...Object.fromEntries(given),
        },
        encoding: 'utf8',
        timeout: 300_000,
      });
      assert.equal(status, 0, `${run}\n${stdout}${stderr}`);
    }
    assert.match(readdirSync(join(repository.folder, 'traces')).join(), /^\d+\.trace$/);
    const inputs = races.steps.find(({ uses }) => uses?.startsWith('gpurace/'))?.with ?? {};
    const finished = await runStep(t, {
      entry: SCRIPTED,
      files: {},
      inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)])),
      eventName: 'push',
      event: JSON.stringify({
        ref: 'refs/heads/main',
        before,
        after,
        repository: { name: 'kernels', owner: { login: 'octo-org' } },
      }),
      // A checkout has the traces beside the sources, and nothing that the other job has built.
      prepare: (workspace) => {
        cpSync(repository.folder, workspace, { recursive: true, filter: (path) => !path.includes('.gpurace') });
      },
    });
    assert.equal(finished.exitCode, 1, finished.log.join('\n') + finished.stderr);
    const { findings } = parseStoredResult(
      readFileSync(join(finished.workspace, 'gpurace.json'), 'utf8'),
      'the result',
    );
    assert.deepEqual(
      findings.map(({ kernel, evidence, rule, accesses }) => [
        kernel,
        evidence,
        rule,
        ...accesses.map(({ file, line }) => `${file}:${line}`).sort(),
      ]),
      [['swap', 'trace', 'intra-block-race', 'swap.cu:4', 'swap.cu:5']],
    );
  });
});
