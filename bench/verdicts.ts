/**
 * What becomes of the kernels of repositories that nobody prepared: verdicts, why kernels are open, time per kernel.
 *   node bench/verdicts.ts [--jobs N] [--timeout SECONDS] [--each] [--only FILE] [--every N] [--first K] [--from DIR]
 *                          [--list] [-I DIR] [-D NAME] [--json FILE] FOLDER…
 * Each folder is analysed as `gpurace check` does it in there, or in DIR, where projects share headers. With `--each` every
 * folder in it is a project of its own, as in a collection of programs; a file says with a path a line which of them are
 * wanted, and `--every N` takes every Nth of these, from the Kth on (0). Kernels that copy asynchronously or use matrix units are
 * counted by themselves, as their text says it. On a machine that does other things meanwhile, `node --import
 * ./bench/cpu-clock.ts` in the place of `node` has kernels timed by the processor's time. `--list` names every open kernel; `--json` keeps the kernels.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyse } from '../src/analysis/index.ts';
import { findSources } from '../src/cli/sources.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { type Progress, SILENT } from '../src/model/progress.ts';
import { type Reason, reasonText } from '../src/model/reason.ts';
import type { KernelResult } from '../src/model/result.ts';
import { quantile } from './row.ts';
import { RUN_LIMITS } from './run-limits.ts';

/** Words of kernels with asynchronous copies or matrix units. */
const SPECIAL =
  /\b(memcpy_async|cp\.async|__pipeline_\w+|cuda::pipeline|wmma::|mma_sync|load_matrix_sync|mma\.sync|wgmma|ldmatrix)/;

interface Project {
  readonly folder: string;
  readonly kernels: readonly KernelResult[];
  /** Kernels that copy asynchronously or use matrix units. */
  readonly special: ReadonlySet<KernelResult>;
}

const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '10' },
    each: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    only: { type: 'string' },
    from: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
    include: { type: 'string', short: 'I', multiple: true, default: [] },
    define: { type: 'string', short: 'D', multiple: true, default: [] },
  },
});
if (folders.length === 0) throw new Error('which FOLDERs?');

const kept: unknown[] = [];
for (const folder of folders) {
  const all = flags.each ? subfolders(folder) : [folder];
  const some = all.filter((_, i) => i % Number(flags.every) === Number(flags.first));
  const projects: Project[] = [];
  for (const one of some) {
    process.stderr.write(`${one}\n`);
    projects.push(await projectOf(one));
    // What is there so far can be looked at.
    if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(kept));
  }
  print(folder, projects);
}

function subfolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const all = entries.flatMap((entry) => (entry.isDirectory() ? join(folder, entry.name) : [])).sort();
  if (flags.only === undefined) return all;
  const wanted = readFileSync(flags.only, 'utf8')
    .split('\n')
    .filter((path) => path !== '');
  return all.filter((path) => wanted.some((end) => path.endsWith(`/${end}`)));
}

async function projectOf(folder: string): Promise<Project> {
  const found = findSources({
    cwd: resolve(flags.from ?? folder),
    paths: [resolve(folder)],
    exclude: [],
    includeDirs: flags.include,
    anyExtension: false,
  });
  const options = {
    ...DEFAULT_CHECK_OPTIONS,
    jobs: Number(flags.jobs),
    timeoutMs: 1000 * Number(flags.timeout),
    includeDirs: [...found.includeDirs],
    defines: flags.define,
    around: found.around,
  };
  const { kernels } = await analyse({ kind: 'disk', root: found.root }, found.files, options, timed(), RUN_LIMITS);
  const special = new Set(kernels.filter((kernel) => isSpecial(found.root, kernel)));
  for (const { launches, ...kernel } of kernels) kept.push({ folder, launches: launches.length, ...kernel });
  return { folder, kernels, special };
}

/** A line a file and kernel on standard error, with the seconds since the start: what takes long is seen while it does. */
function timed(): Progress {
  const start = performance.now();
  const say = (text: string) => process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0)} s ${text}\n`);
  return {
    ...SILENT,
    fileBegun: (file) => say(file),
    fileFound: (file, kernels) => say(`${file}: ${kernels} kernels`),
    kernelDone: (_, { kernel, verdict }) => say(`  ${kernel}: ${verdict}`),
    fileDone: (file) => say(`${file} done`),
  };
}

/** Whether the text of the kernel, up to the next one at most, names such a copy or unit, or its analysis ended there. */
function isSpecial(root: string, { file, line, reasons }: KernelResult): boolean {
  if (reasons.some(({ text }) => /matrix|asynchronous cop|barrier object/.test(text))) return true;
  const rest = readFileSync(join(root, file), 'utf8').split('\n').slice(line);
  const next = rest.findIndex((text) => /\b__global__\b|^\}/.test(text));
  return SPECIAL.test(rest.slice(0, next === -1 ? undefined : next).join('\n'));
}

function isDecided({ verdict }: KernelResult): boolean {
  return verdict !== 'inconclusive';
}

function print(folder: string, projects: readonly Project[]): void {
  const kernels = projects.flatMap((project) => project.kernels);
  const counted = projects.flatMap((project) => project.kernels.filter((kernel) => !project.special.has(kernel)));
  const open = kernels.filter((kernel) => !isDecided(kernel));
  const count = (verdict: KernelResult['verdict']) => kernels.filter((kernel) => kernel.verdict === verdict).length;
  const compiled = kernels.filter(({ reasons }) => !reasons.some(({ kind }) => kind === 'not-analysed')).length;
  const times = kernels.map(({ elapsedMs }) => elapsedMs);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(`## ${folder}\n`);
  say(
    `${kernels.length} kernels: race-free ${count('race-free')}, conditional ${count('conditional')}, racy ${count('racy')}, ` +
      `open ${open.length}; compiled ${percent(compiled, kernels.length)}; decided ${percent(kernels.length - open.length, kernels.length)}`,
  );
  say(
    `without asynchronous copies and matrix units: ${counted.length} kernels, ` +
      `decided ${percent(counted.filter(isDecided).length, counted.length)}; ` +
      `per kernel: median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms\n`,
  );
  say('| why a kernel is open (its first reason) | kernels |\n| --- | --- |');
  for (const [reason, number] of frequency(open.map(({ reasons }) => general(reasons[0])))) {
    say(`| ${reason} | ${number} |`);
  }
  say('');
  if (flags.list) {
    for (const project of projects) {
      for (const { file, line, kernel, reasons, verdict } of project.kernels) {
        if (verdict !== 'inconclusive') continue;
        say(`- ${project.folder}/${file}:${line} ${kernel}: ${reasons.map(reasonText).join('; ')}`);
      }
    }
  }
}

/** A reason without the names and numbers that are one program's own. */
function general(reason: Reason | undefined): string {
  if (reason === undefined) return 'no reason';
  const text = reason.text.replaceAll(/'[^']*'/g, '‹…›').replaceAll(/\d+/g, 'N');
  return `${reason.kind}: ${text.length > 110 ? `${text.slice(0, 110)}…` : text}`;
}

function frequency(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
