/**
 * Programs of others by `gpurace c++`: built by their own makefiles, whose compiler is replaced, and run with small inputs.
 *   node bench/sample-programs.ts [--rodinia FOLDER] [--samples FOLDER] [--timeout SECONDS] [NAME…]
 * The folders are checkouts of `yuhc/gpu-rodinia` and `NVIDIA/cuda-samples`; they are copied, and no file in them is changed. Of
 * rodinia the makefiles are called with `CC` and `NVCC`, of the samples CMake with `CMAKE_CUDA_COMPILER` (it wants a toolkit to be
 * there, of which nothing is used). Prints a table of what was built, what ended, whether it printed the same with a trace, and
 * in how many pairs of places the detectors saw races.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const { values, positionals } = parseArgs({
  options: {
    rodinia: { type: 'string' },
    samples: { type: 'string' },
    timeout: { type: 'string', default: '300' },
  },
  allowPositionals: true,
});
const ROOT = join(import.meta.dirname, '..');
const TIMEOUT = Number(values.timeout) * 1000;
const folder = mkdtempSync(join(tmpdir(), 'gpurace-samples-'));
const compiler = join(folder, 'gpurace-c++');
const CLI = [process.execPath, join(ROOT, 'src/cli/main.ts')] as const;
writeFileSync(compiler, `#!/bin/sh\nexec '${CLI[0]}' '${CLI[1]}' c++ "$@"\n`, { mode: 0o755 });

interface Sample {
  readonly name: string;
  readonly run: readonly string[];
  /** An input of our making, by its name beside the program. */
  readonly inputs?: Readonly<Record<string, string>>;
}

/** A graph of `nodes` in which node i leads to 2i + 1 and 2i + 2, as bfs reads it. */
function tree(nodes: number): string {
  const edges = Array.from({ length: nodes }, (_, i) => [2 * i + 1, 2 * i + 2].filter((to) => to < nodes));
  let from = 0;
  const rows = edges.map((to) => {
    const row = `${from} ${to.length}`;
    from += to.length;
    return row;
  });
  return `${nodes}\n${rows.join('\n')}\n\n0\n\n${from}\n${edges.flatMap((to) => to.map((one) => `${one} 1`)).join('\n')}\n`;
}

/** Rows of numbers that do not repeat soon. */
function numbers(rows: number, columns: number): string {
  const row = (y: number) => Array.from({ length: columns }, (_, x) => ((x * 7 + y * 13) % 97) / 8 + 1).join(' ');
  return `${Array.from({ length: rows }, (_, y) => row(y)).join('\n')}\n`;
}

const column = (count: number) => `${Array.from({ length: count }, (_, i) => 320 + (i % 17) / 4).join('\n')}\n`;

const RODINIA: readonly Sample[] = [
  { name: 'backprop', run: ['./backprop', '256'] },
  { name: 'bfs', run: ['./bfs.out', 'tree'], inputs: { tree: tree(300) } },
  { name: 'gaussian', run: ['./gaussian', '-s', '16', '-q'] },
  {
    name: 'hotspot',
    run: ['./hotspot', '64', '2', '2', 'temp', 'power', 'out'],
    inputs: { temp: column(4096), power: column(4096) },
  },
  { name: 'kmeans', run: ['./kmeans', '-i', 'points', '-o'], inputs: { points: points(200) } },
  { name: 'nw', run: ['./needle', '64', '10'] },
  { name: 'pathfinder', run: ['./pathfinder', '512', '20', '10'] },
  { name: 'srad/srad_v2', run: ['./srad', '64', '64', '0', '31', '0', '31', '0.5', '2'] },
  { name: 'particlefilter', run: ['./particlefilter_float', '-x', '32', '-y', '32', '-z', '3', '-np', '64'] },
  { name: 'cfd', run: [] },
];

/** Points with their number in front, as kmeans reads them. */
function points(count: number): string {
  return numbers(count, 4)
    .trimEnd()
    .split('\n')
    .map((row, i) => `${i} ${row}\n`)
    .join('');
}

const SAMPLES: readonly Sample[] = [
  { name: '0_Introduction/vectorAdd', run: ['./vectorAdd'] },
  { name: '0_Introduction/simpleTemplates', run: ['./simpleTemplates'] },
  { name: '0_Introduction/simpleCooperativeGroups', run: ['./simpleCooperativeGroups'] },
  { name: '0_Introduction/simpleVoteIntrinsics', run: ['./simpleVoteIntrinsics'] },
  { name: '0_Introduction/simpleAtomicIntrinsics', run: ['./simpleAtomicIntrinsics'] },
  { name: '0_Introduction/clock', run: ['./clock'] },
  { name: '0_Introduction/simpleAWBarrier', run: ['./simpleAWBarrier'] },
  { name: '0_Introduction/simpleTexture', run: ['./simpleTexture'] },
  { name: '0_Introduction/simplePitchLinearTexture', run: ['./simplePitchLinearTexture'] },
  {
    name: '3_CUDA_Features/globalToShmemAsyncCopy',
    run: ['./globalToShmemAsyncCopy', '-wA=64', '-hA=64', '-wB=64', '-hB=64'],
  },
];

