import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { StoredResult } from '../../src/result/stored-form.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import type { Analyse } from '../../src/run/index.ts';
import { access, finding, kernel, result } from '../report/sample-result.ts';
import { workbench } from './harness.ts';

const KERNEL = '__global__ void k(int *a) { a[threadIdx.x] = 0; }\n';

/** One race-free kernel per file. */
const clean: Analyse = async (_tree, files) =>
  result({ kernels: files.map((file) => kernel({ file, verdict: 'race-free', assumptions: [], launches: [] })) });

const racy: Analyse = async (_tree, [file = '']) =>
  result({
    kernels: [
      kernel({ file, launches: [], assumptions: [{ kind: 'assert', text: 'n > 0', place: { file, line: 1 } }] }),
    ],
    findings: [
      finding({
        accesses: [access({ file }), access({ file })],
        replay: { text: 'it ended', place: { file, line: 7 }, isGuess: false },
      }),
    ],
  });

test('finds kernel sources below folders', async (t) => {
  const bench = workbench(t, {
    'z.cu': KERNEL,
    'src/a.cu': KERNEL,
    'src/b.cuh': KERNEL,
    'src/c.CL': '',
    'src/d.hip': '',
    'src/e.cpp': 'int main() {}',
    'src/f.cpp': KERNEL,
    'src/g.hpp': KERNEL,
    'src/h.py': KERNEL,
    '.git/x.cu': KERNEL,
    'node_modules/p/x.cu': KERNEL,
    'build/x.cu': KERNEL,
    'cmake-build-debug/x.cu': KERNEL,
    'src/_build/x.cu': KERNEL,
    'rebuild/x.cu': KERNEL,
  });
  const { code, stderr } = await bench.run(['check'], { analyse: clean });
  assert.equal(code, 0);
  assert.equal(stderr, '');
  assert.deepEqual(bench.calls[0]?.files, [
    'rebuild/x.cu',
    'src/a.cu',
    'src/b.cuh',
    'src/c.CL',
    'src/d.hip',
    'src/f.cpp',
    'src/g.hpp',
    'z.cu',
  ]);
  assert.equal(bench.calls[0]?.root, bench.cwd);
});

test('takes files and folders, each file once', async (t) => {
  const bench = workbench(t, { 'src/a.cu': KERNEL, 'src/b.cu': KERNEL, 'c.cu': KERNEL });
  await bench.run(['check', 'src', 'src/a.cu', './c.cu', 'src/../c.cu'], { analyse: clean });
  assert.deepEqual(bench.calls[0]?.files, ['c.cu', 'src/a.cu', 'src/b.cu']);
});

test('takes globs, and leaves out what is excluded', async (t) => {
  for (const exclude of ['src/gen/**', 'src/gen', './src/gen/', '**/b.*']) {
    const config = `exclude: '${exclude}'\n`;
    const bench = workbench(t, { 'src/a.cu': KERNEL, 'src/gen/b.cu': KERNEL, '.gpurace.yml': config });
    await bench.run(['check', '**/*.cu'], { analyse: clean });
    assert.deepEqual(bench.calls[0]?.files, ['src/a.cu'], exclude);
  }
});

test('a named .cpp is taken as it is; a link below a folder is not followed', async (t) => {
  const bench = workbench(t, { 'src/a.cpp': 'int main() {}', 'other/b.cu': KERNEL });
  symlinkSync('/etc/passwd', join(bench.cwd, 'src/passwd.cu'));
  symlinkSync(join(bench.cwd, 'src'), join(bench.cwd, 'src/loop'));
  await bench.run(['check', 'src/a.cpp', 'src'], { analyse: clean });
  assert.deepEqual(bench.calls[0]?.files, ['src/a.cpp']);
});

