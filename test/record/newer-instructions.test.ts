/** Barriers that are objects, of clusters, and rows of matrices: which records they get, and what is said instead of one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { instrumentPtx, type RecordTable } from '../../src/record/index.ts';

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'ptx-by-hand', 'hopper-style.ptx');
const HEADER = '.version 8.6\n.target sm_100a\n.address_size 64\n';
const OPTIONS = { isWanted: () => true, sample: 1, ring: null };

function instrumented(text: string) {
  const sources = { file: 'k.ptx', sourceOf: (path: string) => ({ path, isOwn: true }) };
  return instrumentPtx(text, sources, OPTIONS);
}

function shown(site: RecordTable['sites'][number]): string {
  if (site.kind === 'access')
    return `${site.line} ${site.op} ${site.size} ${site.scope ?? ''} ${site.order ?? ''}`.trimEnd();
  const op = site.kind === 'copy' ? ` ${site.op}${site.size === null ? '' : ` ${site.size}`}` : '';
  const reads = site.kind === 'copy-wait' ? ` ${site.pending}${site.reads ? ' reads' : ''}` : '';
  return `${site.line} ${site.kind}${op}${'queue' in site ? ` ${site.queue}` : ''}${reads}`;
}

describe('a module for sm_90', () => {
  const { table, problems, text } = instrumented(readFileSync(FIXTURE, 'utf8'));

  test('records', () => {
    assert.deepEqual(table.sites.map(shown), [
      // The barrier is made, the blocks of the cluster wait for each other.
      '25 write 8',
      '27 atomic 4 device release',
      '28 read 4 device acquire',
      '29 atomic 8 device relaxed',
      // A copy of so many bytes, from there to there, for a barrier.
      '30 copy-size',
      '30 copy read bound',
      '30 copy write bound',
      '30 copy-bind bound',
      // All arrive, and wait.
      '31 atomic 8 device release',
      '33 read 8 device acquire',
      // Rows of matrices.
      '38 read 16',
      '39 read 16',
      '40 write 16',
      // Of another block.
      '42 read 4',
      '43 atomic 4 device relaxed',
      '44 write 16',
      '46 write 8 device relaxed',
      '47 atomic 4 device relaxed',
      '48 exit',
    ]);
  });

  test('a wait counts when it has succeeded, and rows are those of the lanes that name them', () => {
    const behindOf = (line: string) => text.slice(text.indexOf(line) + line.length).split('\t}')[0]!;
    assert.match(behindOf('%p2, [%r3+0], %rd3;'), /^\s+@!%p2 bra \$GPURACE_SKIP_9;/);
    const before = text.slice(0, text.indexOf('ldmatrix.sync.aligned.m8n8.x2'));
    assert.match(before.slice(before.lastIndexOf('{')), /%laneid;\s+setp\.ge\.u32 %gpurace_p, %gpurace_r0, 16;/);
  });

  test('nothing is left out', () => {
    assert.deepEqual(problems, []);
  });

  const hasAssembler = spawnSync('ptxas', ['--version']).status === 0;
  test('ptxas takes it', { skip: hasAssembler ? false : 'there is no ptxas' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'gpurace-record-'));
    after(() => rmSync(folder, { recursive: true }));
    const out = join(folder, 'out.ptx');
    writeFileSync(out, text);
    const run = spawnSync('ptxas', ['-arch=sm_90', '-o', join(folder, 'out.cubin'), out], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
  });
});

describe('said, and never left out in silence', () => {
  const cases = [
    'tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [texture, {%r1}];',
    'suld.b.1d.b32.trap {%r1}, [surface, {%r2}];',
    'multimem.red.relaxed.sys.global.add.u32 [%rd1], %r1;',
    'cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];',
    'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1], 16, [%r2], %rs1;',
    'cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%rd1, {%r1}], [%r2];',
    'tcgen05.cp.cta_group::1.128x256b [%r1], %rd1;',
    'frobnicate.u32 [%rd1], %r1;',
  ];
  for (const instruction of cases) {
    test(instruction, () => {
      const registers = '.reg .b16 %rs<2>; .reg .b32 %r<12>; .reg .b64 %rd<4>; .reg .f32 %f<5>;';
      const { table, problems } = instrumented(`${HEADER}.entry k() {\n${registers}\n${instruction}\nret;\n}\n`);
      assert.deepEqual(
        problems.map(({ line, message }) => [line, message]),
        [[6, `'${instruction.split(' ')[0]}' is not recorded`]],
      );
      assert.deepEqual(
        table.sites.map(({ kind }) => kind),
        ['exit'],
      );
    });
  }
});

describe('what one instruction has recorded', () => {
  const COPIED = 'mbarrier::complete_tx::bytes';
  const cases: readonly (readonly [instruction: string, sites: readonly string[]])[] = [
    [
      'wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%rd1], %r9;',
      ['read 32'],
    ],
    [
      'wmma.store.d.sync.aligned.col.m32n8k16.shared.f32 [%r1], {%f1, %f2, %f3, %f4, %f1, %f2, %f3, %f4};',
      ['write 128'],
    ],
    [`st.async.shared::cluster.${COPIED}.v2.b32 [%r1], {%r2, %r3}, [%r4];`, ['copy write 8 bound', 'copy-bind bound']],
    [
      `red.async.relaxed.cluster.shared::cluster.${COPIED}.add.u32 [%r1], %r2, [%r3];`,
      ['copy atomic 4 bound', 'copy-bind bound'],
    ],
    [
      'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], 16;',
      ['copy-size', 'copy read bulk', 'copy atomic bulk'],
    ],
    [
      `cp.async.bulk.shared::cluster.shared::cta.${COPIED} [%r1], [%r2], 32, [%r3];`,
      ['copy-size', 'copy read bound', 'copy write bound', 'copy-bind bound'],
    ],
    ['cp.async.bulk.prefetch.L2.global [%rd1], 16;', []],
    ['cp.async.bulk.commit_group;', ['copy-commit bulk']],
    ['cp.async.bulk.wait_group.read 1;', ['copy-wait bulk 1 reads']],
    ['cp.async.ca.shared.global [%r1], [%rd1], 8, %r2;', ['copy-size', 'copy read groups', 'copy write 8 groups']],
    ['cp.async.mbarrier.arrive.shared.b64 [%r1];', ['copy-bind groups']],
    ['mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];', ['atomic 8 device release']],
    ['atom.shared::cluster.cas.b32 %r1, [%r2], %r3, %r4;', ['atomic 4 device relaxed']],
    ['red.release.cluster.shared::cluster.add.u32 [%r2], 1;', ['atomic 4 device release']],
    ['st.shared::cluster.v4.b32 [%r2+16], {%r3, %r4, %r5, %r6};', ['write 16']],
  ];
  const hasAssembler = spawnSync('ptxas', ['--version']).status === 0;
  for (const [instruction, sites] of cases) {
    const registers = '.reg .b32 %r<12>; .reg .b64 %rd<4>; .reg .f32 %f<5>;';
    const own = instrumented(`${HEADER}.entry k() {\n${registers}\n${instruction}\nret;\n}\n`);
    test(instruction, () => {
      assert.deepEqual(own.problems, []);
      assert.deepEqual(
        own.table.sites.map((site) => shown(site).replace(/^\d+ /, '')),
        [...sites, 'exit'],
      );
    });

    test(`ptxas takes ${instruction}`, { skip: hasAssembler ? false : 'there is no ptxas' }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'gpurace-record-'));
      const out = join(folder, 'out.ptx');
      writeFileSync(out, own.text);
      const run = spawnSync('ptxas', ['-arch=sm_100a', '-o', join(folder, 'out.cubin'), out], { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      assert.equal(run.status, 0, run.stderr);
    });
  }
});
