/** The whole action as a process of its own, against a stand-in for GitHub, with an engine that answers by script. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import type { Result } from '../../src/model/result.ts';
import { BARE_CONTEXT, render } from '../../src/report/index.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { type FileOfPull, FORBIDDEN, listFiles } from '../github/stand-in/pull-request.ts';
import { assertGolden } from '../golden.ts';
import { type Command, type Finished, runStep, SCRIPTED } from './runner-stand-in.ts';

const RACY = `#include "tile.cuh"

__global__ void scan(int *s, int n) {
  int i = threadIdx.x;
  s[i] = i;              // race 1 write
  int x = s[i + 1];      // race 1 read
  s[i] = x;
}

__global__ void scale(int *s) {
  s[threadIdx.x] *= 2;
}
`;
/** What the pull request did to it: the barrier between the two accesses is gone. */
const BARRIER_DELETED =
  '@@ -3,7 +3,6 @@ __global__ void scan(int *s, int n) {\n   int i = threadIdx.x;\n   s[i] = i;              // race 1 write\n-  __syncthreads();\n   int x = s[i + 1];      // race 1 read\n   s[i] = x;\n }\n';
const CLEAN = '__global__ void fill(int *a) {\n  a[threadIdx.x] = 1;\n}\n';

const pull = (...files: FileOfPull[]) => ({ 'pulls/list-files': listFiles(files) });
const findingsOf = ({ commands }: Finished) => commands.filter(({ properties }) => properties.title !== 'gpurace');
const closing = ({ commands }: Finished): Command | undefined => commands.findLast(({ name }) => name === 'error');

function resultOf({ workspace }: Finished): Result {
  return parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result');
}

/** The action's own part is golden; behind it stands the Markdown report, which has goldens of its own. */
function assertSummary(name: string, run: Finished): void {
  const source = (file: string) => readFileSync(join(run.workspace, file), 'utf8');
  const report = render(resultOf(run), 'markdown', { ...BARE_CONTEXT, source }).replace(/^# gpurace\n+/, '');
  assert.ok(run.summary.endsWith(`\n\n${report}`), run.summary);
  assertGolden(`action/${name}.summary.md`, run.summary.slice(0, -report.length));
}

test('a pull request that deletes a barrier fails, at the lines it did not touch', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'src/scan.cu': RACY, 'src/other.cu': CLEAN },
    answers: pull({ filename: 'src/scan.cu', patch: BARRIER_DELETED }),
  });
  assert.equal(run.exitCode, 1, run.stderr);
  assert.equal(run.stderr, '');
  const [annotation, ...more] = findingsOf(run);
  assert.deepEqual(more, []);
  assert.equal(annotation?.name, 'error');
  assert.deepEqual(annotation.properties, {
    title: 'intra-block-race in scan',
    file: 'src/scan.cu',
    line: '5',
    endLine: '5',
    col: '3',
    endColumn: '11',
  });
  assert.match(
    annotation.message,
    /^Threads of one block race on s\.\nTwo threads of a block meet at s \(race 1\)\.\nThe other access: read of int x = s\[i \+ 1\]; at src\/scan\.cu:6:3\n/,
  );
  assert.match(
    annotation.message,
    /Witness: gridDim = \(1, 1, 1\), blockDim = \(64, 1, 1\), n = 64; thread \(0, 0, 0\)/,
  );
  assert.equal(closing(run)?.message, 'gpurace: 1 data race fails the job');
  assert.deepEqual(run.outputs, {
    new: '1',
    fixed: '0',
    unchanged: '0',
    'not-analysed': '0',
    'sarif-file': 'gpurace.sarif',
    'result-file': 'gpurace.json',
    conclusion: 'failure',
  });
  const result = resultOf(run);
  assert.deepEqual(
    result.kernels.map(({ kernel }) => kernel),
    ['scan', 'scale'],
  );
  assert.equal(result.findings[0]?.status, 'new');
  const sarif = z
    .looseObject({ runs: z.array(z.looseObject({ results: z.array(z.looseObject({ ruleId: z.string() })) })) })
    .parse(JSON.parse(readFileSync(join(run.workspace, 'gpurace.sarif'), 'utf8')));
  assert.equal(sarif.runs[0]?.results[0]?.ruleId, 'intra-block-race');
  assertSummary('barrier-deleted', run);
  assert.equal(run.requests[0]?.authorization, 'token ghs_stand_in');
});

