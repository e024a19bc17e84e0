/** PTX modules on the command line: checked, simulated and instrumented. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { RecordTable } from '../../src/record/index.ts';
import { workbench } from './harness.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8');

interface Expected {
  readonly file: string;
  readonly options: string;
  /** Of each entry, with commas. */
  readonly verdict: string;
  /** Lines of the sources, or of the module where it names none. */
  readonly lines?: readonly number[];
  /** One that each entry's verdict rests on. */
  readonly assumption?: string;
  /** What stands in it is another text, wherever it stands. */
  readonly instead?: readonly [was: string, is: string];
}

const SIZES = '--grid-dim 4 --block-dim 64';

const CHECKED: readonly Expected[] = [
  { file: 'ptx/reduction.ptx', options: '--block-dim 256', verdict: 'race-free' },
  { file: 'ptx/reduction-racy.ptx', options: '--grid-dim 4 --block-dim 256', verdict: 'racy', lines: [14, 16] },
  { file: 'ptx/lock.ptx', options: '', verdict: 'race-free' },
  { file: 'ptx/flag.ptx', options: '--grid-dim 8 --block-dim 64', verdict: 'race-free' },
  { file: 'ptx/warp-sync.ptx', options: '--grid-dim 1 --block-dim 32', verdict: 'race-free' },
  { file: 'ptx/block-atomic.ptx', options: '--grid-dim 4 --block-dim 64', verdict: 'racy', lines: [5, 5] },
  { file: 'ptx/struct-parameter.ptx', options: '--grid-dim 1 --block-dim 64', verdict: 'racy', lines: [8, 8] },
  { file: 'ptx-by-hand/clang-style.ptx', options: '--grid-dim 1 --block-dim 64', verdict: 'race-free' },
  // Both blocks store the same values: what they load from memory that nobody writes.
  {
    file: 'ptx-by-hand/clang-style.ptx',
    options: '--grid-dim 2 --block-dim 64',
    verdict: 'conditional',
    lines: [58, 58],
  },
  { file: 'ptx-by-hand/triton-style.ptx', options: '', verdict: 'race-free' },
  {
    file: 'ptx-by-hand/narrow-addresses.ptx',
    options: '--grid-dim 4 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [37, 37],
  },
  // Where the module does not say how many bits its addresses have, its accesses do.
  {
    file: 'ptx-by-hand/narrow-addresses.ptx',
    options: '--grid-dim 4 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [37, 37],
    instead: ['.address_size 32', ''],
  },
  {
    file: 'ptx-by-hand/numba-style.ptx',
    options: '--grid-dim 4 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [23, 23],
  },
  {
    file: 'ptx-by-hand/julia-style.ptx',
    options: '--grid-dim 1 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [16, 17],
  },
  { file: 'ptx-by-hand/grid-barrier.ptx', options: '--grid-dim 4 --block-dim 64', verdict: 'race-free' },
  {
    file: 'ptx-by-hand/clusters.ptx',
    options: '--grid-dim 4 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [53, 60],
  },
  {
    file: 'ptx-by-hand/constant-table.ptx',
    options: '--grid-dim 1 --block-dim 4',
    verdict: 'race-free',
    assumption: 'the host does not change order',
  },
  {
    file: 'ptx-by-hand/constant-table-racy.ptx',
    options: '--grid-dim 1 --block-dim 4',
    verdict: 'racy',
    lines: [23, 23],
    assumption: 'the host does not change order',
  },
  {
    file: 'ptx-by-hand/function-table.ptx',
    options: '--grid-dim 1 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [21, 36],
    assumption: 'the host does not change table',
  },
  {
    file: 'ptx-by-hand/surfaces.ptx',
    options: '--grid-dim 1 --block-dim 64',
    verdict: 'race-free, racy',
    lines: [33, 34],
  },
  {
    file: 'ptx-by-hand/surfaces.ptx',
    options: '--grid-dim 1 --block-dim 64',
    verdict: 'inconclusive, racy',
    // Formatted stores, which the architecture no longer has.
    instead: ['sust.b.a1d.b16', 'sust.p.a1d.b16'],
  },
  { file: 'ptx-by-hand/unrolled-ring.ptx', options: SIZES, verdict: 'race-free' },
  {
    file: 'ptx-by-hand/unrolled-ring.ptx',
    options: SIZES,
    verdict: 'racy',
    // A stage is given back, and read then.
    instead: [
      'ld.shared.u32 %r32, [%r16];\n\tadd.s32 %r31, %r31, %r32;\n\tadd.s32 %r17, %r7, %r13;\n\tmbarrier.arrive.shared.b64 _, [%r17];',
      'add.s32 %r17, %r7, %r13;\n\tmbarrier.arrive.shared.b64 _, [%r17];\n\tld.shared.u32 %r32, [%r16];\n\tadd.s32 %r31, %r31, %r32;',
    ],
  },
  { file: 'ptx-by-hand/phases-in-a-word.ptx', options: SIZES, verdict: 'race-free' },
  {
    file: 'ptx-by-hand/phases-in-a-word.ptx',
    options: SIZES,
    verdict: 'racy',
    // That a stage has been filled is waited for in the first round, and never again.
    instead: ['xor.b16 %rs8, %rs1, 2;', 'xor.b16 %rs8, %rs1, 0;'],
  },
  {
    file: 'ptx-by-hand/phases-in-a-word.ptx',
    options: SIZES,
    verdict: 'inconclusive',
    // Who leaves last is not known by a count that begins elsewhere than at the size of the block.
    instead: ['st.relaxed.cta.b32 [%rd4], %r7;', 'st.relaxed.cta.b32 [%rd4], 32;'],
  },
];

