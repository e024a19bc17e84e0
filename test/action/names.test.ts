/** Names and places of a repository as they are on disk, all the way to what the action shows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { listFiles } from '../github/stand-in/pull-request.ts';
import { assumptionsOf } from '../texts.ts';
import { type Finished, runStep } from './runner-stand-in.ts';

/** From the sources, with the real engine. */
const SOURCE = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));

/** A pull request that adds these files, in a checkout without history. */
function run(t: TestContext, files: Readonly<Record<string, string>>): Promise<Finished> {
  const changed = Object.keys(files).map((filename) => ({ filename, status: 'added' as const }));
  return runStep(t, {
    entry: SOURCE,
    files,
    inputs: { review: 'never', 'check-run': 'never', 'upload-sarif': 'never' },
    answers: { 'pulls/list-files': listFiles(changed), 'repos/get-content': () => ({ status: 404, body: NOT_FOUND }) },
  });
}
const NOT_FOUND = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' };

const resultOf = ({ workspace }: Finished) =>
  parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result');
const annotated = ({ commands }: Finished) =>
  commands
    .filter(({ properties }) => properties.title !== 'gpurace')
    .map(({ name, properties }) => [name, properties.file, properties.line, properties.col, properties.endColumn]);

const UTF8 = `template <int STEP> __global__ void größe(int *länge) {
  __shared__ int fläche[64];
  fläche[0] = threadIdx.x;
  /* 😀 größer */ länge[threadIdx.x / 2] = threadIdx.x + STEP;
}
void run(int *a) { größe<2><<<1, 64>>>(a); }
`;

test('names that are not ASCII, of files, kernels and variables; columns in characters, in SARIF in code units', async (t) => {
  const finished = await run(t, { 'größe.cu': UTF8 });
  assert.equal(finished.outputs.conclusion, 'failure', finished.log.join('\n') + finished.stderr);
  const result = resultOf(finished);
  assert.deepEqual(
    result.kernels.map(({ kernel, file, line }) => [kernel, file, line]),
    [['größe<2>', 'größe.cu', 1]],
  );
  assert.deepEqual(
    result.findings.map(({ memory, accesses: [access] }) => [memory?.object, access?.text, access?.column]),
    [
      ['fläche', 'fläche[0]', 3],
      ['länge', 'länge[threadIdx.x / 2]', 18],
    ],
  );
  assert.deepEqual(annotated(finished), [
    ['error', 'größe.cu', '3', '3', '11'],
    ['error', 'größe.cu', '4', '18', '39'],
  ]);
  const sarif = JSON.parse(readFileSync(join(finished.workspace, 'gpurace.sarif'), 'utf8'));
  const [{ columnKind, results }] = sarif.runs;
  assert.equal(columnKind, 'utf16CodeUnits');
  const { artifactLocation, region } = results[1].locations[0].physicalLocation;
  assert.deepEqual([artifactLocation.uri, region.startColumn, region.endColumn], ['gr%C3%B6%C3%9Fe.cu', 19, 41]);
  assert.match(finished.summary, /l\u00e4nge\[threadIdx\.x \/ 2\]/);
});

test('suppressions and sections of the configuration find a file whose name is not ASCII', async (t) => {
  const ignored = UTF8.replace('= threadIdx.x;', '= threadIdx.x; // gpurace: ignore');
  const config =
    'overrides: [{ paths: ["größe.cu"], severity: { intra-warp-race: off, intra-block-race: off, inter-block-race: off } }]\n';
  const finished = await runStep(t, {
    entry: SOURCE,
    files: { 'größe.cu': ignored, '.gpurace.yml': config },
    eventName: 'workflow_dispatch',
    event: JSON.stringify({ repository: { name: 'kernels', owner: { login: 'octo-org' } } }),
  });
  assert.deepEqual(
    resultOf(finished).findings.map(({ severity, suppressed }) => [severity, suppressed?.reason]),
    [
      ['off', ''],
      ['off', undefined],
    ],
  );
  assert.equal(finished.outputs.conclusion, 'success', finished.log.join('\n'));
});

const CLAIMS = `#line 1 "third_party/other.cu"
__global__ void k(int *a) {
# 40 "/etc/passwd" 1
  a[threadIdx.x / 2] = threadIdx.x;
}
#line HERE
void run(int *a) { k<<<1, 64>>>(a); }
`;

test('a file that claims to be another one by #line is judged as itself', async (t) => {
  const config =
    'overrides: [{ paths: ["third_party/**", "etc/**", "/etc/**"], severity: { intra-warp-race: off, intra-block-race: off, inter-block-race: off } }]\n';
  const other = '// gpurace: ignore\n'.repeat(60);
  const finished = await runStep(t, {
    entry: SOURCE,
    files: { 'src/a.cu': `#define HERE 1 "b.cu"\n${CLAIMS}`, 'third_party/other.cu': other, '.gpurace.yml': config },
    eventName: 'workflow_dispatch',
    event: JSON.stringify({ repository: { name: 'kernels', owner: { login: 'octo-org' } } }),
  });
  assert.equal(finished.outputs.conclusion, 'failure', finished.log.join('\n') + finished.stderr);
  const { kernels, findings } = resultOf(finished);
  assert.deepEqual(
    kernels.map(({ kernel, file, line, launches }) => [kernel, file, line, launches[0]?.file, launches[0]?.line]),
    [['k', 'src/a.cu', 3, 'src/a.cu', 8]],
  );
  assert.deepEqual(
    findings.flatMap(({ accesses, suppressed }) =>
      accesses.map(({ file, line, text }) => [file, line, text, suppressed]),
    ),
    Array(2).fill(['src/a.cu', 5, 'a[threadIdx.x / 2]', undefined]),
  );
  assert.deepEqual(annotated(finished), [['error', 'src/a.cu', '5', '3', '20']]);
});

test('an error behind #line stands where it is', async (t) => {
  const finished = await run(t, {
    'src/a.cu': '#line 70 "b.cu"\n\n__global__ void k(int *a) {\n  a[0] = ;\n}\n',
  });
  assert.deepEqual(
    resultOf(finished).problems.map(({ file, line }) => [file, line]),
    [['src/a.cu', 4]],
  );
});

test('a fact names a function of a library as the source does', async (t) => {
  const finished = await run(t, {
    'a.cu': `#include <string>
__global__ void k(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main(int argc, char **argv) {
  int n = std::stoi(argv[1]);
  int *a;
  cudaMalloc(&a, 256);
  if (n <= 64 && n > 0) k<<<1, n>>>(a);
}
`,
  });
  assert.match(resultOf(finished).kernels.flatMap(assumptionsOf).join('\n'), /^std::stoi <= 64 \(branch, a\.cu:12\)$/m);
});
