/**
 * What kernels without asynchronous copies, barrier objects and matrix units pay for those who have them.
 *   node bench/asynchronous-share.ts [--every N] [FOLDER…]
 * Checks each file of the folders (`test/kernels` and `examples`) in which nothing of the kind is written, with the launch that it
 * states, under the sampling profiler of Node, and prints which share of the samples within our sources falls into the modules that
 * deal with such constructs alone. A check of ours runs on one thread, so that samples are time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { analyseUnit } from '../src/analysis/analyse-unit.ts';
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import { languageOf } from '../src/analysis/language.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { openTree } from '../src/source/index.ts';
import { headerOf } from '../test/kernel-header.ts';

/** Words of files with such constructs, in their comments as well. */
const SPECIAL =
  /asynchronous|memcpy_async|cp[._]async|__pipeline_|cuda::(?:pipeline|barrier|ptx)|mbarrier|wmma|wgmma|tcgen05|load_lds|waitcnt|tensor|\bmma|ldmatrix|async_work_group|cluster|bar\.(?:sync|arrive)|st\.async|red\.async/i;

/** What is executed, and asked, for such constructs alone. */
const THEIRS =
  /\/src\/(?:kernel\/transfer\/(?:copy-groups|async-copies|tensor-copies|tensor-maps|tensor-memory|matrix-operands|amd|partial-barriers)|kernel\/(?:matrix-descriptors|tensor-memory)|check\/order\/(?:flights|barrier-objects|counted-barriers|arrivers|copied-bytes|stored-bytes|cluster-barriers|deputies|handed-on))\.ts$/;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
});
const root = process.cwd();
const tree = openTree({ kind: 'disk', root });
const engines = createEngines(await loadEngineParts());
const folders = positionals.length > 0 ? positionals : ['examples', 'test/kernels'];
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((file) => /\.(?:cu|cl)$/.test(file) && !SPECIAL.test(readFileSync(join(root, file), 'utf8')))
  .sort()
  .filter((_, i) => i % Number(flags.every) === 0);

function check(file: string): void {
  const { gridDim, blockDim, assume } = headerOf(readFileSync(join(root, file), 'utf8'));
  const options = { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, assume: [...assume] };
  analyseUnit({ file, language: languageOf(tree, file, null), options, skip: new Map() }, tree, engines, () => {});
}

for (const file of files.slice(0, 8)) check(file);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 500 });
await session.post('Profiler.start');
for (const file of files) check(file);
const { profile } = await session.post('Profiler.stop');
session.disconnect();

const urlOf = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.url]));
const own = new Map<string, number>();
for (const id of profile.samples ?? []) {
  const url = urlOf.get(id) ?? '';
  if (url.includes('/src/')) own.set(url, (own.get(url) ?? 0) + 1);
}
const all = sum([...own.values()]);
const theirs = [...own].filter(([url]) => THEIRS.test(url)).sort(([, a], [, b]) => b - a);
const percent = (part: number) => `${((100 * part) / all).toFixed(2)} %`;
console.log(`${files.length} files, ${all} samples within our sources`);
console.log(`for asynchronous constructs alone: ${percent(sum(theirs.map(([, count]) => count)))}`);
for (const [url, count] of theirs.slice(0, 5)) console.log(`  ${percent(count)} ${url.replace(/^.*\/src\//, 'src/')}`);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