test('all options reach the engine', async (t) => {
  const bench = workbench(t, { 'a.cu': `${KERNEL}namespace ns {\n${KERNEL.replace(' k(', ' l(')}}\n`, 'inc/x.h': '' });
  const args =
    'check a.cu --grid-dim 4,2 --block-dim 32 --kernel k ns::l --assume n>0 --assume m>0 -I inc -DN=4 -D M --std c++17 --lang hip --warp-model lockstep --timeout 1.5 --jobs 3';
  const { code, stderr } = await bench.run(args.split(' '), { analyse: clean });
  assert.equal(code, 0, stderr);
  assert.deepEqual(bench.calls[0]?.options, {
    gridDim: [4, 2, 1],
    blockDim: [32, 1, 1],
    kernels: ['k', 'ns::l'],
    assume: ['n>0', 'm>0'],
    includeDirs: ['inc'],
    launches: [],
    instantiate: [],
    build: null,
    defines: ['N=4', 'M'],
    std: 'c++17',
    language: 'hip',
    warpModel: 'lockstep',
    timeoutMs: 1500,
    jobs: 3,
  });
});

test('without options the defaults hold, but for the workers', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  await bench.run(['check', '.'], { analyse: clean });
  const options = bench.calls[0]?.options;
  assert.deepEqual({ ...options, jobs: DEFAULT_CHECK_OPTIONS.jobs }, DEFAULT_CHECK_OPTIONS);
  assert.ok((options?.jobs ?? 0) >= 1);
});

test('the configuration file is read, and the command line wins', async (t) => {
  const bench = workbench(t, {
    'src/a.cu': KERNEL,
    'b.cu': KERNEL,
    '.gpurace.yml': 'paths: src\nblock-dim: 64\ntimeout: 5\njobs: 2\ninclude: src\n',
    'other.yml': 'block-dim: 128\n',
  });
  await bench.run(['check', '--timeout', '7'], { analyse: clean });
  assert.deepEqual(bench.calls[0]?.files, ['src/a.cu']);
  assert.deepEqual(bench.calls[0]?.options.blockDim, [64, 1, 1]);
  assert.equal(bench.calls[0]?.options.timeoutMs, 7000);
  assert.equal(bench.calls[0]?.options.jobs, 2);
  assert.deepEqual(bench.calls[0]?.options.includeDirs, ['src']);
  await bench.run(['check', '--config', 'other.yml'], { analyse: clean });
  assert.deepEqual(bench.calls[1]?.files, ['b.cu', 'src/a.cu']);
  assert.deepEqual(bench.calls[1]?.options.blockDim, [128, 1, 1]);
});

test('files outside the working directory keep the name they were given', async (t) => {
  const bench = workbench(t, { 'proj/a.cu': KERNEL, 'other/sub/b.cu': KERNEL });
  const cwd = join(bench.cwd, 'proj');
  const { stdout } = await bench.run(['check', '../other', '--format', 'json'], { analyse: racy, cwd });
  assert.equal(bench.calls[0]?.root, join(bench.cwd, 'other/sub'));
  assert.deepEqual(bench.calls[0]?.files, ['b.cu']);
  const { kernels, findings } = StoredResult.parse(JSON.parse(stdout));
  assert.equal(kernels[0]?.file, '../other/sub/b.cu');
  assert.deepEqual(kernels[0]?.assumptions, ['n > 0 (assert, ../other/sub/b.cu:1)']);
  assert.equal(findings[0]?.accesses[1]?.file, '../other/sub/b.cu');
  assert.match(findings[0]?.message ?? '', / \(Replay: it ended at \.\.\/other\/sub\/b\.cu:7\.\)$/);

  const absolute = join(bench.cwd, 'other/sub/b.cu');
  const both = await bench.run(['check', '.', absolute, '--format', 'json'], { analyse: clean, cwd });
  assert.equal(bench.calls[1]?.root, bench.cwd);
  assert.deepEqual(bench.calls[1]?.files, ['other/sub/b.cu', 'proj/a.cu']);
  const names = parseStoredResult(both.stdout, 'the result').kernels.map(({ file }) => file);
  assert.deepEqual(names, [absolute, 'a.cu']);
});

