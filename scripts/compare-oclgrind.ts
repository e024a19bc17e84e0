/**
 * Runs the kernels of test/simulate/oclgrind/ with Debian's oclgrind and with ours, and compares the contents of all
 * buffers (of kernels without races) and the races. Not part of CI.
 *   apt-get install oclgrind && node scripts/compare-oclgrind.ts [NAME…]
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEngines, loadEngineParts } from '../src/analysis/engines.ts';
import { analyse } from '../src/analysis/index.ts';
import { argumentSpecs } from '../src/cli/argument-values.ts';
import { readProgram } from '../src/frontend/read-program.ts';
import type { Program, ProgramFunction } from '../src/ir/program.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import { reasonText } from '../src/model/reason.ts';
import type { Dim3 } from '../src/model/result.ts';
import { type ArgumentValue, bindArguments, simulate } from '../src/simulate/index.ts';
import { diskTree } from '../src/source/index.ts';

const FOLDER = join(import.meta.dirname, '..', 'test', 'simulate', 'oclgrind');
const MEMORY = 2 ** 24;

interface Case {
  readonly file: string;
  readonly program: Program;
  readonly kernel: ProgramFunction;
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
}

/** What one of the two says. Races are pairs of lines, `3 5`. */
interface Answer {
  readonly buffers: ReadonlyMap<string, string>;
  readonly races: ReadonlySet<string>;
}

const { clang } = createEngines(await loadEngineParts());
const names = process.argv.slice(2);
const files = globSync('*.cl', { cwd: FOLDER })
  .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
  .sort();
let disagreements = 0;
for (const file of files) {
  const one = load(file);
  const ours = await ourAnswer(one);
  const theirs = oclgrindAnswer(one);
  const isRacy = ours.races.size > 0;
  const different = [...ours.buffers]
    .filter(([name, words]) => theirs.buffers.get(name) !== words)
    .map(([name]) => name);
  const agree = isRacy === theirs.races.size > 0 && (isRacy || different.length === 0);
  if (!agree) disagreements++;
  const bytes = [...ours.buffers.values()].reduce((sum, words) => sum + 4 * words.split(' ').length, 0);
  const memory = isRacy ? '' : different.length === 0 ? `, ${bytes} bytes equal` : `, ${different.join(', ')} differ`;
  const both = [...ours.races].filter((race) => theirs.races.has(race));
  const only = (mine: Answer, other: Answer) => [...mine.races].filter((race) => !other.races.has(race)).join(', ');
  const pairs = [
    `both ${both.length}`,
    only(ours, theirs) === '' ? '' : `only gpurace: lines ${only(ours, theirs)}`,
    only(theirs, ours) === '' ? '' : `only oclgrind: lines ${only(theirs, ours)}`,
  ].filter((text) => text !== '');
  const races = isRacy || theirs.races.size > 0 ? `racy; pairs of lines: ${pairs.join('; ')}` : 'race-free';
  console.log(`${agree ? 'agree   ' : 'DISAGREE'} ${basename(file, '.cl').padEnd(16)} ${races}${memory}`);
}
console.log(`${files.length} kernels, ${disagreements} disagreements`);
process.exitCode = disagreements === 0 ? 0 : 1;