test('an edited line is where the annotation stands', async (t) => {
  const patch = '@@ -6 +6 @@\n-  int x = s[i];\n+  int x = s[i + 1];      // race 1 read';
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'src/scan.cu': RACY },
    answers: pull({ filename: 'src/scan.cu', patch }),
  });
  assert.equal(findingsOf(run)[0]?.properties.line, '6');
});

test('a race in a kernel the pull request did not touch is reported and fails nothing', async (t) => {
  const patch = '@@ -11 +11 @@\n-  s[threadIdx.x] *= 3;\n+  s[threadIdx.x] *= 2;';
  const step = { entry: SCRIPTED, files: { 'src/scan.cu': RACY }, answers: pull({ filename: 'src/scan.cu', patch }) };
  const run = await runStep(t, step);
  assert.equal(run.exitCode, 0);
  assert.deepEqual(run.commands, []);
  assert.deepEqual([run.outputs.new, run.outputs.conclusion], ['0', 'success']);
  assert.equal(resultOf(run).findings[0]?.status, null);
  const strict = await runStep(t, { ...step, inputs: { 'fail-on': 'any' } });
  assert.equal(strict.exitCode, 1);
});

test('a clean pull request', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'a.cu': CLEAN },
    answers: pull({ filename: 'a.cu', status: 'added', patch: '@@ -0,0 +1,3 @@\n+a\n+b\n+c' }),
  });
  assert.equal(run.exitCode, 0, run.stderr);
  assert.deepEqual(run.commands, []);
  assert.equal(run.outputs.conclusion, 'success');
  assertSummary('clean', run);
});

test('only a README: nothing is analysed, and the reports are still written', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'src/scan.cu': RACY, 'README.md': '#include "scan.cu" is not C\n' },
    answers: pull({ filename: 'README.md', patch: '@@ -1 +1 @@\n-a\n+b' }),
  });
  assert.equal(run.exitCode, 0, run.stderr);
  assert.deepEqual(resultOf(run).kernels, []);
  assert.equal(run.outputs.conclusion, 'success');
  assert.ok(existsSync(join(run.workspace, 'gpurace.sarif')));
  assert.match(run.summary, /^# gpurace: no kernel to analyse/);
});

test('a changed header is analysed through the sources that include it, also through other headers', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {
      'src/scan.cu': RACY,
      'src/other.cu': CLEAN,
      'include/tile.cuh': '#include "detail/size.h"\n',
      'include/detail/size.h': '#define TILE 64\n',
    },
    answers: pull({ filename: 'include/detail/size.h', patch: '@@ -1 +1 @@\n-#define TILE 32\n+#define TILE 64' }),
  });
  assert.equal(run.exitCode, 1, run.stderr);
  assert.ok(run.log.includes('  src/scan.cu, because of include/detail/size.h'), run.log.join('\n'));
  assert.ok(!run.log.some((line) => line.includes('other.cu')));
  assert.equal(run.outputs.new, '1');
});

test('paths and exclude choose what is analysed; a folder stands for what is in it', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'src/a.cu': CLEAN, 'src/gen/b.cu': CLEAN, 'lib/c.cu': CLEAN, '.hidden/d.cl': CLEAN },
    inputs: { paths: '  ./src/\n\n**/*.cl ', exclude: 'src/gen/**' },
    answers: pull(
      ...['src/a.cu', 'src/gen/b.cu', 'lib/c.cu', '.hidden/d.cl'].map((filename) => ({ filename, patch: '' })),
    ),
  });
  assert.deepEqual(
    resultOf(run).kernels.map(({ file }) => file),
    ['.hidden/d.cl', 'src/a.cu'],
  );
});

