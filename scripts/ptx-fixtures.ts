/**
 * Compiles kernels of ours to PTX for the tests, which need no nvcc then: `node scripts/ptx-fixtures.ts`. The header of each
 * file of `test/fixtures/ptx/` says which kernel it was.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const KERNELS = [
  ...`dot-product early-return histogram last-block reduction reduction-racy scan stencil transpose-wide warp-exchange
  warp-exchange-racy`
    .split(/\s+/)
    .map((name) => `examples/${name}.cu`),
  ...`affine-1d affine-3d asm-barrier asm-predicate asm-ticket atomics-only bitonic-sort block-atomic device-function
  do-while flag flag-release-acquire flag-volatile float4 grid-stride-2d lock lock-exchange lock-of-struct lock-ticket
  named-barrier named-barrier-two-counts reduction-symbolic struct-parameter switch template-kernel tile-barrier
  volatile-length warp-sync warp-sync-half`
    .split(/\s+/)
    .map((name) => `test/kernels/${name}.cu`),
];

const folder = mkdtempSync(join(tmpdir(), 'gpurace-fixtures-'));
for (const kernel of KERNELS) {
  const out = join(folder, 'out.ptx');
  const args = ['-ptx', '-lineinfo', '-std=c++17', '-arch=sm_80', '-o', out, join(ROOT, kernel)];
  const { status, stderr } = spawnSync('nvcc', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${kernel}: ${stderr}`);
  const ptx = readFileSync(out, 'utf8').replaceAll(`${ROOT}/`, '');
  const name = `${basename(kernel, '.cu')}.ptx`;
  writeFileSync(join(ROOT, 'test/fixtures/ptx', name), `// ${kernel}, compiled by scripts/ptx-fixtures.ts\n${ptx}`);
}
rmSync(folder, { recursive: true });
