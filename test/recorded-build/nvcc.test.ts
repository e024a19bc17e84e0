/**
 * `gpurace nvcc` with the nvcc of this machine: programs of ours are built, linked in several ways, and do without a device
 * what the same programs do when nvcc alone has built them. That they record is shown in recorder.test.ts; a GPU takes it further.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hasNvcc } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = join(import.meta.dirname, 'programs');
const folder = mkdtempSync(join(tmpdir(), 'gpurace-nvcc-test-'));
after(() => rmSync(folder, { recursive: true }));

const { GPURACE_TRACE: _, ...PLAIN } = process.env;
const ENV = { ...PLAIN, XDG_CACHE_HOME: join(folder, 'cache') };

function call(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = PROGRAMS) {
  return spawnSync(program, args, { cwd, env: { ...ENV, ...env }, encoding: 'utf8', timeout: 300_000 });
}

function gpurace(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = PROGRAMS) {
  return call(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'nvcc', ...args], env, cwd);
}

/** Builds, and compares with what nvcc alone makes of the last call. */
function builds(name: string, ...calls: readonly (readonly string[])[]): string {
  const program = join(folder, name);
  for (const [at, args] of calls.entries()) {
    const output = at === calls.length - 1 ? ['-o', program] : [];
    const { status, stderr } = gpurace([...args, ...output]);
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /not recorded/);
  }
  return program;
}

function behavesLike(program: string, plain: string): void {
  const expected = call(plain, []);
  const quiet = call(program, []);
  assert.deepEqual([quiet.status, quiet.stdout, quiet.stderr], [expected.status, expected.stdout, expected.stderr]);
  const trace = `${program}.trace`;
  const traced = call(program, [], { GPURACE_TRACE: trace });
  assert.deepEqual([traced.status, traced.stdout], [expected.status, expected.stdout]);
  // Here is no device; where there is one, the trace is the proof.
  if (!existsSync(trace)) assert.match(traced.stderr, /^gpurace: launches are not recorded: .*driver/);
}

function records(program: string): void {
  const names = call('nm', [program]).stdout;
  for (const name of ['gpurace_modules', 'gpurace_register', 'gpurace_cudaLaunchKernel'])
    assert.ok(names.includes(name));
}

// Of each test and not of all together: a report counts tests.
const skip = hasNvcc ? false : 'there is no nvcc';

