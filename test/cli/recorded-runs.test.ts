/** From a kernel to its races in a run: `simulate` writes a trace, `trace` reads it. Our own examples, racy and mended. */
// slow: compiles kernels, by the command `simulate`
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { workbench } from './harness.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

interface Run {
  readonly example: string;
  readonly kernel: string;
  readonly launch: string;
  /** Of both, or of the racy one and the mended one. */
  readonly args: string | readonly [string, string];
  /** Lines of the racy one. */
  readonly races: readonly (readonly [string, number, number])[];
}

const RUNS: readonly Run[] = [
  {
    example: 'reduction',
    kernel: 'sumBlocks',
    launch: '--grid-dim 2 --block-dim 256',
    args: '--arg in=random:512:1 --arg sums=zeros:2 --arg n=512',
    races: [['intra-block-race', 14, 16]],
  },
  {
    example: 'scan',
    kernel: 'scanBlocks',
    launch: '--grid-dim 2 --block-dim 256',
    args: '--arg data=iota:512',
    races: [['intra-block-race', 18, 18]],
  },
  {
    example: 'histogram',
    kernel: 'histogram',
    launch: '--grid-dim 2 --block-dim 256',
    args: '--arg data=random:2048:4 --arg bins=zeros:256 --arg n=2048',
    races: [['inter-block-race', 13, 13]],
  },
  {
    example: 'stencil',
    kernel: 'smooth',
    launch: '--grid-dim 4 --block-dim 128',
    args: ['--arg field=iota:512 --arg n=512', '--arg field=iota:512 --arg next=zeros:512 --arg n=512'],
    races: [
      ['intra-block-race', 15, 17],
      ['inter-block-race', 16, 17],
    ],
  },
  {
    example: 'warp-exchange',
    kernel: 'pairMaximum',
    launch: '--grid-dim 1 --block-dim 256',
    args: '--arg in=iota:256 --arg out=zeros:256',
    races: [['intra-warp-race', 16, 17]],
  },
];

for (const { example, kernel, launch, args, races } of RUNS) {
  test(`${example}: the run shows the race where it is, and nothing in the mended kernel`, async (t) => {
    const [racy, mended] = [`${example}-racy.cu`, `${example}.cu`];
    const source = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
    const bench = workbench(t, { [racy]: source(racy), [mended]: source(mended) });
    for (const [i, file] of [racy, mended].entries()) {
      const its = typeof args === 'string' ? args : args[i]!;
      const simulate = `simulate ${file} --kernel ${kernel} ${launch} ${its} --seed 7 -o run.trace`;
      const simulated = await bench.run(simulate.split(' '));
      assert.equal(simulated.code, 0, simulated.stderr);
      const detectors = ['--detector', 'gwcp,scoped-hb,predict', '--budget', '100'];
      const { code, stdout } = await bench.run(['trace', 'run.trace', ...detectors, '--format', 'json']);
      const { findings, problems } = parseStoredResult(stdout, 'the result');
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      const seen = findings.map(({ rule, accesses, evidence }) => {
        assert.notEqual(evidence, 'possible');
        const [a = 0, b = 0] = accesses.map(({ line }) => line).sort((x, y) => x - y);
        return [rule, a, b] as const;
      });
      const expected = new Set(file === racy ? races.map((race) => race.slice(1).join(' ')) : []);
      assert.deepEqual(new Set(seen.map((race) => race.slice(1).join(' '))), expected, file);
      for (const [rule, a, b] of file === racy ? races : []) {
        assert.ok(
          seen.some((race) => race[0] === rule && race[1] === a && race[2] === b),
          JSON.stringify(seen),
        );
      }
      assert.equal(code, file === racy ? 1 : 0);
    }
  });
}
