/**
 * PTX of kernels of ours, instrumented and executed by the simulator: what it has recorded is what the simulator itself sees
 * of the plain PTX. Where there is `ptxas`, it takes the instrumented modules.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { instrumentPtx } from '../../src/record/index.ts';
import { roundTrips, sizesOf } from './round-trip.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MODULES = globSync('test/fixtures/ptx/*.ptx', { cwd: ROOT }).sort();
/** Those for GPUs with clusters. */
const NEWER = ['copies-under-way', 'cluster-memory'].map((name) => `test/fixtures/ptx-by-hand/${name}.ptx`);

describe('recorded and simulated', () => {
  for (const file of MODULES) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const warpModel of ['its', 'lockstep'] as const) {
      test(`${basename(file)}, ${warpModel}`, () => {
        const trips = roundTrips(text, { ...sizesOf(text), warpModel });
        assert.ok(trips.length > 0);
        for (const { refused, plain, recorded, entries } of trips) {
          assert.equal(refused, null);
          assert.ok(plain.length > 0 && entries > 0);
          assert.deepEqual(recorded, plain);
        }
      });
    }
  }

  // What the simulator has of a barrier object or a cluster's barrier is a place of its own; the recording has the object.
  const PASSED = /^(thread \d+: ).*(?:global beyond 4|shared \d+ 8|global \d+\+\d+ 4) device (release|acquire)\b.*$/;
  const withPasses = (lines: readonly string[]) => lines.map((line) => line.replace(PASSED, '$1passes $2'));
  const isOfPlace = (line: string) => / shared \d+ 8 device relaxed at /.test(line);
  const BY_HAND = { 'copies-under-way': [2, 1, 1], 'cluster-memory': [4, 2, 1] } as const;
  for (const [name, gridDim] of Object.entries(BY_HAND)) {
    const text = readFileSync(join(ROOT, `test/fixtures/ptx-by-hand/${name}.ptx`), 'utf8');
    for (const warpModel of ['its', 'lockstep'] as const) {
      test(`${name}.ptx, ${warpModel}`, () => {
        const trips = roundTrips(text, { gridDim, blockDim: [64, 1, 1], warpModel });
        assert.ok(trips.length > 0);
        for (const { kernel, refused, plain, recorded, entries } of trips) {
          assert.equal(refused, null);
          assert.ok(plain.length > 0 && entries > 0);
          assert.deepEqual(withPasses(recorded), withPasses(plain.filter((line) => !isOfPlace(line))), kernel);
        }
      });
    }
  }

  for (const name of ['lock', 'scan', 'warp-exchange', 'last-block']) {
    test(`every third block of ${name}, whole`, () => {
      const text = readFileSync(join(ROOT, `test/fixtures/ptx/${name}.ptx`), 'utf8');
      const gridDim = [7, 1, 1] as const;
      const { blockDim } = sizesOf(text);
      const threads = blockDim[0] * blockDim[1] * blockDim[2];
      const [trip] = roundTrips(text, { gridDim, blockDim, warpModel: 'its', sample: 3 });
      assert.ok(trip);
      const isSampled = (line: string) => {
        const [, thread, block] = /^(?:thread (\d+)|(?:warp \d+ of )?block (\d+)):/.exec(line) ?? [];
        const number = thread === undefined ? Number(block) : Math.floor(Number(thread) / threads);
        assert.ok(number < gridDim[0], line);
        return number % 3 === 0;
      };
      assert.ok(trip.recorded.length > 0 && trip.recorded.length < trip.plain.length);
      assert.deepEqual(trip.recorded, trip.plain.filter(isSampled));
    });
  }

  test('one entry per warp instruction', () => {
    const text = readFileSync(join(ROOT, 'test/fixtures/ptx/affine-1d.ptx'), 'utf8');
    const sizes = { gridDim: [2, 1, 1], blockDim: [64, 1, 1] } as const;
    const [lockstep] = roundTrips(text, { ...sizes, warpModel: 'lockstep' });
    // A store and an exit of four warps.
    assert.equal(lockstep?.entries, 8);
    assert.equal(lockstep.recorded.length, 256);
  });
});

const hasAssembler = spawnSync('ptxas', ['--version']).status === 0;

describe('ptxas takes what is instrumented', () => {
  // Of each test and not of all together: a report counts tests.
  const skip = hasAssembler ? false : 'there is no ptxas';
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-record-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const file of [...MODULES, ...NEWER]) {
    const architecture = NEWER.includes(file) ? 'sm_90' : 'sm_80';
    for (const ring of [null, { entries: 1024 }]) {
      test(`${basename(file)}${ring === null ? '' : ', with a ring of its own'}`, { skip }, () => {
        const text = readFileSync(join(ROOT, file), 'utf8');
        const sources = { file, sourceOf: (path: string) => ({ path, isOwn: true }) };
        const options = { isWanted: () => true, sample: ring === null ? 1 : 4, ring };
        const out = join(folder, 'out.ptx');
        writeFileSync(out, instrumentPtx(text, sources, options).text);
        const args = [`-arch=${architecture}`, '-o', join(folder, 'out.cubin'), out];
        const run = spawnSync('ptxas', args, { encoding: 'utf8' });
        assert.equal(run.status, 0, run.stderr);
      });
    }
  }
});
