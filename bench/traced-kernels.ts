/**
 * Traces of our own kernels against what their heads say: every file of `test/kernels/` with a launch is executed under
 * several schedules and contents of memory, and all detectors look at each trace. A race that was seen or predicted and
 * is not expected is a false alarm; one that is expected and was never seen is listed too (not every race shows with
 * memory that was made up, and a race of barriers is none of a trace's business).
 *
 *     node bench/traced-kernels.ts [NAME…]
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { simulateUnit } from '../src/analysis/simulate-unit.ts';
import { DETECT_DEFAULTS, DETECTORS, detectTrace, traceResult } from '../src/detect/index.ts';
import { createClang } from '../src/frontend/engine.ts';
import type { Dim3 } from '../src/model/result.ts';
import { clangModule, developmentCache, sysroot } from '../src/platform/assets.ts';
import { cachedPchStore } from '../src/platform/pch-store.ts';
import type { ArgumentSpec } from '../src/simulate/index.ts';
import { memoryTree } from '../src/source/index.ts';
import { createTraceReader } from '../src/trace/index.ts';

const ROOT = join(import.meta.dirname, '..');
const ELEMENTS = 1 << 16;
const SCHEDULES = [null, 1];
const CONTENTS: readonly ArgumentSpec[] = [
  { kind: 'zeros', count: ELEMENTS },
  { kind: 'random', count: ELEMENTS, seed: 5 },
];

const headers = await sysroot();
const clang = createClang(await clangModule(), headers, cachedPchStore(developmentCache()!, headers));

interface Outcome {
  readonly seen: Set<string>;
  readonly refused: Set<string>;
  runs: number;
}

function dimensions(launch: string, word: string): Dim3 {
  const [x = 1, y = 1, z = 1] = new RegExp(`\\b${word} ([\\d,]+)`).exec(launch)?.[1]?.split(',').map(Number) ?? [];
  return [x, y, z];
}

function runs(file: string, text: string, launch: string): Outcome {
  const outcome: Outcome = { seen: new Set(), refused: new Set(), runs: 0 };
  const [gridDim, blockDim] = [dimensions(launch, 'grid'), dimensions(launch, 'block')];
  const [, kernel = ''] =
    /(?:__global__|__kernel|kernel)[^;{]*?\bvoid\s+(?:__\w+__\([^)]*\)\s*)?(\w+)\s*\(/.exec(text) ?? [];
  const threads = [...gridDim, ...blockDim].reduce((a, b) => a * b, 1);
  for (const content of CONTENTS) {
    const specs = new Map<string, ArgumentSpec>();
    // What the simulator misses, it names; what is a number, it says.
    for (let tries = 0; tries < 20; tries++) {
      const again = SCHEDULES.map((seed) => one(seed)).find((missing) => missing !== null);
      if (again === undefined) break;
      specs.set(...(again as [string, ArgumentSpec]));
    }
    function one(seed: number | null): [string, ArgumentSpec] | null {
      const detection = detectTrace(DETECTORS, {
        ...DETECT_DEFAULTS,
        bounds: { ...DETECT_DEFAULTS.bounds, steps: 1e8 },
      });
      const reader = createTraceReader(detection.sink);
      const simulated = simulateUnit(
        {
          file,
          prefix: '',
          kernel,
          gridDim,
          blockDim,
          options: {
            includeDirs: [],
            defines: ['__AMDGCN_WAVEFRONT_SIZE=32'],
            std: null,
            language: null,
            warpModel: 'its',
          },
          arguments: specs,
          dynamicShared: 16_384,
          seed,
          schedule: null,
          encoding: 'binary',
          stepBudget: 3_000_000,
          memoryBudget: 2 ** 30,
          eventLimit: 300_000,
        },
        memoryTree(new Map([[file, Buffer.from(text)]])),
        clang,
        (piece) => void reader.write(piece as Uint8Array),
      );
      if (simulated.kind === 'refused') {
        for (const reason of simulated.reasons) {
          const [, missing] = /^parameter (\w+) has no --arg$/.exec(reason) ?? [];
          if (missing !== undefined) return [missing, content];
          const [, scalar] = /^(?:--arg )?(\w+)\b.*\b(?:number|scalar|integer)/.exec(reason) ?? [];
          if (scalar !== undefined && specs.get(scalar)?.kind !== 'number') {
            return [scalar, { kind: 'number', text: String(content.kind === 'zeros' ? threads : 64) }];
          }
          outcome.refused.add(reason);
        }
        return null;
      }
      if (simulated.kind === 'not-run') {
        for (const { message } of simulated.problems) outcome.refused.add(message);
        return null;
      }
      if (simulated.error !== null) outcome.refused.add(simulated.error.message);
      reader.end();
      outcome.runs++;
      const result = traceResult(detection, {
        file,
        detectors: DETECTORS,
        elapsedMs: 0,
        sourceLine: () => undefined,
        bounds: DETECT_DEFAULTS.bounds,
      });
      for (const { evidence, rule, accesses } of result.findings) {
        if (evidence === 'possible') continue;
        const lines = accesses.map(({ line }) => line).sort((a, b) => a - b);
        outcome.seen.add(`${rule} line ${lines.join(' with line ')}`);
      }
      return null;
    }
  }
  return outcome;
}

const only = process.argv.slice(2);
const lines = (race: string): string => race.slice(race.indexOf(' line'));
const counts = { files: 0, runs: 0, expected: 0, seen: 0, alarms: 0 };
for (const path of globSync('test/kernels/*.{cu,cl,hip}', { cwd: ROOT }).sort()) {
  if (only.length > 0 && !only.some((name) => path.includes(name))) continue;
  const text = readFileSync(join(ROOT, path), 'utf8');
  const [, launch] = /^\/\/ launch: (.*)$/m.exec(text) ?? [];
  if (launch === undefined) continue;
  const expected = [...text.matchAll(/^\/\/ expect: (?:possible )?((?:\w+-)+race line .*?)\s*$/gm)].map(
    ([, race]) => race!,
  );
  const began = performance.now();
  const { seen, refused, runs: done } = runs(basename(path), text, launch);
  const seconds = (performance.now() - began) / 1000;
  if (seconds > 20) console.log(`${basename(path)}: ${seconds.toFixed(0)} s`);
  counts.files++;
  counts.runs += done;
  counts.expected += expected.length;
  const missed = expected.filter((race) => ![...seen].some((other) => lines(other) === lines(race)));
  counts.seen += expected.length - missed.length;
  const alarms = [...seen].filter((race) => !expected.some((other) => lines(other) === lines(race)));
  counts.alarms += alarms.length;
  const renamed = [...seen].filter((race) => !alarms.includes(race) && !expected.includes(race));
  if (missed.length + alarms.length + renamed.length > 0 || done === 0) {
    console.log(`${basename(path)} (${done} runs)`);
    for (const race of missed) console.log(`  not seen     ${race}`);
    for (const race of alarms) console.log(`  NOT EXPECTED ${race}`);
    for (const race of renamed) console.log(`  seen as      ${race}`);
    for (const reason of refused) console.log(`  refused      ${reason}`);
  }
}
console.log(
  `${counts.files} kernels, ${counts.runs} runs; ${counts.seen} of ${counts.expected} expected races seen, ${counts.alarms} others`,
);