test('a far include folder widens the tree, but not to the whole disk', async (t) => {
  const bench = workbench(t, { 'proj/a.cu': KERNEL, 'libs/inc/x.h': '' });
  const cwd = join(bench.cwd, 'proj');
  await bench.run(['check', '-I', '../libs/inc'], { analyse: clean, cwd });
  assert.equal(bench.calls[0]?.root, bench.cwd);
  assert.deepEqual(bench.calls[0]?.options.includeDirs, ['libs/inc']);
  assert.deepEqual(bench.calls[0]?.files, ['proj/a.cu']);
  const { stdout } = await bench.run(['check', '-I', '/usr', '--format', 'json'], { analyse: clean, cwd });
  assert.equal(bench.calls[1]?.root, cwd);
  assert.deepEqual(bench.calls[1]?.options.includeDirs, []);
  assert.deepEqual(parseStoredResult(stdout, 'the result').problems, [
    {
      file: null,
      line: null,
      column: null,
      severity: 'warning',
      message: '-I /usr shares no folder with the sources and is not searched',
    },
  ]);
});

test('reports go where they are sent, and standard output carries nothing else', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const args = ['check', '--format', 'json', '--output', 'out/r.json', '--format', 'sarif', '--output', 'out/r.sarif'];
  const { code, stdout, stderr } = await bench.run(args, { analyse: racy });
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.equal(stderr, '1 kernel in 1 file: 0 race-free, 1 racy, 0 inconclusive; 1 cause (1 error); 0.8 s\n');
  const stored = parseStoredResult(readFileSync(join(bench.cwd, 'out/r.json'), 'utf8'), 'out/r.json');
  assert.equal(stored.findings.length, 1);
  assert.match(readFileSync(join(bench.cwd, 'out/r.sarif'), 'utf8'), /"version": "2.1.0"/);
  const text = await bench.run(['check'], { analyse: racy });
  assert.match(text.stdout, /^a\.cu:7:28: error: inter-block-race in kernel transpose<32>\n/);
  assert.equal(text.stderr, '');
});

test('an incomplete run exits with 3, findings above it with 1', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const problem = { file: 'a.cu', line: 1, column: 1, severity: 'error', message: 'no' } as const;
  const incomplete = await bench.run(['check'], { analyse: async () => result({ problems: [problem] }) });
  assert.equal(incomplete.code, 3);
  const both = await bench.run(['check'], {
    analyse: async () => result({ findings: [finding()], problems: [problem] }),
  });
  assert.equal(both.code, 1);
  const none = await bench.run(['check', '--fail-on', 'none'], { analyse: racy });
  assert.equal(none.code, 0);
});

test('a project without kernel sources is not an error', async (t) => {
  const bench = workbench(t, { 'src/readme.md': '' });
  const { code, stdout, stderr } = await bench.run(['check']);
  assert.equal(code, 0);
  assert.equal(stderr, 'no kernel sources in .\n');
  assert.equal(stdout, 'no kernels in 0 files; 0.0 s\n');
  assert.deepEqual(bench.calls, [], 'nothing is analysed');
});

test('a folder that somebody names and that has no kernel sources is a mistake', async (t) => {
  const bench = workbench(t, { 'src/readme.md': '', 'other.yml': 'paths: src\n' });
  for (const args of [['src'], ['--config', 'other.yml']]) {
    const { code, stderr } = await bench.run(['check', ...args]);
    assert.equal(code, 2);
    assert.equal(stderr, 'gpurace: no kernel sources in src\n');
  }
});

const MISTAKE = { file: null, line: null, column: null, severity: 'warning', message: 'no' } as const;

test('mistakes in what is stated count, behind findings and before what is open', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const problems = [{ ...MISTAKE, isMistake: true as const }];
  const code = async (found: Partial<Parameters<typeof result>[0]>) =>
    (await bench.run(['check'], { analyse: async () => result({ ...found }) })).code;
  assert.equal(await code({ problems }), 2);
  assert.equal(await code({ problems, findings: [finding()] }), 1);
  assert.equal(await code({ problems: [...problems, { ...MISTAKE, severity: 'error' }] }), 2);
  const { stdout } = await bench.run(['check'], { analyse: async () => result({ problems }) });
  assert.match(stdout, /; 1 mistake in options, configuration or comments; /);
});

