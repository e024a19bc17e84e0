/**
 * The action with an engine that reads its findings from comments, so that a test of the action says itself what the
 * engine answers:
 *
 *   __global__ void k(int *a) {     // inconclusive: a loop without a bound
 *     a[0] = 1;                     // race 1 write
 *     int x = a[0];                 // race 1 read possible
 *
 * Two lines with the same number are one finding; the last word is its evidence (`replayed` without one).
 * `// problem: …` anywhere is an error of the file.
 */
import { start } from '../../src/action/start.ts';
import type { Progress } from '../../src/model/progress.ts';
import {
  Access,
  Evidence,
  type Finding,
  type KernelResult,
  type Problem,
  type Result,
} from '../../src/model/result.ts';
import { VERSION } from '../../src/model/version.ts';
import { summaryOf } from '../../src/result/summary.ts';
import { openTree, type TreeDescription } from '../../src/source/index.ts';
import { impatientClient } from '../github/stand-in/client.ts';

interface UnitAnswer {
  readonly kernels: KernelResult[];
  readonly findings: Finding[];
  readonly problems: Problem[];
}

function analyseUnit(file: string, text: string): UnitAnswer {
  const kernels: KernelResult[] = [];
  const findings = new Map<string, Finding>();
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const name = /__(?:global__|kernel) void (\w+)/.exec(line)?.[1];
    const reason = /\/\/ inconclusive: (.*)/.exec(line)?.[1];
    if (name !== undefined) kernels.push(kernel(name, file, index + 1, reason));
    const problem = /\/\/ problem: (.*)/.exec(line)?.[1];
    if (problem !== undefined) {
      problems.push({ file, line: index + 1, column: 1, severity: 'error', message: problem });
    }
    const [, id, kind, evidence] = /\/\/ race (\d+) (\w+)(?: (\w+))?/.exec(line) ?? [];
    const owner = kernels.at(-1);
    if (id === undefined || owner === undefined) continue;
    owner.verdict = 'racy';
    const finding = findings.get(id) ?? emptyFinding(id, owner.kernel, Evidence.parse(evidence ?? 'replayed'));
    finding.accesses.push(access(file, index + 1, line, kind));
    findings.set(id, finding);
  }
  return { kernels, findings: [...findings.values()], problems };
}

function kernel(name: string, file: string, line: number, reason: string | undefined): KernelResult {
  return {
    kernel: name,
    file,
    line,
    language: file.endsWith('.cl') ? 'opencl' : 'cuda',
    verdict: reason === undefined ? 'race-free' : 'inconclusive',
    conditions: [],
    reasons: reason === undefined ? [] : [{ kind: 'undecided', text: reason, place: null }],
    assumptions: [],
    launches: [],
    accessPairs: 1,
    solverCalls: 1,
    elapsedMs: 0,
  };
}

function emptyFinding(id: string, kernelName: string, evidence: Evidence): Finding {
  return {
    raceId: `scripted-${kernelName}-${id}`,
    rule: 'intra-block-race',
    kernel: kernelName,
    memory: { space: 'shared', object: 's' },
    accesses: [],
    evidence,
    witness: {
      gridDim: [1, 1, 1],
      blockDim: [64, 1, 1],
      arguments: { n: 64 },
      threads: [
        { block: [0, 0, 0], thread: [0, 0, 0] },
        { block: [0, 0, 0], thread: [1, 0, 0] },
      ],
      address: 's[1]',
      contents: [],
    },
    dataDependent: false,
    message: `Two threads of a block meet at s (race ${id}).`,
    fixes: [],
    status: null,
  };
}

function access(file: string, line: number, text: string, kind: string | undefined): Access {
  const code = text.replace(/\s*\/\/.*$/, '');
  const column = code.search(/\S/) + 1;
  return Access.parse({
    file,
    line,
    column,
    endLine: line,
    endColumn: code.length + 1,
    kind,
    scope: null,
    text: code.trim(),
    iterations: [],
    calls: [],
  });
}

async function analyse(
  tree: TreeDescription,
  files: readonly string[],
  _options: unknown,
  progress: Progress,
): Promise<Result> {
  progress.start(files.length);
  const source = openTree(tree);
  const units = files.map((file) => {
    const unit = analyseUnit(file, Buffer.from(source.read(file) ?? []).toString('utf8'));
    progress.fileFound(file, unit.kernels.length);
    progress.fileDone(file);
    return unit;
  });
  progress.stop();
  const kernels = units.flatMap((unit) => unit.kernels);
  return {
    schemaVersion: 2,
    tool: { name: 'gpurace', version: VERSION },
    kernels,
    findings: units.flatMap((unit) => unit.findings),
    problems: units.flatMap((unit) => unit.problems),
    summary: summaryOf(kernels, files.length, 0),
  };
}

await start({ version: VERSION, analyse, createClient: impatientClient });
