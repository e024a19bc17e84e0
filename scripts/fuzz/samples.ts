/** One or more good inputs of each kind, to be damaged. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engines } from '../../src/analysis/engines.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import type { Dim3 } from '../../src/model/result.ts';
import { type ArgumentValue, recordTrace } from '../../src/simulate/index.ts';
import { createBinaryWriter, createNdjsonWriter } from '../../src/trace/index.ts';
import { writeZip } from '../../test/github/zip-writer.ts';
import { ANALYSIS, HAZARDS, IGUARD, OLD_ANALYSIS, WITHOUT_LINES, XML } from '../../test/imports/logs.ts';
import type { Sample, Samples } from './input-kinds.ts';
import { analysed } from './mutant-judge.ts';

/** Barriers, atomics, fences and locks between them. */
const RECORDED = ['block-atomic.cu', 'warp-sync.cu', 'flag.cu', 'lock.cu'];

const CONFIGURATION = `paths: [src, "tests/**/*.cu"]
exclude: ["third_party/**"]
kernel: [reduce, scan]
grid-dim: [4, 1, 1]
block-dim: 256
define: [NDEBUG, "TILE=16"]
include: [include]
assume: ["n > 0 && n <= 4096"]
timeout: 30
fail-on: new
severity: { redundant-barrier: off }
overrides:
  - paths: ["legacy/**"]
    severity: { inter-block-race: note }
`;

const PATCH = `@@ -1,5 +1,4 @@ __global__ void k(int *a)
 int t = threadIdx.x;
-__syncthreads();
 a[t] = 1;
@@ -20,2 +19,3 @@
+// more
 }
\\ No newline at end of file
`;

const COMPILATIONS = JSON.stringify([
  { directory: '/build', file: '/src/a.cu', command: 'nvcc -DN=4 -I"/inc dir" -std=c++17 -c /src/a.cu' },
  { directory: '/build', file: '../src/b.cu', arguments: ['clang++', '-x', 'cuda', '-DM', '-c', '../src/b.cu'] },
]);

const WORKFLOW_RUN = JSON.stringify({
  workflow_run: {
    head_sha: '0123456789abcdef0123456789abcdef01234567',
    event: 'pull_request',
    pull_requests: [
      {
        number: 7,
        head: { sha: '0123456789abcdef0123456789abcdef01234567' },
        base: { sha: '89abcdef0123456789abcdef0123456789abcdef' },
      },
    ],
  },
});

/** @param root of the repository */
export function samplesOf(engines: Engines, root: string): Samples {
  const read = (path: string): Sample => ({ name: path, bytes: readFileSync(join(root, path)) });
  const stored = ['test/golden/report/sample.json', 'test/golden/report/empty.json'].map(read);
  const results = [...stored, handedOver(stored[0]!)];
  return {
    sources: globSync('{test/kernels,test/tricky/*,examples}/*.{cu,cl,hip}', { cwd: root }).sort().map(read),
    modules: globSync('test/fixtures/ptx{,-by-hand}/*.ptx', { cwd: root }).sort().map(read),
    traces: RECORDED.flatMap((file) => recorded(engines, read(join('test/kernels', file)))),
    logs: [ANALYSIS, OLD_ANALYSIS, HAZARDS, WITHOUT_LINES, XML, IGUARD].map((text, i) => ({
      name: `${i}.log`,
      bytes: Buffer.from(text),
    })),
    results,
    events: [
      read('test/fixtures/events/pull_request.json'),
      { name: 'workflow_run.json', bytes: Buffer.from(WORKFLOW_RUN) },
    ],
    configurations: [{ name: '.gpurace.yml', bytes: Buffer.from(CONFIGURATION) }],
    archives: [false, true].map((isStored) => ({
      name: isStored ? 'stored.zip' : 'deflated.zip',
      bytes: writeZip([
        { name: 'README.md', data: 'a'.repeat(5_000), stored: isStored },
        { name: 'gpurace.json', data: Buffer.from(results[0]!.bytes), stored: isStored },
      ]),
    })),
    patches: [{ name: 'a.patch', bytes: Buffer.from(PATCH) }],
    compilations: [{ name: 'compile_commands.json', bytes: Buffer.from(COMPILATIONS) }],
  };
}

/** A result as the first half of the fork-safe pair hands it over. */
function handedOver({ bytes }: Sample): Sample {
  const result: object = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const handover = {
    head: '0123456789abcdef0123456789abcdef01234567',
    base: null,
    comparison: 'none',
    units: [],
    missing: [],
  };
  return { name: 'handover.json', bytes: Buffer.from(JSON.stringify({ ...result, handover })) };
}

/** What the first kernel of a file does, in both encodings. */
function recorded(engines: Engines, { name, bytes }: Sample): Sample[] {
  const gridDim: Dim3 = [2, 1, 1];
  const blockDim: Dim3 = [64, 1, 1];
  const options = { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim };
  const { program } = analysed(engines, name, Buffer.from(bytes).toString('utf8'), options);
  const kernel = program === null ? undefined : [...program.functions.values()].find((one) => one.isKernel);
  if (program === null || kernel === undefined) throw new Error(`${name} has no kernel to record`);
  const setting = {
    name: kernel.sourceName,
    fileName: (file: string) => file,
    kernel: kernel.name,
    gridDim,
    blockDim,
    arguments: new Map(
      kernel.parameters.flatMap(({ type }, i): [number, ArgumentValue][] =>
        type.kind === 'pointer' ? [[i, 'region']] : type.kind === 'int' ? [[i, 64]] : [],
      ),
    ),
    seed: null,
    stepBudget: 100_000,
    eventLimit: 2_000,
  };
  let text = '';
  const pieces: Uint8Array[] = [];
  recordTrace(
    program,
    setting,
    createNdjsonWriter((piece) => (text += piece)),
  );
  recordTrace(
    program,
    setting,
    createBinaryWriter((piece) => pieces.push(Uint8Array.from(piece))),
  );
  return [
    { name: `${name}.ndjson`, bytes: Buffer.from(text) },
    { name: `${name}.trace`, bytes: Buffer.concat(pieces) },
  ];
}