test('an unused assumption counts where all kernels are in sight that it may be meant for', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL, '.gpurace.yml': 'assume: foo == 3\n' });
  const problems = [{ ...MISTAKE, unusedAssumption: 'foo == 3' }];
  const analyse = async () => result({ kernels: [kernel()], problems });
  assert.equal((await bench.run(['check'], { analyse })).code, 2);
  assert.equal((await bench.run(['check', 'a.cu'], { analyse })).code, 0);
  assert.equal((await bench.run(['check', 'a.cu', '--assume', 'foo == 3'], { analyse })).code, 2);
  const none = async () => result({ kernels: [], problems });
  assert.equal((await bench.run(['check', 'a.cu', '--assume', 'foo == 3'], { analyse: none })).code, 0);
});

test('sources without kernels are not an error', async (t) => {
  const bench = workbench(t, { 'src/a.cu': 'int x;\n' });
  const { code, stderr } = await bench.run(['check', 'src']);
  assert.equal(code, 0);
  assert.equal(stderr, 'no kernels in src\n');
});

test('bytes that are not UTF-8 are a warning with the line', async (t) => {
  const bench = workbench(t, {
    'a.cu': Buffer.from('// one\n// caf\xe9\n', 'latin1'),
    'b.cu': Buffer.from('// é ✓ 🙂\n'),
    'c.cu': Buffer.concat([Buffer.from('// cut: '), Buffer.from([0xe2, 0x9c])]),
  });
  const { code, stdout } = await bench.run(['check', '--format', 'json'], { analyse: clean });
  assert.equal(code, 0);
  assert.deepEqual(
    parseStoredResult(stdout, 'the result').problems.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    [
      'a.cu:2: not UTF-8 here; reports show such bytes as \ufffd',
      'c.cu:1: not UTF-8 here; reports show such bytes as \ufffd',
    ],
  );
});

for (const [name, args, message] of [
  ['no such path', ['check', 'nowhere'], 'gpurace: no such file or folder: nowhere\n'],
  ['no match of a glob', ['check', 'src/*.cl'], 'gpurace: no kernel source matches src/*.cl\n'],
  [
    'a file of another kind',
    ['check', 'notes.txt'],
    'gpurace: notes.txt is not a kernel source (.cu .hip .cl .ocl .opencl .cuh .cpp .cc .cxx .h .hh .hpp .hxx .inl .inc .ipp .tpp .tcc .clh .ptx); pass --lang to analyse it anyway\n',
  ],
  ['no such include folder', ['check', '-I', 'nowhere'], 'gpurace: -I nowhere: no such folder\n'],
  ['no such configuration', ['check', '--config', 'x.yml'], 'gpurace: --config: no such file: x.yml\n'],
  [
    'a bad configuration',
    ['check', '--config', 'bad.yml'],
    'gpurace: bad.yml:1:1: unknown key "asume"; did you mean assume?\n',
  ],
  [
    'a bad launch size',
    ['check', '--grid-dim', '4x2'],
    "gpurace: option '--grid-dim <X[,Y[,Z]]>' argument '4x2' is invalid. It must be X[,Y[,Z]] with whole numbers above 0.\n",
  ],
  [
    'a bad timeout',
    ['check', '--timeout', '0'],
    "gpurace: option '--timeout <SECONDS>' argument '0' is invalid. It must be more than 0.\n",
  ],
  [
    'no timeout',
    ['check', '--timeout', 'soon'],
    "gpurace: option '--timeout <SECONDS>' argument 'soon' is invalid. It must be a number of seconds.\n",
  ],
  [
    'bad jobs',
    ['check', '--jobs', '1.5'],
    "gpurace: option '--jobs <N>' argument '1.5' is invalid. It must be a whole number.\n",
  ],
  [
    'a bad format',
    ['check', '--format', 'xml'],
    "gpurace: option '--format <FORMAT>' argument 'xml' is invalid. Allowed choices are text, json, sarif, markdown, junit, gitlab, html, rdjson, checkstyle.\n",
  ],
  [
    'a bad language',
    ['check', '--lang', 'metal'],
    "gpurace: option '--lang <LANGUAGE>' argument 'metal' is invalid. Allowed choices are cuda, opencl, hip.\n",
  ],
  [
    'two reports in one place',
    ['check', '--format', 'json', '--format', 'text'],
    'gpurace: two reports would go to standard output; give each --format its own --output\n',
  ],
  ['an unknown option', ['check', '--frobnicate'], "gpurace: unknown option '--frobnicate'\n"],
  ['a misspelt option', ['check', '--tiemout', '3'], "gpurace: unknown option '--tiemout'; did you mean --timeout?\n"],
  ['an unknown command', ['chekc'], "gpurace: unknown command 'chekc'; did you mean check?\n"],
  [
    'a misspelt choice',
    ['check', '--lang', 'opncl'],
    "gpurace: option '--lang <LANGUAGE>' argument 'opncl' is invalid. Allowed choices are cuda, opencl, hip; did you mean opencl?\n",
  ],
  [
    'quiet and verbose',
    ['check', '-q', '-v'],
    "gpurace: option '-q, --quiet' cannot be used with option '-v, --verbose'\n",
  ],
  ['a command of a later version', ['publish'], "gpurace: unknown command 'publish'\n"],
] as const) {
  test(`usage: ${name}`, async (t) => {
    const bench = workbench(t, { 'src/a.cu': KERNEL, 'notes.txt': '', 'bad.yml': 'asume: n > 0\n' });
    const { code, stdout, stderr } = await bench.run(args, { analyse: clean });
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.equal(stderr, message);
    assert.deepEqual(bench.calls, []);
  });
}

