/** Every command that a page for users prints in a block of its own is run here, or there is a reason why it is not. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { temporaryRepository } from '../git/repository.ts';
import { ANALYSIS } from '../imports/logs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGES = [
  'README.md',
  ...globSync('docs/*.md', { cwd: ROOT }),
  ...globSync('docs/rules/*.md', { cwd: ROOT }),
].sort();

const SCAN = `__global__ void scan(float *data, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? data[i] : 0.0f;
  __syncthreads();
  if (i < n && threadIdx.x > 0) data[i] = tile[threadIdx.x] + tile[threadIdx.x - 1];
}
`;
const RACY = SCAN.replace('  __syncthreads();\n', '');
const SUM = `__global__ void sumUp(int *data, int n) {
  __shared__ int tile[128];
  int i = threadIdx.x;
  tile[i] = data[i];
  data[i] = tile[(i + 1) % 128];
  tile[i] = n;
}
void go(int *data) { sumUp<<<1, 128>>>(data, 3); }
`;
const SWAP = `__global__ void swap(int *out, const int *in) {
  __shared__ int row[64];
  int i = threadIdx.x;
  row[i] = in[i];
  out[i] = row[63 - i];
}
`;
const PROGRAM = `#include <cstdio>
__global__ void swap(int *data) {
  __shared__ int row[64];
  row[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = row[63 - threadIdx.x];
}
int main() {
  int *data;
  cudaMalloc(&data, 64 * sizeof(int));
  swap<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}
`;
/** `reduce(out, in)`, as a compiler would write it: each block adds its part. */
const PTX = `.version 7.0
.target sm_80
.address_size 64
.visible .entry reduce(.param .u64 reduce_param_0, .param .u64 reduce_param_1)
{
  .reg .b32 %r<6>;
  .reg .b64 %rd<7>;
  ld.param.u64 %rd1, [reduce_param_0];
  ld.param.u64 %rd2, [reduce_param_1];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.u32 %r5, [%rd4];
  mul.wide.u32 %rd5, %r1, 4;
  add.s64 %rd6, %rd2, %rd5;
  red.global.add.u32 [%rd6], %r5;
  ret;
}
`;

interface Scene {
  readonly files?: Readonly<Record<string, string>>;
  /** Folders of this repository that stand in the folder as well. */
  readonly folders?: readonly string[];
  /** What a system that runs the commands gives them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Commands before those of the page. */
  readonly before?: readonly string[];
  /** By its beginning: the exit code, or why it is not run. A tool in front says that it is run where that is there. */
  readonly commands: Readonly<Record<string, number | string | readonly [tool: string, code: number]>>;
}

const NEEDS_GPU = 'needs a GPU';

const SCENES: Readonly<Record<string, Scene>> = {
  'README.md': {
    commands: {
      'git clone': 'needs the network; test/cli/first-contact.test.ts installs the package',
      'node dist/cli.js check examples/': 'test/dist/offline.test.ts runs it, and compares what the page shows',
      'npm ci && npm test': 'runs this test',
    },
  },
  'docs/conditions.md': {
    folders: ['test'],
    commands: { 'node dist/cli.js check test/kernels/rows-of-a-struct.cu': 0 },
  },
  'docs/dynamic-detection.md': {
    files: { 'scan.cu': SCAN, 'src/sum.cu': SUM, 'races.log': ANALYSIS },
    commands: {
      'gpurace simulate': 0,
      'gpurace check scan.cu': 0,
      'gpurace trace scan.trace --detector': 0,
      'gpurace trace scan.trace --with': 0,
      'compute-sanitizer': NEEDS_GPU,
      'gpurace check src': 1,
      'gpurace trace races.log': 1,
    },
  },
  'docs/ptx.md': {
    files: {
      'reduce.cu':
        'extern "C" __global__ void reduce(const int *in, int *out) {\n  atomicAdd(&out[blockIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);\n}\n',
      'reduce.ptx': PTX,
    },
    commands: { 'nvcc -ptx': ['nvcc', 0], 'gpurace check reduce.ptx': 0, 'gpurace simulate reduce.ptx': 0 },
  },
  'docs/editors.md': {
    files: { 'scan.cu': SCAN },
    environment: { file: 'scan.cu' },
    commands: { 'npx gpurace check ${file}': 0 },
  },
  'docs/recipes.md': {
    files: { 'scan.cu': SCAN },
    environment: { BITBUCKET_PR_DESTINATION_BRANCH: 'main' },
    folders: ['examples'],
    before: [
      'git checkout -q -b work',
      'git update-ref refs/remotes/origin/main HEAD',
      'cp racy scan.cu',
      'git commit -qam racy',
    ],
    commands: {
      'gpurace simulate': 0,
      'gpurace trace': 1,
      'node gpurace/dist/cli.js diff --base origin/main --format rdjson': 1,
      reviewdog: 'needs reviewdog and a token; test/report/consumers.test.ts holds the file against its schema',
      'git clone': 'needs the network',
      'node gpurace/dist/cli.js diff --base origin/main --format text': 1,
      'node gpurace/dist/cli.js diff --base origin/main --format checkstyle': 1,
      'npx gpurace diff --base origin/main --format sarif': 1,
      'npx gpurace diff --base "origin/$BITBUCKET_PR_DESTINATION_BRANCH"': 1,
    },
  },
  'docs/recording.md': {
    files: { 'prog.cu': PROGRAM, 'k.ptx': PTX },
    before: [
      'gpurace check k.ptx --block-dim 64 --format json --output gpurace.json',
      // Stands for the run on a GPU.
      '(gpurace c++ prog.cu -o prog && GPURACE_TRACE=run.trace ./prog) || true',
    ],
    commands: {
      'gpurace nvcc': NEEDS_GPU,
      'GPURACE_TRACE=run.trace ./prog': NEEDS_GPU,
      'gpurace c++': ['g++', 0],
      'GPURACE_TRACE=run.trace GPURACE_SEED=7 ./prog': ['g++', 0],
      'gpurace trace run.trace': ['g++', 1],
      'gpurace instrument': 0,
    },
  },
  'docs/repair.md': {
    files: { 'src/swap.cu': SWAP },
    commands: { 'gpurace repair src/swap.cu': 0 },
  },
  'docs/simulator.md': { files: { 'scan.cu': SCAN }, commands: { 'gpurace simulate': 0 } },
};