test('what is not analysed warns and is neutral, never a success', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {
      'a.cu': CLEAN.replace('{', '{ // inconclusive: a.cu:2: a loop without a bound'),
      'b.cu': `// problem: 'x.h' file not found\n`,
    },
    answers: pull({ filename: 'a.cu' }, { filename: 'b.cu' }, { filename: 'gone.cu' }),
  });
  assert.equal(run.exitCode, 0, run.stderr);
  assert.deepEqual([run.outputs['not-analysed'], run.outputs.conclusion], ['3', 'neutral']);
  assert.deepEqual(
    run.commands.map(({ name, properties }) => [name, properties.file]),
    [
      ['warning', 'a.cu'],
      ['warning', 'b.cu'],
      ['warning', 'gone.cu'],
    ],
  );
  assertSummary('neutral', run);
});

test('weak evidence is a notice and fails nothing, until the bar is lowered', async (t) => {
  const files = { 'a.cu': RACY.replace('race 1 write', 'race 1 write possible') };
  const answers = pull({ filename: 'a.cu', status: 'added' });
  const run = await runStep(t, { entry: SCRIPTED, files, answers });
  assert.equal(run.exitCode, 0);
  assert.deepEqual(
    run.commands.map(({ name }) => name),
    ['notice'],
  );
  assert.deepEqual([run.outputs.new, run.outputs.conclusion], ['1', 'success']);
  const lowered = await runStep(t, { entry: SCRIPTED, files, answers, inputs: { 'min-evidence': 'possible' } });
  assert.equal(lowered.exitCode, 1);
  const configured = { ...files, '.gpurace.yml': 'min-evidence: possible\n' };
  assert.equal((await runStep(t, { entry: SCRIPTED, files: configured, answers })).exitCode, 1);
});

test('fail-on none shows errors and passes', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'a.cu': RACY },
    answers: pull({ filename: 'a.cu', status: 'added' }),
    inputs: { 'fail-on': 'none' },
  });
  assert.equal(run.exitCode, 0);
  assert.deepEqual([run.commands[0]?.name, run.outputs.new, run.outputs.conclusion], ['error', '1', 'success']);
});

test('more findings than the runner shows: nine errors, one that closes, the rest counted in one line', async (t) => {
  const kernels = Array.from(
    { length: 14 },
    (_, index) =>
      `__global__ void k${index}(int *s) {\n  s[0] = 1; // race ${index} write\n  s[0] = 2; // race ${index} write\n}\n`,
  );
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'a.cu': kernels.join('') },
    answers: pull({ filename: 'a.cu', status: 'added' }),
  });
  assert.equal(run.commands.filter(({ name }) => name === 'error').length, 10);
  assert.equal(closing(run)?.message, 'gpurace: 14 data races fail the job');
  assert.ok(
    run.log.some((line) => line.includes('5 × cause of races')),
    run.log.join('\n'),
  );
});

test('an event file that is not JSON', async (t) => {
  const run = await runStep(t, { entry: SCRIPTED, files: { 'a.cu': CLEAN }, event: '{\n  "action": oops\n}' });
  assert.equal(run.exitCode, 2);
  assert.match(closing(run)?.message ?? '', /event\.json:2:13 is not JSON/);
  assert.deepEqual(run.requests, []);
});

test('an unknown value of an input names what is allowed', async (t) => {
  const run = await runStep(t, { entry: SCRIPTED, files: {}, inputs: { 'fail-on': 'sometimes' } });
  assert.equal(run.exitCode, 2);
  assert.equal(closing(run)?.message, 'input fail-on: "sometimes" is not one of new, any, none');
});

test('a mistake in the configuration file is told with its place', async (t) => {
  const run = await runStep(t, { entry: SCRIPTED, files: { '.gpurace.yml': 'asume: x\n' } });
  assert.equal(run.exitCode, 2);
  assert.match(closing(run)?.message ?? '', /^\.gpurace\.yml:1:1: unknown key "asume"/);
  const missing = await runStep(t, { entry: SCRIPTED, files: {}, inputs: { config: 'ci/races.yml' } });
  assert.equal(missing.exitCode, 2);
  assert.match(closing(missing)?.message ?? '', /"ci\/races\.yml" is not in the checkout/);
});

