/** `gpurace check --watch`: what a change brings, and how it ends. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { run } from '../../src/cli/program.ts';
import type { Analyse } from '../../src/run/index.ts';
import { finding, kernel, result } from '../report/sample-result.ts';

interface Watching {
  readonly write: (name: string, text: string) => void;
  /** Resolves when what was printed holds the text; what comes up to there is forgotten. */
  readonly says: (text: string) => Promise<string>;
  readonly signal: (name: string) => void;
  readonly ended: Promise<number>;
}

function watching(t: TestContext, analyse: Analyse): Watching {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'gpurace-watch-')));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write('a.cu', '__global__ void k() {}\n');
  let printed = '';
  let wake = () => {};
  const stream = new Writable({
    write(chunk, _encoding, done) {
      printed += String(chunk);
      wake();
      done();
    },
  });
  let signal = (_name: string) => {};
  const onSignal = (heard: (name: string) => void) => {
    signal = heard;
    return () => {};
  };
  const ended = run(['check', '--watch'], { cwd, env: {}, stdout: stream, stderr: stream, analyse, onSignal });
  t.after(() => signal('SIGTERM'));
  return {
    write,
    async says(text) {
      while (!printed.includes(text)) await new Promise<void>((resolve) => (wake = resolve));
      const at = printed.indexOf(text) + text.length;
      const told = printed.slice(0, at);
      printed = printed.slice(at);
      return told;
    },
    signal: (name) => signal(name),
    ended,
  };
}

const RACY = result({ kernels: [kernel()], findings: [finding()] });
const CLEAN = result({ kernels: [kernel({ verdict: 'race-free' })] });

test('a change is checked again; a mistake in the configuration is told and waited out; a signal ends it', async (t) => {
  const answers = [RACY, CLEAN, RACY];
  const { write, says, signal, ended } = watching(t, async () => answers.shift() ?? CLEAN);
  assert.match(await says('waiting for a change'), /1 racy/);
  write('notes.txt', 'nothing of ours');
  write('a.cu', '__global__ void k() { }\n');
  assert.match(await says('waiting for a change'), /gpurace: a\.cu has changed\n[\s\S]*1 race-free/);
  write('.gpurace.yml', 'job: 2\n');
  assert.match(
    await says('waiting for a change'),
    /gpurace: \.gpurace\.yml:1:1: unknown key "job"; did you mean jobs\?/,
  );
  write('.gpurace.yml', 'jobs: 2\n');
  assert.match(await says('waiting for a change'), /1 racy/);
  signal('SIGINT');
  assert.equal(await ended, 1);
});

test('a change during a check ends it, and nothing of it is reported', async (t) => {
  let isFirst = true;
  const { write, says, signal, ended } = watching(t, async (_tree, _files, { interruption }) => {
    if (!isFirst) return CLEAN;
    isFirst = false;
    // The test has what it writes with by then.
    await Promise.resolve();
    write('b.cu', '__global__ void l() {}\n');
    await new Promise<void>((resolve) => interruption?.listen(resolve));
    return RACY;
  });
  assert.doesNotMatch(await says('waiting for a change'), /racy;|1 racy/);
  signal('SIGTERM');
  assert.equal(await ended, 0);
});