describe('check', () => {
  for (const { file, options, verdict, lines, assumption, instead } of CHECKED) {
    test(`${file} ${options}${instead ? `, with ${instead[1].split(';')[0]}` : ''}`, async (t) => {
      const text = fixture(file);
      if (instead) assert.ok(text.includes(instead[0]));
      const { run } = workbench(t, { 'k.ptx': instead ? text.replaceAll(...instead) : text });
      const args = ['check', 'k.ptx', '--format', 'json', ...options.split(' ').filter((word) => word !== '')];
      const { stdout, stderr } = await run(args, { analyse });
      const result = JSON.parse(stdout);
      assert.deepEqual(
        result.kernels.map((kernel: { verdict: string; file: string }) => [kernel.verdict, kernel.file]),
        verdict.split(', ').map((one) => [one, 'k.ptx']),
        stderr + stdout,
      );
      if (assumption !== undefined) {
        for (const { assumptions } of result.kernels)
          assert.ok(assumptions.includes(assumption), JSON.stringify(result));
      }
      if (lines === undefined) return;
      const found = result.findings.map((one: { accesses: { line: number }[] }) =>
        one.accesses.map(({ line }) => line).sort(),
      );
      assert.ok(
        found.some((pair: number[]) => pair.join() === lines.map(String).sort().join()),
        JSON.stringify(found),
      );
    });
  }

  test('an entry that cannot be read is there with its reason', async (t) => {
    const { run } = workbench(t, {
      'k.ptx': '.version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .nothing a) { ret; }\n',
    });
    const { stdout, code } = await run(['check', 'k.ptx', '--format', 'json'], { analyse });
    const { kernels } = JSON.parse(stdout);
    assert.equal(code, 3);
    assert.deepEqual(
      kernels.map(({ kernel, verdict, line }: Record<string, unknown>) => [kernel, verdict, line]),
      [['k', 'inconclusive', 4]],
    );
    assert.match(kernels[0].reasons[0], /its PTX is not understood/);
  });
});

