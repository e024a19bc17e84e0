/**
 * What a build of `gpurace c++` costs while it runs.
 *   node bench/recorded-build.ts [--runs N] [FILE.cu…]
 * Each program is built three ways: for the CPU without instrumentation, with it, and with it while a trace is written. It
 * prints lines of a name and milliseconds (`bench/cpu/kernels.cu`, the default); of each name the fastest run counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuRuntime } from '../src/platform/assets.ts';
import { cppBuild } from '../src/recorded-build/index.ts';
import { quantile } from './row.ts';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const files = positionals.length > 0 ? positionals : [join(import.meta.dirname, 'cpu', 'kernels.cu')];
const folder = mkdtempSync(join(tmpdir(), 'gpurace-recorded-build-'));

function built(file: string, name: string, env: Readonly<Record<string, string>>): string {
  const program = join(folder, name);
  const args = ['-O2', resolve(file), '-o', program];
  const code = cppBuild({ args, cwd: folder, env: { ...process.env, ...env }, runtime: cpuRuntime(), tell: () => {} });
  if (code !== 0) throw new Error(`${file} does not build`);
  return program;
}

/** The fastest time of each name. */
function times(program: string, env: Readonly<Record<string, string>>): Map<string, number> {
  const best = new Map<string, number>();
  for (let run = 0; run < Number(values.runs); run++) {
    const { stdout } = spawnSync(program, { env: { ...process.env, ...env }, encoding: 'utf8' });
    for (const [, name, ms] of stdout.matchAll(/^(\S+) ([\d.]+)$/gm)) {
      best.set(name!, Math.min(best.get(name!) ?? Number.POSITIVE_INFINITY, Number(ms)));
    }
  }
  return best;
}

try {
  const slower: number[] = [];
  for (const file of files) {
    const plain = times(built(file, 'plain', { GPURACE_PLAIN: '1' }), {});
    const program = built(file, 'recording', {});
    const instrumented = times(program, {});
    const trace = join(folder, 'run.trace');
    const recorded = times(program, { GPURACE_TRACE: trace });
    for (const [name, ms] of plain) {
      const [quiet = Number.NaN, whole = Number.NaN] = [instrumented.get(name), recorded.get(name)];
      slower.push(whole / ms);
      console.log(
        `${name.padEnd(12)} plain ${ms.toFixed(1)} ms, instrumented ${(quiet / ms).toFixed(1)} times, recording ${(whole / ms).toFixed(1)} times`,
      );
    }
    console.log(`${file}: the trace has ${(statSync(trace).size / 1e6).toFixed(1)} MB`);
  }
  console.log(`recording, at the median: ${quantile(slower, 0.5).toFixed(1)} times`);
} finally {
  rmSync(folder, { recursive: true });
}
