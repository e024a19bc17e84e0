/**
 * `npm run bench [-- PATH…]`: times and memory on this machine, all in one run. Nothing is asserted about time.
 * The paths (files or folders) are measured beside `examples/` and `test/kernels/`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import * as coldStart from './cold-start.ts';
import { type Row, table } from './row.ts';
import * as unitTimes from './unit-times.ts';

process.chdir(join(import.meta.dirname, '..'));
const folders = ['examples', 'test/kernels', ...process.argv.slice(2)].filter((path) => existsSync(path));
const example = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .sort()
  .find((name) => name.endsWith('.cu'));
if (example === undefined) throw new Error('examples/ has no .cu file');

const processor = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`;
console.log(`Node ${process.version}, ${processor}, load before ${loadavg()[0]?.toFixed(1)}\n`);
const rows: Row[] = [...(await coldStart.rows(`examples/${example}`)), ...(await unitTimes.rows(folders))];
for (const module of ['pull-request.ts', 'simulate.ts', 'detect.ts']) {
  const path = join(import.meta.dirname, module);
  if (!existsSync(path)) continue;
  const bench = (await import(path)) as { rows(): Promise<readonly Row[]> };
  rows.push(...(await bench.rows()));
}
console.log(table(rows));