const Found = z.object({
  findings: z.array(z.object({ accesses: z.array(z.object({ file: z.string(), line: z.number() })) })),
});

function call([program, ...args]: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  return spawnSync(program!, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: TIMEOUT,
    maxBuffer: 1 << 28,
  });
}

/** Times are others each time. */
function withoutTimes(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) =>
        !/time|sec|GB\/s|\bms\b|GFlop|clock|^(?:Init|MemAlloc|HtoD|Exec|DtoH|Close|API|Total|Kernel)\b/i.test(line),
    )
    .join('\n');
}

/** The first line that says what is wrong. */
function complaint(text: string): string {
  const line = text.split('\n').find((one) => /error|undefined reference|No rule/i.test(one)) ?? '';
  return line
    .replaceAll('|', '\\|')
    .replace(/^.*?((?:fatal )?error)/, '$1')
    .slice(0, 100);
}

/** What a run says: how it ended, whether it prints the same with a trace, what was seen in that. */
function ran(sample: Sample, cwd: string): string {
  for (const [name, text] of Object.entries(sample.inputs ?? {})) writeFileSync(join(cwd, name), text);
  const plain = call(sample.run, cwd);
  if (plain.status !== 0) {
    const why = plain.error ? `not done after ${values.timeout} s` : `ends with ${plain.signal ?? plain.status}`;
    return `yes | ${why} | |`;
  }
  const trace = join(cwd, 'run.trace');
  const traced = call(sample.run, cwd, { GPURACE_TRACE: trace, GPURACE_LIMIT: '200000000' });
  const isSame = traced.status === 0 && withoutTimes(traced.stdout) === withoutTimes(plain.stdout);
  if (!existsSync(trace)) return `yes | yes | ${isSame ? 'yes' : 'no'} | no trace`;
  const result = call([...CLI, 'trace', trace, '--format', 'json'], cwd);
  if (result.error) return `yes | yes | ${isSame ? 'yes' : 'no'} | not done after ${values.timeout} s`;
  const { findings } = Found.parse(JSON.parse(result.stdout));
  const pairs = new Set(findings.map(({ accesses }) => accesses.map(({ file, line }) => `${file}:${line}`).join(' ')));
  return `yes | yes | ${isSame ? 'yes' : 'no'} | ${pairs.size}`;
}

/** A row of the table. */
function tried(sample: Sample, cwd: string, builds: readonly (readonly string[])[], programs: string): string {
  for (const step of builds) {
    const { status, stdout, stderr, error } = call(step, cwd);
    if (status !== 0) return `no: ${error ? `not done after ${values.timeout} s` : complaint(stderr + stdout)} | | |`;
  }
  return ran(sample, programs);
}

function wanted({ name }: Sample): boolean {
  return positionals.length === 0 || positionals.some((one) => name.endsWith(one));
}

try {
  console.log('| program | built | came to its end | same with a trace | pairs that race |');
  console.log('| --- | --- | --- | --- | ---: |');
  if (values.rodinia !== undefined) {
    const root = join(folder, 'rodinia');
    mkdirSync(root);
    cpSync(join(values.rodinia, 'cuda'), join(root, 'cuda'), { recursive: true });
    // What the makefiles read first: where CUDA lies, which is said to be nowhere.
    mkdirSync(join(root, 'common'));
    writeFileSync(join(root, 'common', 'make.config'), 'CUDA_DIR = /nowhere\nCUDA_LIB_DIR = /nowhere\n');
    for (const sample of RODINIA.filter(wanted)) {
      const cwd = join(root, 'cuda', sample.name);
      const make = ['make', `CC=${compiler}`, `NVCC=${compiler}`];
      console.log(`| rodinia ${sample.name} | ${tried(sample, cwd, [make], cwd)}`);
    }
  }
  if (values.samples !== undefined) {
    const root = join(folder, 'samples');
    for (const part of ['Common', 'cmake']) {
      const from = join(values.samples, part);
      if (existsSync(from)) cpSync(from, join(root, part), { recursive: true });
    }
    for (const sample of SAMPLES.filter(wanted)) {
      const cwd = join(root, 'Samples', sample.name);
      mkdirSync(dirname(cwd), { recursive: true });
      cpSync(join(values.samples, 'Samples', sample.name), cwd, { recursive: true });
      const options = [`-DCMAKE_CUDA_COMPILER=${compiler}`, '-DCMAKE_CUDA_ARCHITECTURES=80'];
      const builds = [
        ['cmake', '-B', 'build', ...options],
        ['cmake', '--build', 'build'],
      ];
      console.log(`| samples ${sample.name} | ${tried(sample, cwd, builds, join(cwd, 'build'))}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
