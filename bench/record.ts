/**
 * What recording costs in registers and code.
 *   node bench/record.ts [--list] [--arch ARCHITECTURE] [--modules FOLDER] [FILE…]
 * Each module is assembled by `ptxas` as it is and instrumented. Files are PTX, or sources that nvcc compiles; by default
 * those of `examples/` and `test/kernels/`. Registers are those of the kernel that needs most, code is the assembled module
 * in bytes. The architecture is `sm_80` unless `--arch` says another. `--list` names every module, `--modules` keeps PTX there and takes it from there.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { instrumentPtx } from '../src/record/index.ts';
import { ownKernels, ptxOf } from './nvcc.ts';
import { quantile } from './row.ts';

const ROOT = join(import.meta.dirname, '..');

interface Assembled {
  readonly registers: number;
  readonly bytes: number;
}

function assembled(text: string, folder: string, architecture: string): Assembled | null {
  const [source, out] = [join(folder, 'in.ptx'), join(folder, 'out.cubin')];
  writeFileSync(source, text);
  const { status, stderr } = spawnSync('ptxas', ['-v', `-arch=${architecture}`, '-o', out, source], {
    encoding: 'utf8',
  });
  if (status !== 0) return null;
  const used = [...stderr.matchAll(/Used (\d+) registers/g)].map((match) => Number(match[1]));
  return { registers: Math.max(0, ...used), bytes: statSync(out).size };
}

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' }, modules: { type: 'string' }, arch: { type: 'string', default: 'sm_80' } },
  allowPositionals: true,
});
const files = (positionals.length > 0 ? positionals : ownKernels().map((file) => join(ROOT, file))).map((file) =>
  resolve(file),
);
const folder = mkdtempSync(join(tmpdir(), 'gpurace-record-'));
const modules = values.modules ?? folder;
mkdirSync(modules, { recursive: true });
const rows = files.flatMap((file) => {
  const text = file.endsWith('.ptx')
    ? readFileSync(file, 'utf8')
    : ptxOf(file, modules, values.arch === 'sm_80' ? undefined : [values.arch]);
  if (text === null) return [];
  const sources = { file, sourceOf: (path: string) => ({ path, isOwn: true }) };
  const {
    text: recording,
    table,
    problems,
  } = instrumentPtx(text, sources, {
    isWanted: () => true,
    sample: 1,
    ring: null,
  });
  const [before, after] = [assembled(text, folder, values.arch), assembled(recording, folder, values.arch)];
  const unrecorded = problems.map(({ message }) => message);
  const row = { name: basename(file), kernels: table.kernels.length, places: table.sites.length, unrecorded };
  return [{ ...row, before, after }];
});
rmSync(folder, { recursive: true });
const whole = rows.flatMap(({ before, after, ...row }) => (before && after ? [{ ...row, before, after }] : []));
const refused = rows.filter(({ before, after }) => before !== null && after === null);
for (const { name } of refused) console.log(`${name}: ptxas takes it as it is and not instrumented`);
for (const { name, unrecorded } of rows) for (const message of new Set(unrecorded)) console.log(`${name}: ${message}`);
if (values.list) {
  for (const { name, places, before, after } of whole) {
    console.log(
      `${name}: ${places} places, ${before.registers} → ${after.registers} registers, ${before.bytes} → ${after.bytes} bytes`,
    );
  }
}
const sum = (all: readonly { readonly kernels: number }[]) => all.reduce((total, { kernels }) => total + kernels, 0);
console.log(`${files.length - rows.length} of ${files.length} files have no PTX`);
console.log(
  `${rows.length} modules with ${sum(rows)} kernels; ptxas takes ${whole.length} with ${sum(whole)} of them instrumented`,
);
const measures: readonly (readonly [string, (assembled: Assembled) => number])[] = [
  ['registers', ({ registers }) => registers],
  ['bytes of the assembled module', ({ bytes }) => bytes],
];
for (const [name, of] of measures) {
  for (const share of [0.5, 0.9, 1]) {
    const [before, after] = [whole.map((row) => of(row.before)), whole.map((row) => of(row.after))];
    console.log(`${name}, at ${share * 100} %: ${quantile(before, share)} → ${quantile(after, share)}`);
  }
}
