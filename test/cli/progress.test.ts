import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createProgress } from '../../src/cli/progress.ts';
import type { KernelNews, Progress } from '../../src/model/progress.ts';
import { finding } from '../report/sample-result.ts';

function stream(isTTY: boolean): Writable & { text: string } {
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      collected.text += String(chunk);
      callback();
    },
  });
  const collected = Object.assign(writable, { text: '', isTTY, columns: 120 });
  return collected;
}

const done = (kernel: string, findings: KernelNews['findings'] = []): KernelNews => {
  return { kernel, verdict: findings.length > 0 ? 'racy' : 'race-free', findings };
};

const drawn = (shown: (file: string) => string, pass: string | null = null) => {
  return { shown, pass, minEvidence: 'predicted' } as const;
};

/** Two files side by side. */
function drive(progress: Progress): void {
  progress.start(2);
  progress.fileBegun('a.cu');
  progress.fileFound('a.cu', 2);
  progress.fileBegun('b.cu');
  progress.fileFound('b.cu', 1);
  progress.kernelBegun('a.cu', 'k1');
  progress.kernelDone('a.cu', done('k1'));
  progress.kernelDone('b.cu', done('::error::x##[y]\u001b[2J'));
  progress.fileDone('b.cu');
  progress.kernelDone('a.cu', done('k2', [finding()]));
  progress.fileDone('a.cu');
  progress.stop();
}

test('a line for each file where there is no terminal, names made visible', () => {
  const stderr = stream(false);
  drive(
    createProgress(
      { env: {}, stderr },
      drawn((file) => `\u001b${file}`, 'head'),
    ),
  );
  assert.equal(stderr.text, '[1/2] ␛b.cu (head): 1 kernel\n[2/2] ␛a.cu (head): 2 kernels, 1 racy: k2\n');
});

test('groups that do not nest in a log of GitHub Actions, names escaped', () => {
  const stderr = stream(false);
  drive(
    createProgress(
      { env: { GITHUB_ACTIONS: 'true' }, stderr },
      drawn((file) => `100%\n::x::${file}`),
    ),
  );
  assert.equal(
    stderr.text,
    [
      '::group::[1/2] 100%25 ::x::b.cu: 1 kernel',
      '  : :error::x## [y]␛[2J',
      '::endgroup::',
      '::group::[2/2] 100%25 ::x::a.cu: 2 kernels, 1 racy: k2',
      '  k1',
      '  k2',
      '::endgroup::',
      '',
    ].join('\n'),
  );
});

test('a bar that tells the kernel, and above it what was found, as files are done', () => {
  const stderr = stream(true);
  const progress = createProgress(
    { env: {}, stderr },
    drawn((file) => `src/${file}`),
  );
  drive(progress);
  assert.match(stderr.text, /0\/2 files/);
  assert.match(stderr.text, /src\/transpose\.cu:7:28: error: inter-block-race in kernel k2\n/);
  assert.ok(!stderr.text.includes('\u001b[2J'));
});

test('a side of a comparison tells nothing before the end', () => {
  const stderr = stream(true);
  drive(
    createProgress(
      { env: {}, stderr },
      drawn((file) => file, 'head'),
    ),
  );
  assert.doesNotMatch(stderr.text, /inter-block-race/);
  assert.match(stderr.text, /0\/2 files \(head\)/);
});

test('nothing with --quiet', () => {
  const stderr = stream(true);
  drive(
    createProgress(
      { env: {}, stderr, verbosity: 'quiet' },
      drawn((file) => file),
    ),
  );
  assert.equal(stderr.text, '');
});