/** Of a block in a language of its own, each command of ours that it hands to a shell. */
const EMBEDDED: Readonly<Record<string, (block: string) => string[]>> = {
  yaml: (block) => textsIn(parse(block)),
  json: (block) => textsIn(parse(block)),
  groovy: (block) => [...block.matchAll(/\bsh '([^']*)'/g)].map(([, command = '']) => command),
};

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The commands of blocks, in the order of the page, each on one line. Of a console, what stands behind `$`. */
function printed(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, language = '', block = '']) => {
    const lines = block.replace(/ *\\\n\s*/g, ' ').split('\n');
    const embedded = EMBEDDED[language];
    if (embedded !== undefined)
      return embedded(block).filter((text) => /^(?:npx gpurace|node gpurace\/dist\/cli\.js) /.test(text));
    if (language === 'console') return lines.flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
    // Of a block without a language, what begins as a command does; others are texts and formats.
    return language === '' || language === 'sh' || language === 'bash'
      ? lines.filter((line) =>
          /^(?:gpurace|node|npm|npx|git|nvcc|compute-sanitizer|reviewdog|ls|GPURACE_\w+=\S*) /.test(line),
        )
      : [];
  });
}

const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;

for (const page of PAGES) {
  const commands = printed(page);
  const scene = SCENES[page];
  if (commands.length === 0) {
    test(`${page} prints no command`, () => assert.equal(scene, undefined));
    continue;
  }
  describe(`commands of ${page}`, { skip: process.platform === 'win32' }, () => {
    const expected = commands.map((command) => {
      const [, said] = Object.entries(scene?.commands ?? {}).find(([start]) => command.startsWith(start)) ?? [];
      return { command, said };
    });

    test('each is run, or is not for a reason', () => {
      assert.deepEqual(
        expected.filter(({ said }) => said === undefined).map(({ command }) => command),
        [],
      );
      const unused = Object.keys(scene?.commands ?? {}).filter(
        (start) => !commands.some((one) => one.startsWith(start)),
      );
      assert.deepEqual(unused, []);
    });

    test('run', (t) => {
      const { files = {}, folders = [], before = [] } = scene ?? { commands: {} };
      const repository = temporaryRepository(t, { '.gitignore': 'bin\n', racy: RACY, ...files });
      const { folder } = repository;
      for (const name of folders) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
      if (folders.includes('test')) rmSync(join(folder, 'test', 'golden'), { recursive: true });
      repository.commit('start');
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      const program = join(bin, 'gpurace');
      writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'src/cli/main.ts')}" "$@"\n`);
      chmodSync(program, 0o755);
      const run = (command: string, environment: Readonly<Record<string, string>> = {}) => {
        const ours = command.replace(/^(?:npx gpurace|node (?:gpurace\/)?dist\/cli\.js)(?= )/, 'gpurace');
        const PATH = `${bin}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
        const env = {
          ...process.env,
          PATH,
          GIT_AUTHOR_NAME: 'A',
          GIT_AUTHOR_EMAIL: 'a@example.com',
          GIT_COMMITTER_NAME: 'A',
          GIT_COMMITTER_EMAIL: 'a@example.com',
          ...environment,
        };
        return spawnSync('sh', ['-c', ours], { cwd: folder, encoding: 'utf8', env });
      };
      for (const command of before) assert.ok([0, 1].includes(run(command).status ?? -1), command);
      for (const { command, said } of expected) {
        if (said === undefined || typeof said === 'string') continue;
        const [tool, code] = typeof said === 'number' ? [null, said] : said;
        if (tool !== null && !has(tool)) {
          t.diagnostic(`no ${tool}: ${command}`);
          continue;
        }
        const { status, stdout, stderr } = run(command, scene?.environment);
        assert.equal(status, code, `${page}: ${command}\n${stdout}${stderr}`);
      }
    });
  });
}
