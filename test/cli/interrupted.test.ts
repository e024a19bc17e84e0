/** A run that a signal ends: reports are written with what is known, what is left is named, and the exit code is 3. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStoredResult } from '../../src/result/stored-result.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const posixSignals = { skip: process.platform === 'win32' ? 'there are no such signals on Windows' : false };

const QUICK = '__global__ void quick(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n';
/** Every pair of the stores is a question of its own about a product of unknowns: it takes far longer than the test. */
const SLOW = `__global__ void slow(int *p, int a, int b, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
${Array.from({ length: 120 }, (_, k) => `  p[(i * a + ${k}) * (b + i) * c % (a * b + ${k + 3}) + i * ${k + 1}] = ${k};`).join('\n')}
}
`;

function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const made = mkdtempSync(join(tmpdir(), 'gpurace-ended-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made, name), text);
  return made;
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
  /** Waits until standard error says this. */
  readonly says: (text: string) => Promise<void>;
}

function start(t: TestContext, cwd: string, args: readonly string[]): Run {
  const env = { ...process.env, GITHUB_ACTIONS: '' };
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const waiting: (() => void)[] = [];
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => {
    stderr += String(data);
    for (const look of waiting) look();
  });
  const ended = new Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>((settle) =>
    child.on('close', (code, signal) => settle({ code, signal, stdout, stderr })),
  );
  const says = (text: string) =>
    Promise.race([
      new Promise<void>((found) => {
        const look = () => {
          if (stderr.includes(text)) found();
        };
        waiting.push(look);
        look();
      }),
      ended.then(() => assert.fail(`ended before it said ${text}: ${stderr}`)),
    ]);
  return { child, ended, says };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`check: ${signal} writes every report, names what was left, and ends with 3`, posixSignals, async (t) => {
    const cwd = folder(t, { 'a.cu': QUICK, 'b.cu': SLOW });
    const formats = ['text', 'json', 'sarif', 'markdown', 'junit', 'gitlab', 'html'];
    const outputs = formats.flatMap((format) => ['--format', format, '--output', `out.${format}`]);
    const run = start(t, cwd, ['check', '--jobs', '1', '--timeout', '600', ...outputs, '.']);
    await run.says('[1/2] a.cu: 1 kernel\n');
    run.child.kill(signal);
    const { code, stderr } = await run.ended;
    assert.equal(code, 3, stderr);
    assert.match(stderr, new RegExp(`^gpurace: ${signal}: writing what is known so far`, 'm'));
    assert.match(stderr, /^\[2\/2\] b\.cu: /m);
    assert.deepEqual(
      formats.filter((format) => !existsSync(join(cwd, `out.${format}`))),
      [],
    );
    const { kernels, problems } = parseStoredResult(readFileSync(join(cwd, 'out.json'), 'utf8'), 'out.json');
    assert.deepEqual(
      kernels.map(({ kernel, verdict, reasons }) => [
        kernel,
        verdict,
        ...reasons.map(({ kind, text }) => [kind, text]),
      ]),
      [
        ['quick', 'race-free'],
        ['slow', 'inconclusive', ['cut-short', `the run was ended (${signal}) before it was decided`]],
      ],
    );
    assert.deepEqual(
      problems.map(({ message }) => message),
      [`the run was ended (${signal}) before 1 of 2 files were analysed: b.cu`],
    );
    for (const format of formats) {
      assert.ok(readFileSync(join(cwd, `out.${format}`), 'utf8').includes(`the run was ended (${signal})`), format);
    }
  });
}

test('diff: a signal ends the comparison with what it has', posixSignals, async (t) => {
  const cwd = folder(t, { 'b.cu': SLOW });
  const git = (...args: string[]) => {
    const words = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main', ...args];
    assert.equal(spawnSync('git', words, { cwd }).status, 0, args.join(' '));
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  writeFileSync(join(cwd, 'b.cu'), SLOW.replace('= 7;', '= 8;'));
  writeFileSync(join(cwd, 'a.cu'), QUICK);
  const run = start(t, cwd, [
    'diff',
    '--base',
    'HEAD',
    '--jobs',
    '1',
    '--timeout',
    '600',
    '--budget',
    '3000',
    '--format',
    'json',
  ]);
  await run.says('a.cu (head): 1 kernel\n');
  run.child.kill('SIGTERM');
  const { code, stdout, stderr } = await run.ended;
  assert.equal(code, 3, stderr);
  const { kernels } = parseStoredResult(stdout, 'stdout');
  assert.deepEqual(
    kernels.map(({ kernel, verdict }) => `${kernel} ${verdict}`),
    ['quick race-free', 'slow inconclusive'],
  );
});

test('a second signal ends at once', posixSignals, async (t) => {
  const cwd = folder(t, { 'a.cu': QUICK, 'b.cu': SLOW });
  const run = start(t, cwd, ['check', '--jobs', '1', '--timeout', '600', '.']);
  await run.says('[1/2] a.cu');
  run.child.kill('SIGTERM');
  await run.says('gpurace: SIGTERM: writing');
  run.child.kill('SIGTERM');
  const { code, signal } = await run.ended;
  // Where the reports were faster than this test there was nothing left to end.
  assert.ok(signal === 'SIGTERM' || code === 3, `${code} ${signal}`);
});
