/** Disks that are full, streams that take no more, files that may not be opened: what is said, and what is left behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FileBeingWritten, writeWhole } from '../../src/disk/write-whole.ts';
import { lackOf } from '../../src/model/errors.ts';
import { BARE_CONTEXT, render } from '../../src/report/index.ts';
import { result } from '../report/sample-result.ts';
import { workbench } from './harness.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const FULL = '/dev/full';
const needsFull = { skip: existsSync(FULL) ? false : 'there is no /dev/full' };

function folder(t: { after(action: () => void): void }): string {
  const made = mkdtempSync(join(tmpdir(), 'gpurace-full-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('standard output that is full: one sentence and exit code 3', needsFull, (t) => {
  const stored = join(folder(t), 'result.json');
  writeFileSync(stored, render(result(), 'json', BARE_CONTEXT));
  const command = `"${process.execPath}" "${MAIN}" report "${stored}" --format text > ${FULL}`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  assert.equal(status, 3, stderr);
  assert.match(stderr, /^gpurace: standard output is cut: there is no room left on the disk \(ENOSPC\)$/m);
  assert.doesNotMatch(stderr, /at .*\.ts:\d+/);
});

test('a report on a full disk is exit code 3, a place that cannot be written is 2', needsFull, async (t) => {
  const bench = workbench(t, { 'a.cu': '__global__ void k() {}\n', 'folder/b': '' });
  const full = await bench.run(['check', 'a.cu', '--output', FULL]);
  assert.equal(full.code, 3, full.stderr);
  assert.match(full.stderr, /--output \/dev\/full: there is no room left on the disk \(ENOSPC\)/);
  assert.equal((await bench.run(['check', 'a.cu', '--output', 'folder'])).code, 2);
});

test('a file is replaced when it is whole, and a failure leaves what was there', (t) => {
  const at = folder(t);
  const path = join(at, 'a.json');
  writeFileSync(path, 'before');
  const file = new FileBeingWritten(path);
  file.write('af');
  assert.equal(readFileSync(path, 'utf8'), 'before');
  file.write(Buffer.from('ter'));
  file.finish();
  assert.equal(readFileSync(path, 'utf8'), 'after');
  const given = new FileBeingWritten(path);
  given.write('half');
  given.discard();
  assert.equal(readFileSync(path, 'utf8'), 'after');
  assert.deepEqual(readdirSync(at), ['a.json']);
  // A folder in the place: nothing can be put there, and nothing is left beside it.
  assert.throws(() => writeWhole(at, 'x'));
  assert.deepEqual(readdirSync(at), ['a.json']);
});

test('a link stays one, or is refused', (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'real'), 'before');
  symlinkSync('real', join(at, 'link'));
  writeWhole(join(at, 'link'), 'after');
  assert.equal(readFileSync(join(at, 'real'), 'utf8'), 'after');
  assert.throws(() => writeWhole(join(at, 'link'), 'x', 'refused'), /symbolic link/);
  assert.deepEqual(readdirSync(at).sort(), ['link', 'real']);
});

test('too many open files are named as such', async (t) => {
  const bench = workbench(t, { 'a.cu': '__global__ void k() {}\n' });
  const analyse = async () => {
    throw Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
  };
  const { code, stderr } = await bench.run(['check', 'a.cu'], { analyse });
  assert.equal(code, 3);
  assert.match(
    stderr,
    /nothing was decided: this process may not open more files; `ulimit -n` says how many \(EMFILE\)/,
  );
  assert.doesNotMatch(stderr, /at .*\.ts:\d+/);
  assert.equal(lackOf(new Error('x')), null);
});