test('a misspelt kernel does not read as clean', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const { code, stderr } = await bench.run(['check', '--kernel', 'kk']);
  assert.equal(code, 2);
  assert.equal(stderr, 'gpurace: no kernel in . is called kk; did you mean k?\n');
});

test('one misspelt kernel of several leaves the run incomplete', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const { code, stdout } = await bench.run(['check', '--kernel', 'k', 'kk', '--', 'a.cu'], { analyse: clean });
  assert.equal(code, 3);
  assert.match(stdout, /error: --kernel kk: no kernel has this name; did you mean k\?/);
});

test('a report that cannot be written is a configuration error', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL, 'out/x/y': '' });
  const { code, stderr } = await bench.run(['check', '--output', 'out/x'], { analyse: clean });
  assert.equal(code, 2);
  assert.match(stderr, /^gpurace: --output out\/x: EISDIR/);
  assert.ok(existsSync(join(bench.cwd, 'out/x/y')));
});

test('a bug of ours is neither clean nor a finding', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const { code, stdout, stderr } = await bench.run(['check'], {
    analyse: async () => {
      throw new TypeError('oops \u001b[31m');
    },
  });
  assert.equal(code, 3);
  assert.equal(stdout, '');
  assert.match(stderr, /^gpurace: internal error, nothing was decided: TypeError: oops ␛\[31m\n {4}at /);
});

test('hostile file names reach neither the terminal nor the log as commands', async (t) => {
  const bench = workbench(t, {});
  const name = '::set-output name=x::\u001b[2J';
  mkdirSync(join(bench.cwd, name));
  writeFileSync(join(bench.cwd, name, '##[error]k.cu'), KERNEL);
  const shell = await bench.run(['check'], { analyse: racy });
  assert.ok(!shell.stdout.includes('\u001b'));
  const log = await bench.run(['check'], { analyse: racy, env: { GITHUB_ACTIONS: 'true' } });
  for (const line of `${log.stdout}\n${log.stderr}`.split('\n')) {
    assert.doesNotMatch(line, /^\s*::(?!group::|endgroup::)|##\[/);
    assert.ok(!line.includes('\u001b'));
  }
});

test('colours follow the terminal and NO_COLOR', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const colored = async (env: Record<string, string>, tty: boolean) =>
    (await bench.run(['check'], { analyse: racy, env, tty })).stdout.includes('\u001b[');
  assert.equal(await colored({}, true), true);
  assert.equal(await colored({}, false), false);
  assert.equal(await colored({ NO_COLOR: '1' }, true), false);
  assert.equal(await colored({ FORCE_COLOR: '1' }, false), true);
  assert.equal(await colored({ TERM: 'dumb' }, true), false);
});

test('help and version', async (t) => {
  const bench = workbench(t, {});
  const version = await bench.run(['--version']);
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(version, { code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const help = await bench.run(['--help']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /check .*report .*merge /s);
  const bare = await bench.run([]);
  assert.equal(bare.code, 2);
  assert.equal(bare.stdout, '');
});