describe('gpurace nvcc', () => {
  for (const name of ['barrier', 'lock', 'template', 'streams', 'operators', 'groups', 'warps', 'leaves', 'dynamic']) {
    test(`${name}.cu`, { skip }, () => {
      const options = name === 'groups' ? ['-arch=sm_80'] : name === 'template' ? ['-std=c++14', '-O3'] : [];
      const program = builds(name, [...options, `${name}.cu`]);
      const plain = join(folder, `${name}-plain`);
      assert.equal(call('nvcc', [...options, `${name}.cu`, '-o', plain]).status, 0);
      records(program);
      behavesLike(program, plain);
    });
  }

  test('two files with relocatable device code, and two architectures', { skip }, () => {
    const [main, other] = [join(folder, 'main.o'), join(folder, 'other.o')];
    const archs = ['-gencode', 'arch=compute_80,code=sm_80', '-gencode', 'arch=compute_90,code=compute_90'];
    const program = builds(
      'parts',
      [...archs, '-dc', 'parts-main.cu', '-o', main],
      [...archs, '-dc', 'parts-other.cu', '-o', other],
      [...archs, main, other],
    );
    const plain = join(folder, 'parts-plain');
    assert.equal(call('nvcc', [...archs, '-rdc=true', 'parts-main.cu', 'parts-other.cu', '-o', plain]).status, 0);
    records(program);
    behavesLike(program, plain);
  });

  test('an object that another linker takes, in a library', { skip }, () => {
    const [object, library, program] = ['lib.o', 'libone.a', 'linked'].map((name) => join(folder, name));
    const made = gpurace(['-c', 'barrier.cu', '-o', object!, '-MD', '-MF', join(folder, 'lib.d')]);
    assert.equal(made.status, 0, made.stderr);
    assert.equal(made.stderr, '');
    const plain = call('nvcc', ['-c', 'barrier.cu', '-o', object!, '-MD', '-MF', join(folder, 'plain.d')]);
    assert.equal(plain.status, 0);
    assert.equal(readFileSync(join(folder, 'lib.d'), 'utf8'), readFileSync(join(folder, 'plain.d'), 'utf8'));
    assert.equal(gpurace(['-c', 'barrier.cu', '-o', object!]).status, 0);
    const two = gpurace(['-c', 'parts-other.cu', '-Dstore=stored', '-o', join(folder, 'two.o')]);
    assert.equal(two.status, 0, two.stderr);
    assert.equal(call('ar', ['rcs', library!, object!, join(folder, 'two.o')]).status, 0);
    const top = /TOP=(.*)$/m.exec(call('nvcc', ['--dryrun', '-c', 'x.cu']).stderr)?.[1];
    const linked = call('g++', [
      ...[object!, library!, `-L${top}/lib64`, `-L${top}/targets/x86_64-linux/lib`],
      ...['-lcudart_static', '-lrt', '-lpthread', '-ldl', '-o', program!],
    ]);
    assert.equal(linked.status, 0, linked.stderr);
    records(program!);
    assert.equal(call(program!, []).stdout, 'barrier\n');
  });

  const hasCmake = call('cmake', ['--version']).status === 0 && call('make', ['--version']).status === 0;
  test('CMake takes it for the CUDA compiler', {
    skip: skip || (hasCmake ? false : 'there is no cmake and make'),
  }, () => {
    const project = join(folder, 'project');
    cpSync(join(PROGRAMS, 'barrier.cu'), join(project, 'barrier.cu'));
    const lines = [
      'cmake_minimum_required(VERSION 3.18)',
      'project(one LANGUAGES CXX CUDA)',
      'add_executable(one barrier.cu)',
    ];
    writeFileSync(join(project, 'CMakeLists.txt'), lines.join('\n'));
    const script = join(project, 'compiler');
    const ours = `exec '${process.execPath}' '${join(ROOT, 'src/cli/main.ts')}' nvcc "$@"`;
    writeFileSync(script, `#!/bin/sh\n${ours}\n`, { mode: 0o755 });
    const options = [`-DCMAKE_CUDA_COMPILER=${script}`, '-DCMAKE_CUDA_ARCHITECTURES=80'];
    const configured = call('cmake', ['-B', 'build', ...options], {}, project);
    assert.equal(configured.status, 0, configured.stderr);
    const built = call('cmake', ['--build', 'build'], {}, project);
    assert.equal(built.status, 0, built.stderr);
    records(join(project, 'build', 'one'));
    assert.equal(call(join(project, 'build', 'one'), []).stdout, 'barrier\n');
  });

  test('what makes no host code is nvcc alone: versions, PTX, its errors and exit codes', { skip }, () => {
    assert.match(gpurace(['--version']).stdout, /Cuda compilation tools/);
    const ptx = join(folder, 'plain.ptx');
    assert.equal(gpurace(['-ptx', 'barrier.cu', '-o', ptx]).status, 0);
    assert.doesNotMatch(readFileSync(ptx, 'utf8'), /gpurace/);
    const broken = join(folder, 'broken.cu');
    writeFileSync(broken, '__global__ void k() { nothing(); }\n');
    const [ours, theirs] = [
      gpurace(['-c', broken, '-o', `${broken}.o`]),
      call('nvcc', ['-c', broken, '-o', `${broken}.o`]),
    ];
    assert.notEqual(ours.status, 0);
    assert.equal(
      ours.stderr.includes('identifier "nothing" is undefined'),
      theirs.stderr.includes('"nothing" is undefined'),
    );
    assert.notEqual(gpurace(['--no-such-option']).status, 0);
  });

  test('which nvcc', { skip }, () => {
    const none = gpurace(['-c', 'barrier.cu'], { GPURACE_NVCC: '/nowhere/nvcc' });
    assert.deepEqual([none.status, none.stderr], [2, 'gpurace: GPURACE_NVCC: /nowhere/nvcc is no program\n']);
    const loop = join(folder, 'nvcc');
    writeFileSync(loop, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'src/cli/main.ts')}' nvcc "$@"\n`, {
      mode: 0o755,
    });
    const round = gpurace(['--version'], { GPURACE_NVCC: loop });
    assert.equal(round.status, 2);
    assert.match(round.stderr, /GPURACE_NVCC has to name the real one/);
  });
});
