/**
 * Programs by `gpurace nvcc` on a GPU: do they print what they printed before, are the planted races found, what does it cost?
 *   node bench/gpu-programs.ts build FOLDER [--arch sm_90a] [--rodinia FOLDER] [--samples FOLDER] [NAME…]
 *   bash FOLDER/run.sh RESULTS            on the machine with the GPU; it needs neither Node nor a toolkit
 *   node bench/gpu-programs.ts read FOLDER RESULTS
 * `build` builds each program twice, by nvcc and by `gpurace nvcc`: those of `test/recorded-build`, `bench/cpu/kernels.cu`, and those
 * of others by their own makefiles with the compiler replaced. What nvcc alone has built before is kept. `run.sh` runs the one, the other, and the other with a trace, each
 * twice. Of their times the fastest counts.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTraceReader, LAST_MEMORY_OP } from '../src/trace/index.ts';
import { expectedOf, racesIn } from '../test/recorded-build/planted.ts';
import { RODINIA, SAMPLES, type Sample, withoutTimes } from './programs-of-others.ts';
import { quantile } from './row.ts';

const { values, positionals } = parseArgs({
  options: {
    arch: { type: 'string', default: 'sm_90a' },
    rodinia: { type: 'string' },
    samples: { type: 'string' },
  },
  allowPositionals: true,
});
const [verb, to, ...others] = positionals;
if (to === undefined || (verb !== 'build' && verb !== 'read')) throw new Error('build FOLDER, or read FOLDER RESULTS');
const folder = resolve(to);
const ROOT = join(import.meta.dirname, '..');
const OURS = ['cpu', 'programs', 'gpu'].map((name) => join(ROOT, 'test/recorded-build', name));
const CLI = [process.execPath, join(ROOT, 'src/cli/main.ts')] as const;
const KINDS = ['plain', 'recording'] as const;

/** Two runs of each kind; what it prints is kept of the last. The times are nanoseconds, a line a run. */
const RUN = `#!/bin/bash
here=$(cd "$(dirname "$0")" && pwd) out=$1
mkdir -p "$out"; out=$(cd "$out" && pwd)
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader >"$out/machine"
while IFS=$'\\t' read -r name args; do
  cd "$here/$name" || continue
  for kind in plain quiet traced; do
    for run in 1 2; do
      unset GPURACE_TRACE
      program=./recording
      if [ $kind = plain ]; then program=./plain; fi
      if [ $kind = traced ]; then export GPURACE_TRACE=$out/$name.trace GPURACE_LIMIT=400000000; fi
      from=$(date +%s%N)
      timeout -s KILL 20 bash -c 'exec -a ./program "$@"' - $program $args >"$out/$name.$kind.out" 2>"$out/$name.$kind.err"
      code=$?
      printf '%s\\t%s\\t%s\\t%s\\n' "$name" $kind $code $(($(date +%s%N) - from)) >>"$out/times"
      if [ $code = 137 ]; then break; fi
    done
  done
done <"$here/programs"
`;

function call([program, ...args]: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  return spawnSync(program!, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 });
}

interface Program {
  readonly name: string;
  readonly file: string;
  readonly options: readonly string[];
}

/** The program whose name another file's has in front (`parts-main`, `parts-other`) is built elsewhere. */
function ours(): Program[] {
  const files = OURS.filter((from) => existsSync(from)).flatMap((from) =>
    readdirSync(from)
      .filter((name) => name.endsWith('.cu') && !name.startsWith('parts-'))
      .map((name) => ({ name: `${from.split('/').at(-1)}-${name.slice(0, -3)}`, file: join(from, name), options: [] })),
  );
  return [...files, { name: 'kernels', file: join(ROOT, 'bench/cpu/kernels.cu'), options: ['-DON_GPU'] }];
}

function isWanted(name: string): boolean {
  return others.length === 0 || others.some((one) => name.includes(one));
}

const listed: string[] = [];

function build(): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, file, options } of ours()) {
    if (!isWanted(name)) continue;
    const cwd = join(folder, name);
    mkdirSync(cwd, { recursive: true });
    const args = ['-O2', '-std=c++17', '--extended-lambda', `-arch=${values.arch}`, ...options, file, '-o'];
    const said = missingKinds(cwd).map((kind) => {
      const compiler = kind === 'plain' ? ['nvcc'] : [...CLI, 'nvcc'];
      return call([...compiler, ...args, join(cwd, kind)], cwd);
    });
    built(name, said, '');
  }
  const scratch = mkdtempSync(join(tmpdir(), 'gpurace-gpu-'));
  try {
    if (values.rodinia !== undefined) for (const sample of RODINIA) buildOther(sample, scratch, values.rodinia, 'make');
    if (values.samples !== undefined)
      for (const sample of SAMPLES) buildOther(sample, scratch, values.samples, 'cmake');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  writeFileSync(join(folder, 'programs'), listed.join(''));
  writeFileSync(join(folder, 'run.sh'), RUN);
}