test('without permission to read the pull request every source is analysed, and one line says so', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'src/scan.cu': RACY, 'lib/a.cu': CLEAN },
    inputs: { paths: 'lib' },
    answers: { 'pulls/list-files': () => FORBIDDEN, 'repos/get-content': () => FORBIDDEN },
  });
  assert.equal(run.exitCode, 0, run.stderr);
  // Whether it changes how it is judged cannot be known either.
  assert.equal(run.outputs.conclusion, 'neutral');
  assert.equal(
    run.log.filter((line) => /403 Resource not accessible.*so every kernel source is analysed/.test(line)).length,
    1,
  );
  assert.match(run.summary, /so every kernel source is analysed/);
  assert.deepEqual(
    resultOf(run).kernels.map(({ file }) => file),
    ['lib/a.cu'],
  );
});

test('other events analyse everything and say why', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { 'a.cu': CLEAN },
    eventName: 'repository_dispatch',
    event: '{}',
  });
  assert.equal(run.exitCode, 0);
  assert.match(
    run.log[0] ?? '',
    /event repository_dispatch names nothing to compare with, so every kernel source is analysed/,
  );
  assert.equal(resultOf(run).kernels.length, 1);
});

test('review: always says why there is none', async (t) => {
  const run = await runStep(t, { entry: SCRIPTED, files: {}, inputs: { review: 'always' }, answers: pull() });
  assert.equal(run.exitCode, 0);
  assert.deepEqual(
    run.commands.map(({ name, message }) => [name, message]),
    [['warning', 'No review comments: The checkout has no git history, so there is nothing to compare with']],
  );
});

test('a job without a checkout is told to make one', async (t) => {
  const run = await runStep(t, { entry: SCRIPTED, files: {}, answers: pull({ filename: 'a.cu' }) });
  assert.equal(run.exitCode, 2);
  assert.match(closing(run)?.message ?? '', /actions\/checkout/);
});

test('reports are never written outside the checkout, also not through links', async (t) => {
  const outside = async (inputs: Record<string, string>, prepare?: (workspace: string) => void) => {
    const run = await runStep(t, { entry: SCRIPTED, files: {}, inputs, ...(prepare ? { prepare } : {}) });
    assert.equal(run.exitCode, 2);
    return closing(run)?.message ?? '';
  };
  assert.match(await outside({ 'sarif-file': '../escaped.sarif' }), /not a file inside the checkout/);
  assert.match(await outside({ 'result-file': '/etc/gpurace.json' }), /not a file inside the checkout/);
  assert.match(await outside({ 'result-file': '.' }), /not a file inside the checkout/);
  const target = (workspace: string) => join(workspace, '..', 'victim');
  assert.match(
    await outside({}, (workspace) => symlinkSync(target(workspace), join(workspace, 'gpurace.sarif'))),
    /symbolic link/,
  );
  assert.match(
    await outside({ 'result-file': 'out/result.json' }, (workspace) => {
      mkdirSync(target(workspace));
      symlinkSync(target(workspace), join(workspace, 'out'));
    }),
    /symbolic link/,
  );
  assert.match(
    await outside({}, (workspace) => {
      writeFileSync(target(workspace), 'secret: 1\n');
      symlinkSync(target(workspace), join(workspace, '.gpurace.yml'));
    }),
    /configuration file.*symbolic link/,
  );
});

test('reports may lie in new folders of the checkout', async (t) => {
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    inputs: { 'sarif-file': 'build/reports/races.sarif' },
    answers: pull(),
  });
  assert.equal(run.outputs['sarif-file'], 'build/reports/races.sarif');
  assert.ok(existsSync(join(run.workspace, 'build/reports/races.sarif')));
});

test('hostile file names and titles are text, in the log, in commands and in the summary', async (t) => {
  const name = 'a\n::error::pwned\n##[set-output name=new]9`|<img src=x>@octocat, %0A::set-output name=x::1.cu';
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: { [name]: RACY, ' ::warning::x.cu': RACY },
    answers: pull({ filename: name, status: 'added' }, { filename: ' ::warning::x.cu', status: 'added' }),
  });
  assert.equal(run.exitCode, 1, run.stderr);
  assert.deepEqual(
    run.commands.map(({ name: command, properties }) => [command, properties.file]),
    [
      ['error', ' ::warning::x.cu'],
      ['error', name],
      ['error', undefined],
    ],
  );
  assert.ok(!run.commands.some(({ message }) => message.startsWith('pwned')));
  assert.deepEqual(Object.keys(run.outputs).length, 7);
  assertSummary('hostile', run);
});
