/**
 * Programs of ours for GPUs with clusters and bulk copies. Where there is nvcc, `gpurace nvcc` builds them, and both lines of
 * each planted race are recorded places; where there is such a GPU, they print what they are to print, with and without a
 * trace, and the detectors find the planted races in it, and no others.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { instrumentPtx } from '../../src/record/index.ts';
import { expectedOf, racesIn } from './planted.ts';
import { hasNvcc } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = join(import.meta.dirname, 'gpu');
const folder = mkdtempSync(join(tmpdir(), 'gpurace-gpu-test-'));
after(() => rmSync(folder, { recursive: true }));

const { GPURACE_TRACE: _, GPURACE_LIMIT: _limit, ...PLAIN } = process.env;
const ENV = { ...PLAIN, XDG_CACHE_HOME: join(folder, 'cache') };

function call(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(program, args, { cwd: PROGRAMS, env: { ...ENV, ...env }, encoding: 'utf8', timeout: 300_000 });
}

function gpurace(args: readonly string[]) {
  return call(process.execPath, [join(ROOT, 'src/cli/main.ts'), ...args]);
}

const files = readdirSync(PROGRAMS).filter((name) => name.endsWith('.cu'));
const capability = call('nvidia-smi', ['--query-gpu=compute_cap', '--format=csv,noheader']).stdout ?? '';
const hasGpu = Number.parseFloat(capability) === 9;
const skip = hasNvcc ? false : 'there is no nvcc';

describe('programs for sm_90a', () => {
  for (const file of files) {
    test(`${file} is built, and the lines of its races are recorded`, { skip }, () => {
      const { status, stderr } = gpurace(['nvcc', '-arch=sm_90a', file, '-o', join(folder, file.replace('.cu', ''))]);
      assert.deepEqual([status, stderr], [0, '']);
      const module = join(folder, `${file}.ptx`);
      assert.equal(call('nvcc', ['-arch=sm_90a', '-lineinfo', '-ptx', file, '-o', module]).status, 0);
      const sourceOf = (path: string) => ({ path, isOwn: path.startsWith(PROGRAMS) || !path.startsWith('/') });
      const options = { isWanted: () => true, sample: 1, ring: null };
      const { table } = instrumentPtx(readFileSync(module, 'utf8'), { file: module, sourceOf }, options);
      const lines = new Set(table.sites.filter((site) => site.file.endsWith(file)).map(({ line }) => line));
      const planted = expectedOf(join(PROGRAMS, file)).races.flatMap((race) => race.split(' ').slice(1).map(Number));
      assert.ok(planted.length > 0);
      assert.deepEqual(
        planted.filter((line) => !lines.has(line)),
        [],
      );
    });

    test(`${file} on a GPU`, { skip: skip || (hasGpu ? false : 'there is no GPU of compute capability 9.0') }, () => {
      const program = join(folder, file.replace('.cu', ''));
      const { printed, races } = expectedOf(join(PROGRAMS, file));
      const plain = call(program, []);
      assert.deepEqual([plain.status, plain.stdout, plain.stderr], [0, printed, '']);
      const trace = `${program}.trace`;
      const traced = call(program, [], { GPURACE_TRACE: trace });
      assert.deepEqual([traced.status, traced.stdout, traced.stderr], [0, printed, '']);
      const { stdout } = gpurace(['trace', trace, '--detector', 'gwcp,predict', '--format', 'json']);
      assert.deepEqual(racesIn(stdout, file), races);
    });
  }
});
