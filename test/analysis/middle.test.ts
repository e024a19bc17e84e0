/**
 * What lies between a kernel and its verdict, for thirty kernels of `test/kernels/`: `test/golden/middle/` holds what
 * `scripts/dump.ts` prints. A verdict may be right by luck; an access, a barrier interval or an order that got lost shows
 * here. `UPDATE_GOLDEN=1` writes them anew: read what changed.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { middlesOf } from '../../scripts/dump/middle.ts';
import { dumpOf, type Stage } from '../../scripts/dump/stages.ts';
import { createEngines, type Engines, loadEngineParts } from '../../src/analysis/engines.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { openTree } from '../../src/source/index.ts';
import { assertGolden } from '../golden.ts';
import { headerOf } from '../kernel-header.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** By what there is to see in them. */
const KERNELS: Readonly<Record<Stage, Readonly<Record<string, string>>>> = {
  program: {
    'affine-1d.cu': 'the smallest kernel there is',
    'asm-ticket.cu': 'inline PTX becomes instructions',
  },
  accesses: {
    'lock.cu': 'what a spin loop tells when it is left',
    'lock-ticket.cu': 'a lock of two counters',
    'flag-release-acquire.cu': 'orderings of atomics',
    'flag-volatile.cu': 'volatile accesses and fences',
    'ticket-jobs.cu': 'a fetch-add whose result is broadcast to the block',
    'ticket-warp-leader.cu': 'a fetch-add whose result is shuffled to the warp',
    'count-grid-barrier.cu': 'a counter that all blocks wait for',
    'named-barrier-arrive.cu': 'named barriers, arrived at and waited for',
    'barrier-object-split.cu': 'a barrier object, arrived at and waited for',
    'tile-barrier.cu': 'a barrier of a tile',
    'group-copy-loop.cl': 'an asynchronous copy until its wait',
    'hip-wave64-sum.hip': 'shuffles of a wavefront',
    'tiled-loop.cu': 'loops in closed form, with barriers in them',
    'reduction-constant.cu': 'a loop that is unrolled',
    'reduction-symbolic.cu': 'a loop variable that halves',
    'loop-powers-of-three.cu': 'a loop variable that the block has in common',
    'while-break.cu': 'a loop of which little is known, left in two ways',
    'memory-copy.cu': 'memcpy',
    'pointers-in-array.cu': 'a pointer that is one of two',
  },
  pairs: {
    'affine-2d.cu': 'delinearisation',
    'rows-pitch.cu': 'rows no longer than their pitch',
    'thrust-one-vector.cu': 'two parameters that are one memory',
    'tiled-loop-one-barrier.cu': 'barrier intervals of two iterations',
    'divergent-barrier.cu': 'a barrier that not all threads reach',
    'flag-no-fence.cu': 'an order that lacks a fence',
  },
  smt: {
    'block-value-conditional.cu': 'a value that one thread broadcasts under a condition',
    'lock-backoff.cu': 'a lock with two ways through its loop',
    'ticket-warp-leader.cu': 'quotients and remainders of warps',
  },
};

describe('the middle', () => {
  const tree = openTree({ kind: 'disk', root: ROOT });
  let engines: Engines;
  before(async () => {
    engines = createEngines(await loadEngineParts());
  });

  const goldens: string[] = [];
  for (const stage of Object.keys(KERNELS) as Stage[]) {
    for (const [name, what] of Object.entries(KERNELS[stage])) {
      const golden = `${name}.${stage}.txt`;
      goldens.push(golden);
      test(`${golden}: ${what}`, () => {
        const file = `test/kernels/${name}`;
        const { gridDim, blockDim } = headerOf(readFileSync(join(ROOT, file), 'utf8'));
        const { middles } = middlesOf(engines, tree, file, { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim });
        assertGolden(`middle/${golden}`, middles.map((middle) => dumpOf(middle, stage, tree, file)).join('\n'));
      });
    }
  }

  test('no golden file is left that nothing is held against', () => {
    assert.deepEqual(readdirSync(join(ROOT, 'test', 'golden', 'middle')).sort(), goldens.sort());
  });
});