function load(file: string): Case {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const line = (word: string) => new RegExp(`^// ${word}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const size = (word: string): Dim3 => {
    const numbers = new RegExp(`${word} ([\\d,]+)`).exec(line('launch'))?.[1]?.split(',').map(Number) ?? [];
    return [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1];
  };
  const options = { includeDirs: [], defines: [], std: null };
  const { ir, diagnostics } = clang.run({ language: 'opencl', side: 'device', file, tree: diskTree(FOLDER), options });
  if (ir === null) throw new Error(`${file}: ${diagnostics[0]?.message}`);
  const { program } = readProgram(ir);
  const kernel = [...program.functions.values()].find((fn) => fn.isKernel && fn.isDefinition)!;
  const bound = bindArguments(program, kernel, argumentSpecs(line('args').split(' '), FOLDER), MEMORY);
  if (bound.problems.length > 0) throw new Error(`${file}: ${bound.problems.join('; ')}`);
  return { file, program, kernel, gridDim: size('grid'), blockDim: size('block'), arguments: bound.arguments };
}

async function ourAnswer(one: Case): Promise<Answer> {
  const { file, program, kernel, gridDim, blockDim } = one;
  const result = simulate(program, { kernel: kernel.name, gridDim, blockDim, arguments: one.arguments });
  if (result.error !== null) throw new Error(`${file}: ${result.error.message}`);
  const buffers = new Map<string, string>();
  for (const [index, { size }] of regionsOf(one)) {
    buffers.set(kernel.parameters[index]!.name, wordsOf(result.buffer(index, 0, size)!));
  }
  const options = { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim };
  const { findings, kernels } = await analyse({ kind: 'disk', root: FOLDER }, [file], options, SILENT);
  if (kernels[0]?.verdict === 'inconclusive')
    console.log(`  ${file}: ${kernels[0].reasons.map(reasonText).join('; ')}`);
  const strong = findings.filter(({ evidence }) => evidence === 'replayed' || evidence === 'witness');
  return { buffers, races: new Set(strong.map(({ accesses }) => pairOf(accesses.map(({ line }) => line)))) };
}

function oclgrindAnswer(one: Case): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'oclgrind-'));
  try {
    copyFileSync(join(FOLDER, one.file), join(folder, one.file));
    writeFileSync(join(folder, 'run.sim'), simFile(one));
    const both = join(folder, 'log');
    const log = execFileSync('oclgrind-kernel', ['--data-races', '--max-errors', '100000', '--log', both, 'run.sim'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const buffers = new Map<string, string>();
    for (const [, name, words] of log.matchAll(/^Argument '(\w+)': \d+ bytes\n((?: {2}.*\n)*)/gm)) {
      buffers.set(name!, [...words!.matchAll(/= (\d+)/g)].map(([, word]) => word).join(' '));
    }
    const races = new Set<string>();
    for (const part of readFileSync(both, 'utf8').split(/(?=(?:Read-write|Write-write) data race)/)) {
      if (!/^(?:Read-write|Write-write) data race/.test(part)) continue;
      const lines = [...part.matchAll(/^\s*At line (\d+)/gm)].map(([, line]) => Number(line));
      if (lines.length >= 2) races.add(pairOf(lines.slice(0, 2)));
    }
    return { buffers, races };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The input of `oclgrind-kernel`; buffers go in and come out as 32-bit words, so that every bit counts. */
function simFile(one: Case): string {
  const { file, kernel, gridDim, blockDim } = one;
  const regions = regionsOf(one);
  const args = kernel.parameters.map((parameter, index) => {
    const region = regions.get(index);
    const { type } = parameter;
    if (type.kind === 'pointer' && type.space === 3) {
      const value = one.arguments.get(index);
      const size = typeof value === 'object' && value.kind === 'region' ? value.size : null;
      return `<size=${size ?? 4}>`;
    }
    if (region) return `<size=${region.size} uint dump>\n${wordsOf(region.bytes)}`;
    const value = one.arguments.get(index);
    if (type.kind === 'float') return `<size=4 float> ${Number(value)}`;
    return `<size=${type.kind === 'int' ? type.bits / 8 : 4} int> ${value}`;
  });
  const global = gridDim.map((groups, axis) => groups * blockDim[axis]!);
  return [file, kernel.sourceName, global.join(' '), blockDim.join(' '), ...args, ''].join('\n');
}

/** Global buffers with what is in them at the start. */
function regionsOf(one: Case): Map<number, { size: number; bytes: Uint8Array }> {
  const regions = new Map<number, { size: number; bytes: Uint8Array }>();
  one.kernel.parameters.forEach(({ type }, index) => {
    const value = one.arguments.get(index);
    if (type.kind !== 'pointer' || type.space === 3 || typeof value !== 'object' || value.kind !== 'region') return;
    const size = value.size ?? 0;
    const bytes = new Uint8Array(size);
    for (const content of value.contents ?? []) bytes.set(content.bytes, content.offset);
    regions.set(index, { size, bytes });
  });
  return regions;
}

function wordsOf(bytes: Uint8Array): string {
  return new Uint32Array(bytes.slice().buffer).join(' ');
}

function pairOf(lines: readonly number[]): string {
  return [...lines].sort((a, b) => a - b).join(' ');
}
