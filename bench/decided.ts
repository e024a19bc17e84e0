/**
 * How kernels are decided: the share of access pairs that takes no solver call, and the time per kernel after the front
 * end.
 *   node bench/decided.ts [--jobs N] [--list] FOLDER…
 * Each folder is analysed as `gpurace check` does it in there; `--list` names the kernels that take the most.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { analyse } from '../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import type { KernelResult } from '../src/model/result.ts';
import { decidedRows } from './decided-rows.ts';
import { table } from './row.ts';

const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '2' }, list: { type: 'boolean', default: false } },
});
/** How many kernels `--list` names. */
const LISTED = 15;

for (const root of folders) {
  const files = globSync('**/*.{cu,cl,hip}', { cwd: root }).sort();
  const options = { ...DEFAULT_CHECK_OPTIONS, jobs: Number(flags.jobs), around: () => files };
  const { kernels, summary } = await analyse({ kind: 'disk', root }, files, options, SILENT);
  const verdicts = `race-free ${summary.raceFree}, racy ${summary.racy}, inconclusive ${summary.inconclusive}`;
  console.log(`${root}: ${files.length} files, ${kernels.length} kernels (${verdicts})`);
  const { rows, share } = decidedRows(kernels);
  console.log(`${table(rows)}\n${share}\n`);
  if (flags.list) list(kernels);
}

function list(kernels: readonly KernelResult[]): void {
  const show = (what: string, weight: (k: KernelResult) => number, unit: string) => {
    console.log(what);
    for (const k of [...kernels].sort((a, b) => weight(b) - weight(a)).slice(0, LISTED)) {
      if (weight(k) > 0)
        console.log(`  ${weight(k)} ${unit} (${k.accessPairs} pairs)  ${k.file}:${k.line} ${k.kernel}`);
    }
  };
  show('longest:', (k) => k.elapsedMs, 'ms');
  show('most pairs by the solver:', (k) => k.solverPairs ?? 0, 'pairs');
}
