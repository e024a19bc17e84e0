/**
 * `npm run bench [-- --only MODULE] [--every N] [PATH…]`: times and memory on this machine, all in one run. Nothing is asserted
 * about time. The paths (files or folders) are measured beside `examples/` and `test/kernels/`; of all these files, `--every`
 * takes each Nth. `--only` runs one module of `bench/`: `unit-times` has what conditions and causes cost.
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as coldStart from './cold-start.ts';
import { type Row, table } from './row.ts';
import * as unitTimes from './unit-times.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, every: { type: 'string', default: '1' } },
});
process.chdir(join(import.meta.dirname, '..'));
const folders = ['examples', 'test/kernels', ...positionals].filter((path) => existsSync(path));
const example = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .sort()
  .find((name) => name.endsWith('.cu'));
if (example === undefined) throw new Error('examples/ has no .cu file');
const every = Number(flags.every);
if (!Number.isInteger(every) || every < 1) throw new Error(`--every ${flags.every} is not a positive number`);

const MODULES: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'cold-start': () => coldStart.rows(`examples/${example}`),
  'unit-times': () => unitTimes.rows(folders, every),
  'pull-request': () => rowsOf('pull-request.ts'),
  simulate: () => rowsOf('simulate.ts'),
  detect: () => rowsOf('detect.ts'),
};
const names = flags.only === undefined ? Object.keys(MODULES) : [flags.only];

const processor = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`;
console.log(`Node ${process.version}, ${processor}, load before ${loadavg()[0]?.toFixed(1)}\n`);
const rows: Row[] = [];
for (const name of names) {
  const measure = MODULES[name];
  if (measure === undefined) throw new Error(`--only ${name}: one of ${Object.keys(MODULES).join(', ')}`);
  rows.push(...(await measure()));
}
console.log(table(rows));

/** These are loaded when they are run: what they import takes time. */
async function rowsOf(module: string): Promise<readonly Row[]> {
  const bench = (await import(join(import.meta.dirname, module))) as { rows(): Promise<readonly Row[]> };
  return bench.rows();
}
