/**
 * What recording costs in registers and code.
 *   node bench/record.ts [FILE.ptx…]
 * Each module is assembled by `ptxas` as it is and instrumented; by default those of `test/fixtures/ptx/`. Registers are
 * those of the kernel that needs most, code is the assembled module in bytes.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { instrumentPtx } from '../src/record/index.ts';
import { quantile } from './row.ts';

const ROOT = join(import.meta.dirname, '..');

interface Assembled {
  readonly registers: number;
  readonly bytes: number;
}

function assembled(text: string, folder: string): Assembled | null {
  const [source, out] = [join(folder, 'in.ptx'), join(folder, 'out.cubin')];
  writeFileSync(source, text);
  const { status, stderr } = spawnSync('ptxas', ['-v', '-arch=sm_80', '-o', out, source], { encoding: 'utf8' });
  if (status !== 0) return null;
  const used = [...stderr.matchAll(/Used (\d+) registers/g)].map((match) => Number(match[1]));
  return { registers: Math.max(0, ...used), bytes: statSync(out).size };
}

const given = process.argv.slice(2).map((file) => resolve(file));
const files =
  given.length > 0
    ? given
    : globSync('test/fixtures/ptx/*.ptx', { cwd: ROOT })
        .sort()
        .map((file) => join(ROOT, file));
const folder = mkdtempSync(join(tmpdir(), 'gpurace-record-'));
const rows = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const sources = { file, sourceOf: (path: string) => ({ path, isOwn: true }) };
  const { text: recording, table } = instrumentPtx(text, sources, { isWanted: () => true, sample: 1, ring: null });
  const [before, after] = [assembled(text, folder), assembled(recording, folder)];
  return [{ name: basename(file), places: table.sites.length, before, after }];
});
rmSync(folder, { recursive: true });
const whole = rows.flatMap(({ before, after, ...row }) => (before && after ? [{ ...row, before, after }] : []));
for (const { name, places, before, after } of whole) {
  console.log(
    `${name}: ${places} places, ${before.registers} → ${after.registers} registers, ${before.bytes} → ${after.bytes} bytes`,
  );
}
const median = (of: (row: (typeof whole)[number]) => number) => quantile(whole.map(of), 0.5);
console.log(
  `${rows.length} modules, ${rows.length - whole.length} of which ptxas does not take in one form or the other`,
);
console.log(`median: ${median((row) => row.before.registers)} → ${median((row) => row.after.registers)} registers`);
console.log(`median: ${median((row) => row.before.bytes)} → ${median((row) => row.after.bytes)} bytes`);