test('simulate runs an entry, and sites name its sources', async (t) => {
  const { run, cwd } = workbench(t, { 'k.ptx': fixture('ptx/lock.ptx') });
  const args = '--kernel add --grid-dim 2 --block-dim 32 --arg param_0=zeros:4 --arg param_1=zeros:4 -o out.ndjson';
  const { code, stderr } = await run(['simulate', 'k.ptx', ...args.split(' ')]);
  assert.equal(code, 0, stderr);
  const [header, ...events] = readFileSync(join(cwd, 'out.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(header.sites[0].file, 'test/kernels/lock.cu');
  assert.equal(events.filter(({ op }) => op === 'exit').length, 64);
});

describe('instrument', () => {
  const bench = (t: Parameters<typeof workbench>[0]) => {
    const { run, cwd } = workbench(t, {
      'k.ptx': fixture('ptx/last-block.ptx'),
      'old.ptx': '.version 6.0\n.target sm_30\n.address_size 64\n',
      'none.ptx': 'int main() {}\n',
    });
    return { cwd, run: (line: string) => run(['instrument', ...line.split(' ')]) };
  };

  test('writes the module and its table', async (t) => {
    const { run, cwd } = bench(t);
    const { code, stderr } = await run('k.ptx -o out.ptx');
    assert.equal(code, 0, stderr);
    const table = RecordTable.parse(JSON.parse(readFileSync(join(cwd, 'out.ptx.json'), 'utf8')));
    assert.deepEqual(table.kernels, [{ symbol: '_Z5totalPKfPfS1_i', name: 'total' }]);
    assert.ok(table.sites.some(({ kind, line }) => kind === 'fence' && line === 22));
    const kinds = new Set(table.sites.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ['access', 'barrier', 'exit', 'fence']);
    const text = readFileSync(join(cwd, 'out.ptx'), 'utf8');
    assert.equal(text.match(/call gpurace_record,/g)?.length, table.sites.length);
    // Without what was put in, it is the module as it was.
    assert.ok(text.includes('ld.shared.f32 \t%f11, [%r4];'));
  });

  test('leaves alone what a result calls race-free', async (t) => {
    const { run, cwd } = workbench(t, { 'k.ptx': fixture('ptx/lock.ptx') });
    const checked = await run(['check', 'k.ptx', '--format', 'json', '--output', 'r.json'], { analyse });
    assert.equal(checked.code, 0, checked.stderr);
    const { code, stderr } = await run(['instrument', 'k.ptx', '-o', 'out.ptx', '--only-suspect', 'r.json']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^0 kernels, 0 places recorded/);
    assert.ok(!readFileSync(join(cwd, 'out.ptx'), 'utf8').includes('call gpurace_record'));
  });

  test('records what a result leaves open or calls racy, and the kernels that are named', async (t) => {
    const text = fixture('ptx/template-kernel.ptx').replaceAll('_Z4fillILi1EEvPi', '_Z3ownPi');
    const { run, cwd } = workbench(t, { 'k.ptx': text });
    const kernels = async (...more: string[]) => {
      const { code, stderr } = await run(['instrument', 'k.ptx', '-o', 'out.ptx', ...more]);
      assert.equal(code, 0, stderr);
      const table = RecordTable.parse(JSON.parse(readFileSync(join(cwd, 'out.ptx.json'), 'utf8')));
      return table.kernels.map(({ name }) => name);
    };
    const sizes = ['--grid-dim', '2', '--block-dim', '64', '--format', 'json', '--output', 'r.json'];
    await run(['check', 'k.ptx', ...sizes], { analyse });
    const stored = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    const suspects = stored.kernels.flatMap((one: { kernel: string; verdict: string }) =>
      one.verdict === 'race-free' ? [] : [one.kernel],
    );
    assert.deepEqual(suspects, ['fill']);
    assert.deepEqual(await kernels('--only-suspect', 'r.json'), suspects);
    assert.deepEqual(await kernels(), ['own', 'fill']);
    for (const name of ['own', 'fill']) assert.deepEqual(await kernels('--kernel', name), [name]);
  });

  for (const [line, expected] of [
    ['k.ptx -o out.ptx --kernel nobody', /--kernel: k\.ptx has no kernel nobody/],
    ['k.ptx -o out.ptx --sample 0', /--sample/],
    ['k.ptx -o out.ptx --ring 1000', /--ring/],
    ['old.ptx -o out.ptx', /it is PTX 6\.0; recording needs 6\.2 or newer/],
    ['none.ptx -o out.ptx', /it is no PTX module/],
    ['nothing.ptx -o out.ptx', /nothing\.ptx cannot be read/],
  ] as const) {
    test(line, async (t) => {
      const { code, stderr } = await bench(t).run(line);
      assert.equal(code, 2);
      assert.match(stderr, expected);
    });
  }

  test('does not instrument twice', async (t) => {
    const { run } = bench(t);
    await run('k.ptx -o out.ptx');
    const { code, stderr } = await run('out.ptx -o again.ptx');
    assert.equal(code, 2);
    assert.match(stderr, /it is instrumented already/);
  });
});