/** What nvcc alone has built before stays. */
function missingKinds(cwd: string): readonly (typeof KINDS)[number][] {
  return existsSync(join(cwd, 'plain')) ? ['recording'] : KINDS;
}

function built(name: string, said: readonly ReturnType<typeof call>[], args: string): void {
  const failed = said.find(({ status }) => status !== 0);
  const missing = said.flatMap(({ stderr }) => stderr.split('\n').filter((line) => line.includes('not recorded')));
  console.log(
    `${name}: ${failed === undefined ? 'built' : failed.stderr.split('\n').find((line) => /error/i.test(line))}`,
  );
  for (const line of missing) console.log(`  ${line}`);
  if (failed === undefined) listed.push(`${name}\t${args}\n`);
}

/** What CUDA 13 has under another name only. */
const RENAMED = '-DcudaThreadSynchronize=cudaDeviceSynchronize';

/** By its own makefile, once for each kind. */
function buildOther(sample: Sample, scratch: string, from: string, by: 'make' | 'cmake'): void {
  const name = `${by === 'make' ? 'rodinia' : 'samples'}-${sample.name.split('/').at(-1)}`;
  if (!isWanted(name) || sample.run.length === 0) return;
  const [program = '', ...args] = sample.large ?? sample.run;
  const to = join(folder, name);
  mkdirSync(to, { recursive: true });
  const said = missingKinds(to).map((kind) => {
    const root = join(scratch, kind, by);
    const compiler = join(scratch, `${kind}-nvcc`);
    const words = kind === 'plain' ? 'nvcc' : `'${CLI[0]}' '${CLI[1]}' nvcc`;
    writeFileSync(compiler, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
    const part = by === 'make' ? ['cuda', sample.name] : ['Samples', sample.name];
    const cwd = join(root, ...part);
    mkdirSync(dirname(cwd), { recursive: true });
    cpSync(join(from, ...part), cwd, { recursive: true });
    let result: ReturnType<typeof call>;
    if (by === 'make') {
      const toolkit = dirname(dirname(call(['sh', '-c', 'readlink -f $(command -v nvcc)'], cwd).stdout.trim()));
      mkdirSync(join(root, 'common'), { recursive: true });
      writeFileSync(join(root, 'common', 'make.config'), `CUDA_DIR = ${toolkit}\nCUDA_LIB_DIR = ${toolkit}/lib64\n`);
      const arch = values.arch.replace(/\D/g, '');
      const words = [`-gencode arch=compute_${arch},code=sm_${arch}`, RENAMED].join(' ');
      result = call(['make', `CC=${compiler}`, `NVCC=${compiler} ${words}`], cwd);
    } else {
      for (const one of ['Common', 'cmake'])
        if (existsSync(join(from, one))) cpSync(join(from, one), join(root, one), { recursive: true });
      const options = [`-DCMAKE_CUDA_COMPILER=${compiler}`, '-DCMAKE_CUDA_ARCHITECTURES=90'];
      const configured = call(['cmake', '-B', 'build', ...options], cwd);
      result = configured.status === 0 ? call(['cmake', '--build', 'build'], cwd) : configured;
    }
    const made = join(cwd, ...(by === 'make' ? [] : ['build']), program);
    if (existsSync(made)) cpSync(made, join(to, kind));
    return result;
  });
  for (const [file, text] of Object.entries(sample.inputs ?? {})) writeFileSync(join(to, file), text);
  built(name, said, args.join(' '));
}

/** Accesses that a trace holds, of one lane each. */
function accessesOf(trace: string): number {
  let accesses = 0;
  const reader = createTraceReader({
    launch: () => {},
    events: (batch) => {
      for (let i = 0; i < batch.length; i++) if (batch.op[i]! <= LAST_MEMORY_OP) accesses += lanesOf(batch.mask[i]!);
    },
    launchEnd: () => {},
    problem: ({ message }) => console.log(`${trace}: ${message}`),
  });
  if (reader.write(readFileSync(trace))) reader.end();
  return accesses;
}

function lanesOf(mask: number): number {
  let lanes = 0;
  for (let left = mask >>> 0; left !== 0; left = (left & (left - 1)) >>> 0) lanes++;
  return lanes;
}

function read(results: string): void {
  console.log(`${readFileSync(join(results, 'machine'), 'utf8')}`);
  const best = new Map<string, { readonly code: number; readonly ms: number }>();
  for (const line of readFileSync(join(results, 'times'), 'utf8').trimEnd().split('\n')) {
    const [name, kind, code, ns] = line.split('\t');
    const key = `${name}.${kind}`;
    best.set(key, {
      code: Number(code),
      ms: Math.min(best.get(key)?.ms ?? Number.POSITIVE_INFINITY, Number(ns) / 1e6),
    });
  }
  console.log(
    '| program | plain, ms | not recording | recording | prints the same | trace, KB | bytes an access | races |',
  );
  console.log('| --- | ---: | ---: | ---: | --- | ---: | ---: | --- |');
  const slower: number[] = [];
  const bytes: number[] = [];
  for (const line of readFileSync(join(folder, 'programs'), 'utf8').trimEnd().split('\n')) {
    const [name = ''] = line.split('\t');
    const [plain, quiet, traced] = ['plain', 'quiet', 'traced'].map((kind) => best.get(`${name}.${kind}`));
    if (plain === undefined || quiet === undefined || traced === undefined) {
      console.log(`| ${name} | not run | | | | | | |`);
      continue;
    }
    const [printed, ...recorded] = ['plain', 'quiet', 'traced'].map((kind) =>
      withoutTimes(readFileSync(join(results, `${name}.${kind}.out`), 'utf8')).replaceAll(/^(\w+) [\d.]+$/gm, '$1'),
    );
    const said = readFileSync(join(results, `${name}.traced.err`), 'utf8')
      .trim()
      .split('\n')[0];
    const isSame = recorded.every((one) => one === printed) && quiet.code === plain.code && traced.code === plain.code;
    const trace = join(results, `${name}.trace`);
    const size = existsSync(trace) ? statSync(trace).size : 0;
    const accesses = size === 0 ? 0 : accessesOf(trace);
    if (size > 0) {
      slower.push(traced.ms / plain.ms);
      if (accesses > 0) bytes.push(size / accesses);
    }
    const cells = [
      name,
      plain.ms.toFixed(0),
      (quiet.ms / plain.ms).toFixed(2),
      (traced.ms / plain.ms).toFixed(2),
      `${isSame ? 'yes' : 'no'}${plain.code === 0 ? '' : ` (ends with ${plain.code})`}${said ? ` (${said})` : ''}`,
      (size / 1000).toFixed(0),
      accesses === 0 ? '' : (size / accesses).toFixed(1),
      size === 0 ? 'no trace' : racesOf(name, trace),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`slow-down, whole programs, at the median: ${quantile(slower, 0.5).toFixed(2)} times`);
  console.log(`bytes an access, at the median: ${quantile(bytes, 0.5).toFixed(1)}`);
  kernelTimes(results);
}

function racesOf(name: string, trace: string): string {
  const { stdout, stderr } = call([...CLI, 'trace', trace, '--detector', 'gwcp,predict', '--format', 'json'], ROOT);
  if (!stdout.startsWith('{')) return stderr.split('\n')[0]!;
  const found = racesIn(stdout);
  const program = ours().find((one) => one.name === name);
  const planted = program === undefined ? [] : expectedOf(program.file).races;
  const missing = planted.filter((one) => !found.includes(one));
  const more = found.filter((one) => !planted.includes(one));
  const words = [`${planted.length - missing.length} of ${planted.length} planted`];
  if (missing.length > 0) words.push(`missing ${missing.join(', ')}`);
  if (more.length > 0) words.push(`also ${more.join(', ')}`);
  return words.join('; ');
}

/** What `bench/cpu/kernels.cu` measures itself, without the program's start. */
function kernelTimes(results: string): void {
  const [plain, quiet, traced] = ['plain', 'quiet', 'traced'].map((kind) => {
    const file = join(results, `kernels.${kind}.out`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return new Map([...text.matchAll(/^(\S+) ([\d.]+)$/gm)].map(([, name, ms]) => [name!, Number(ms)]));
  });
  for (const [name, ms] of plain!) {
    const [a, b] = [quiet!, traced!].map((times) => ((times.get(name) ?? Number.NaN) / ms).toFixed(1));
    console.log(`${name}: ${ms} ms; not recording ${a} times, recording ${b} times`);
  }
}

if (verb === 'build') build();
else read(resolve(others[0] ?? join(folder, 'results')));
