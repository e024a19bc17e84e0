/**
 * Programs of ours for GPUs with clusters and bulk copies. Where there is nvcc, `gpurace nvcc` builds them, and both lines of
 * each planted race are recorded places; the simulator runs what it can compute of them. Where there is such a GPU, they print what they are to print, with and without a
 * trace, and the detectors find the planted races in it, and no others.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DETECT_DEFAULTS, detectTrace, traceResult } from '../../src/detect/index.ts';
import { readPtxModule } from '../../src/frontend/index.ts';
import { decodeRing, instrumentPtx } from '../../src/record/index.ts';
import { simulate } from '../../src/simulate/index.ts';
import { createBinaryWriter, createTraceReader } from '../../src/trace/index.ts';
import { argumentsOf } from '../record/round-trip.ts';
import { expectedOf, racesIn } from './planted.ts';
import { hasNvcc } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = join(import.meta.dirname, 'gpu');
const folder = mkdtempSync(join(tmpdir(), 'gpurace-gpu-test-'));
after(() => rmSync(folder, { recursive: true }));

const { GPURACE_TRACE: _, GPURACE_LIMIT: _limit, ...PLAIN } = process.env;
const ENV = { ...PLAIN, XDG_CACHE_HOME: join(folder, 'cache') };

function call(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(program, args, { cwd: PROGRAMS, env: { ...ENV, ...env }, encoding: 'utf8', timeout: 300_000 });
}

function gpurace(args: readonly string[]) {
  return call(process.execPath, [join(ROOT, 'src/cli/main.ts'), ...args]);
}

const files = readdirSync(PROGRAMS).filter((name) => name.endsWith('.cu'));
const capability = call('nvidia-smi', ['--query-gpu=compute_cap', '--format=csv,noheader']).stdout ?? '';
const hasGpu = Number.parseFloat(capability) === 9;
const skip = hasNvcc ? false : 'there is no nvcc';

const SOURCES = {
  file: 'module.ptx',
  sourceOf: (path: string) => ({ path, isOwn: path.startsWith(PROGRAMS) || !path.startsWith('/') }),
};
const RING = 1 << 15;
/** Those that hand on what matrix instructions compute, which the simulator does not. */
const NOT_COMPUTED = ['matrices.cu', 'wmma.cu'];

function ptxOf(file: string): string {
  const module = join(folder, `${file}.ptx`);
  assert.equal(call('nvcc', ['-arch=sm_90a', '-lineinfo', '-ptx', file, '-o', module]).status, 0);
  return readFileSync(module, 'utf8');
}

/** The races that the recorded runs of all kernels of a file show, by the simulator. */
function simulatedRaces(file: string): string[] {
  const source = readFileSync(join(PROGRAMS, file), 'utf8');
  // To the simulator, a block without a cluster is none of its own.
  const text = ptxOf(file).replaceAll(/^(\))\n\{/gm, '$1\n.explicitcluster\n.reqnctapercluster 1, 1, 1\n{');
  const own = instrumentPtx(text, SOURCES, { isWanted: () => true, sample: 1, ring: { entries: RING } });
  assert.deepEqual(own.problems, []);
  const { program } = readPtxModule(own.text, SOURCES);
  return own.table.kernels.flatMap(({ symbol, name }) => {
    const sizes = new RegExp(`\\b${name}<<<(\\d+), (\\d+)>>>`).exec(source);
    const launch = { gridDim: [Number(sizes?.[1]), 1, 1], blockDim: [Number(sizes?.[2]), 1, 1] } as const;
    const arrangement = { dynamicShared: 0, schedule: 'in-order', warpModel: 'its', stepBudget: 20_000_000 } as const;
    const given = argumentsOf(program.functions.get(symbol)!);
    const ran = simulate(program, { kernel: symbol, ...launch, arguments: given, ...arrangement });
    assert.equal(ran.error, null, `${name}: ${ran.error?.message}`);
    const header = ran.global('gpurace_header')!;
    const next = Number(new DataView(header.buffer, header.byteOffset).getBigUint64(0, true));
    const detection = detectTrace(['gwcp', 'predict'], DETECT_DEFAULTS);
    const reader = createTraceReader(detection.sink);
    const writer = createBinaryWriter((piece) => void reader.write(piece));
    const shape = { kernel: name, grid: launch.gridDim, block: launch.blockDim };
    const [entries, stamps] = [ran.global('gpurace_entries')!, ran.global('gpurace_stamps')!];
    const told = decodeRing({ entries, stamps, next }, own.table, shape, writer);
    assert.deepEqual(told, { dropped: 0, broken: 0 });
    writer.end();
    reader.end();
    const detectors = ['gwcp', 'predict'] as const;
    const names = { file: `${name}.trace`, detectors, sourceLine: () => undefined, elapsedMs: 0 };
    return racesIn(JSON.stringify(traceResult(detection, { ...names, bounds: DETECT_DEFAULTS.bounds })), file);
  });
}

describe('programs for sm_90a', () => {
  for (const file of files) {
    test(`${file} is built, and the lines of its races are recorded`, { skip }, () => {
      const { status, stderr } = gpurace(['nvcc', '-arch=sm_90a', file, '-o', join(folder, file.replace('.cu', ''))]);
      assert.deepEqual([status, stderr], [0, '']);
      const { table } = instrumentPtx(ptxOf(file), SOURCES, { isWanted: () => true, sample: 1, ring: null });
      const lines = new Set(table.sites.filter((site) => site.file.endsWith(file)).map(({ line }) => line));
      const planted = expectedOf(join(PROGRAMS, file)).races.flatMap((race) => race.split(' ').slice(1).map(Number));
      assert.ok(planted.length > 0);
      assert.deepEqual(
        planted.filter((line) => !lines.has(line)),
        [],
      );
    });

    if (!NOT_COMPUTED.includes(file)) {
      test(`${file} in the simulator`, { skip }, () => {
        assert.deepEqual(simulatedRaces(file).sort(), expectedOf(join(PROGRAMS, file)).races);
      });
    }

    test(`${file} on a GPU`, { skip: skip || (hasGpu ? false : 'there is no GPU of compute capability 9.0') }, () => {
      const program = join(folder, file.replace('.cu', ''));
      const { printed, races } = expectedOf(join(PROGRAMS, file));
      const plain = call(program, []);
      assert.deepEqual([plain.status, plain.stdout, plain.stderr], [0, printed, '']);
      const trace = `${program}.trace`;
      const traced = call(program, [], { GPURACE_TRACE: trace });
      assert.deepEqual([traced.status, traced.stdout, traced.stderr], [0, printed, '']);
      const { stdout } = gpurace(['trace', trace, '--detector', 'gwcp,predict', '--format', 'json']);
      assert.deepEqual(racesIn(stdout, file), races);
    });
  }
});
