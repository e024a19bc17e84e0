/** Barriers that are objects, of clusters, and rows of matrices: which records they get, and what is said instead of one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { instrumentPtx } from '../../src/record/index.ts';

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'ptx-by-hand', 'hopper-style.ptx');
const HEADER = '.version 8.6\n.target sm_100a\n.address_size 64\n';
const OPTIONS = { isWanted: () => true, sample: 1, ring: null };

function instrumented(text: string) {
  const sources = { file: 'k.ptx', sourceOf: (path: string) => ({ path, isOwn: true }) };
  return instrumentPtx(text, sources, OPTIONS);
}

describe('a module for sm_90', () => {
  const { table, problems, text } = instrumented(readFileSync(FIXTURE, 'utf8'));

  test('records', () => {
    const shown = table.sites.map((site) =>
      site.kind === 'access'
        ? `${site.line} ${site.op} ${site.size} ${site.scope ?? ''} ${site.order ?? ''}`.trimEnd()
        : `${site.line} ${site.kind}`,
    );
    assert.deepEqual(shown, [
      // The barrier is made, the blocks of the cluster wait for each other.
      '25 write 8',
      '27 atomic 4 device release',
      '28 read 4 device acquire',
      '29 atomic 8 block relaxed',
      // All arrive, and wait.
      '31 atomic 8 block release',
      '33 read 8 block acquire',
      // Rows of matrices.
      '38 read 16',
      '39 read 16',
      '40 write 16',
      '43 atomic 4 device relaxed',
      '44 write 16',
      '46 write 8',
      '47 atomic 4 device relaxed',
      '48 exit',
    ]);
  });

  test('a wait counts when it has succeeded, and rows are those of the lanes that name them', () => {
    const behindOf = (line: string) => text.slice(text.indexOf(line) + line.length).split('\t}')[0]!;
    assert.match(behindOf('%p2, [%r3+0], %rd3;'), /^\s+@!%p2 bra \$GPURACE_SKIP_5;/);
    const before = text.slice(0, text.indexOf('ldmatrix.sync.aligned.m8n8.x2'));
    assert.match(before.slice(before.lastIndexOf('{')), /%laneid;\s+setp\.ge\.u32 %gpurace_p, %gpurace_r0, 16;/);
  });

  test('what is not recorded is said', () => {
    assert.deepEqual(
      problems.map(({ line, message }) => `${line} ${message}`),
      [
        "30 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes' is not recorded",
        "42 'ld.shared::cluster.u32' is not recorded",
      ],
    );
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
    'wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%rd1], %r9;',
    'st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3];',
    'multimem.red.relaxed.sys.global.add.u32 [%rd1], %r1;',
    'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], 16;',
    'mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];',
    'cp.async.mbarrier.arrive.shared.b64 [%r1];',
    'tcgen05.cp.cta_group::1.128x256b [%r1], %rd1;',
    'frobnicate.u32 [%rd1], %r1;',
  ];
  for (const instruction of cases) {
    test(instruction, () => {
      const registers = '.reg .b32 %r<12>; .reg .b64 %rd<4>; .reg .f32 %f<5>;';
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
