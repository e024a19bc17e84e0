import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createProgress } from '../../src/cli/progress.ts';
import type { Progress } from '../../src/model/progress.ts';

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

/** Two files side by side. */
function drive(progress: Progress): void {
  progress.start(2);
  progress.fileFound('a.cu', 2);
  progress.fileFound('b.cu', 1);
  progress.kernelDone('a.cu', 'k1');
  progress.kernelDone('b.cu', '::error::x##[y]\u001b[2J');
  progress.fileDone('b.cu');
  progress.kernelDone('a.cu', 'k2');
  progress.fileDone('a.cu');
  progress.stop();
}

test('a line for each file where there is no terminal, names made visible', () => {
  const stderr = stream(false);
  drive(createProgress({ env: {}, stderr }, (file) => `\u001b${file}`, 'head'));
  assert.equal(stderr.text, '[1/2] ␛b.cu (head): 1 kernel\n[2/2] ␛a.cu (head): 2 kernels\n');
});

test('groups that do not nest in a log of GitHub Actions, names escaped', () => {
  const stderr = stream(false);
  drive(createProgress({ env: { GITHUB_ACTIONS: 'true' }, stderr }, (file) => `100%\n::x::${file}`));
  assert.equal(
    stderr.text,
    [
      '::group::[1/2] 100%25 ::x::b.cu: 1 kernel',
      '  : :error::x## [y]␛[2J',
      '::endgroup::',
      '::group::[2/2] 100%25 ::x::a.cu: 2 kernels',
      '  k1',
      '  k2',
      '::endgroup::',
      '',
    ].join('\n'),
  );
});

test('a bar with files, kernels and time left on a terminal, gone at the end', () => {
  const stderr = stream(true);
  drive(createProgress({ env: {}, stderr }, (file) => file));
  assert.match(stderr.text, /0\/2 files, 0\/0 kernels, .* left/);
});
