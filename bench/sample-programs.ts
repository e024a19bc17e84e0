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
import { RODINIA, SAMPLES, type Sample, withoutTimes } from './programs-of-others.ts';

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
