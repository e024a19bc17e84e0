/** From racing pairs of sites to the result that every report renders. */
import { withRaceIds } from '../check/findings.ts';
import { accessSpan } from '../check/source-span.ts';
import {
  type Access,
  type Dim3,
  type Finding,
  type Problem,
  type Result,
  type RuleId,
  SCHEMA_VERSION,
} from '../model/result.ts';
import { coordinates, type TraceSite } from '../trace/index.ts';
import { VERSION } from '../version.ts';
import type { DetectorName, LaunchRaces, TraceDetection } from './detect-trace.ts';
import { Kind } from './detector.ts';
import type { Example, Race } from './race-log.ts';
import { pairKey } from './vindicator.ts';

export interface TraceResultSetting {
  /** The trace's name, for places that have no better one. */
  readonly file: string;
  readonly detectors: readonly DetectorName[];
  readonly sourceLine: (file: string, line: number) => string | undefined;
  readonly elapsedMs: number;
}

export function traceResult(detection: TraceDetection, setting: TraceResultSetting): Result {
  const findings = new Map<string, Finding>();
  const kernels = new Map<string, Result['kernels'][number]>();
  for (const launch of detection.launches) {
    const found = findingsOf(launch, setting);
    for (const [key, finding] of found) {
      const known = findings.get(key);
      if (known === undefined || RANK[finding.evidence] < RANK[known.evidence]) findings.set(key, finding);
    }
    const { kernel, sites, grid, block } = launch.header;
    const before = kernels.get(kernel);
    const at = sites[0];
    const racy = found.size > 0 || before?.verdict === 'racy';
    const reasons = [...(before?.reasons ?? [])];
    if (!launch.complete) reasons.push(`${setting.file}: the trace of a launch is not complete`);
    kernels.set(kernel, {
      kernel,
      file: at?.file ?? setting.file,
      line: at?.line ?? 0,
      language: 'cuda',
      verdict: racy ? 'racy' : reasons.length > 0 ? 'inconclusive' : 'race-free',
      reasons,
      assumptions: ['holds for the recorded runs, not for others'],
      launches: [
        ...(before?.launches ?? []).slice(0, 99),
        { file: setting.file, line: 0, gridDim: grid.map(String), blockDim: block.map(String) },
      ],
      accessPairs: (before?.accessPairs ?? 0) + found.size,
      solverCalls: 0,
      elapsedMs: 0,
    });
  }
  const sorted = [...findings.values()].sort((a, b) => compare(placeOf(a), placeOf(b)));
  const all = [...kernels.values()].sort((a, b) => (a.kernel < b.kernel ? -1 : 1));
  const count = (verdict: string) => all.filter((kernel) => kernel.verdict === verdict).length;
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'gpurace', version: VERSION },
    kernels: all,
    findings: withRaceIds(sorted),
    problems: detection.problems.map(({ severity, message, line, offset }): Problem => {
      const where = offset === null ? '' : ` (at byte ${offset})`;
      return { file: setting.file, line, column: null, severity, message: `${message}${where}` };
    }),
    detectors: Object.fromEntries(setting.detectors.map((name) => [name, pairsOf(detection.launches, name)])),
    summary: {
      files: 1,
      kernels: all.length,
      raceFree: count('race-free'),
      racy: count('racy'),
      inconclusive: count('inconclusive'),
      elapsedMs: setting.elapsedMs,
    },
  };
}

const RANK = { trace: 0, replayed: 1, predicted: 2, witness: 3, possible: 4 } as const;

function pairsOf(launches: readonly LaunchRaces[], name: DetectorName): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const launch of launches) {
    for (const { sites } of launch.races.get(name) ?? []) {
      const [a, b] = sites;
      pairs.set(pairKey(a, b), a <= b ? [a, b] : [b, a]);
    }
  }
  return [...pairs.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}

function findingsOf(launch: LaunchRaces, setting: TraceResultSetting): Map<string, Finding> {
  const byPair = new Map<string, { race: Race; by: DetectorName[]; unordered: boolean; first: boolean }>();
  for (const [name, races] of launch.races) {
    for (const race of races) {
      const key = pairKey(...race.sites);
      const known = byPair.get(key);
      if (known === undefined)
        byPair.set(key, { race, by: [name], unordered: race.unordered, first: race.first && race.unordered });
      else {
        known.by.push(name);
        known.unordered ||= race.unordered;
        known.first ||= race.first && race.unordered;
      }
    }
  }
  const sites = new Map(launch.header.sites.map((site) => [site.id, site]));
  const findings = new Map<string, Finding>();
  for (const [key, { race, by, unordered, first }] of byPair) {
    const fate = launch.fates.get(key);
    const vindicated = fate === 'vindicated';
    const evidence = unordered && (first || vindicated) ? 'trace' : vindicated ? 'predicted' : 'possible';
    const [example] = race.examples;
    if (example === undefined) continue;
    const accesses = race.sites.map((site, i) => accessAt(sites.get(site), example.kinds[i]!, setting));
    const rule = ruleOf(launch, race, example);
    const why = evidence === 'possible' ? ` Not confirmed: ${fate ?? 'no reordering was tried'}.` : '';
    const { grid, block, kernel } = launch.header;
    findings.set(`${kernel} ${key}`, {
      raceId: '',
      rule,
      kernel,
      memory: { space: example.block < 0 ? 'global' : 'shared', object: '' },
      accesses,
      evidence,
      witness: {
        gridDim: grid,
        blockDim: block,
        arguments: {},
        threads: example.threads.map((thread) => coordinatesOf(launch, thread)),
        address: addressText(example),
      },
      dataDependent: false,
      message: `${message(launch, race, example, rule, unordered)} Seen by ${by.join(', ')}.${why}`,
      fixes: [],
      status: null,
    });
  }
  return findings;
}

function ruleOf(launch: LaunchRaces, { sites }: Race, { threads, kinds }: Example): RuleId {
  if (kinds.every((kind) => kind === Kind.blockAtomic)) return 'scoped-atomic-race';
  const { threadsPerBlock, warpSize } = launch.shape;
  const [first, second] = threads;
  const sameBlock = Math.floor(first / threadsPerBlock) === Math.floor(second / threadsPerBlock);
  const common = [...launch.locksAt(sites[0])].some((lock) => launch.locksAt(sites[1]).has(lock));
  if (common && !sameBlock) return 'scoped-lock-race';
  if (!sameBlock) return 'inter-block-race';
  const warp = (thread: number) => Math.floor((thread % threadsPerBlock) / warpSize);
  return warp(first) === warp(second) ? 'intra-warp-race' : 'intra-block-race';
}

const MISSING: Partial<Record<RuleId, string>> = {
  'scoped-atomic-race': 'both atomics have block scope only',
  'scoped-lock-race': 'the lock that both hold does not reach from block to block, or is released without a fence',
  'inter-block-race': 'nothing orders the two blocks here',
  'intra-block-race': 'no barrier or lock stands between the two warps',
  'intra-warp-race': 'no __syncwarp() or barrier stands between the two lanes',
};

function message(
  launch: LaunchRaces,
  { sites, examples }: Race,
  example: Example,
  rule: RuleId,
  unordered: boolean,
): string {
  const verb = (kind: number) => (kind === Kind.read ? 'reads' : kind === Kind.write ? 'writes' : 'updates atomically');
  const who = example.threads.map((thread, i) => {
    const { block, thread: local } = coordinatesOf(launch, thread);
    const locks = launch.locksAt(sites[i]!).size;
    const under = locks === 0 ? '' : ` under ${locks === 1 ? 'a lock' : `${locks} locks`}`;
    return `thread (${local.join(',')}) of block (${block.join(',')}) ${verb(example.kinds[i]!)} it${under}`;
  });
  const missing = unordered
    ? MISSING[rule]
    : 'only the order in which a lock was taken in this run kept the two apart, and it may be another one';
  const others = examples.length > 1 ? ` Also at ${examples.slice(1).map(addressText).join(', ')}.` : '';
  return `${addressText(example)}: ${who[0]}, ${who[1]}; ${missing}.${others}`;
}

function coordinatesOf({ header, shape }: LaunchRaces, thread: number): { block: Dim3; thread: Dim3 } {
  const block = Math.floor(thread / shape.threadsPerBlock);
  return {
    block: coordinates(block, header.grid),
    thread: coordinates(thread - block * shape.threadsPerBlock, header.block),
  };
}

function addressText({ address, block }: Example): string {
  return `0x${address.toString(16)}${block < 0 ? '' : ` in the shared memory of block ${block}`}`;
}

function accessAt(site: TraceSite | undefined, kind: number, setting: TraceResultSetting): Access {
  const file = site?.file ?? setting.file;
  const line = site?.line ?? 1;
  const column = site?.column ?? 1;
  const text = site === undefined ? undefined : setting.sourceLine(file, line);
  const span = text === undefined ? { column, endColumn: column, text: '' } : accessSpan(text, column);
  return {
    file,
    line,
    column: Math.max(1, span.column),
    endLine: line,
    endColumn: Math.max(span.endColumn, span.column, 1),
    kind: kind === Kind.read ? 'read' : kind === Kind.write ? 'write' : 'atomic',
    scope: kind === Kind.blockAtomic ? 'block' : kind === Kind.wideAtomic ? 'device' : null,
    text: span.text,
  };
}

function placeOf(finding: Finding): (string | number)[] {
  return [finding.kernel, ...finding.accesses.flatMap(({ file, line, column, kind }) => [file, line, column, kind])];
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] === b[i]) continue;
    return a[i]! < b[i]! ? -1 : 1;
  }
  return a.length - b.length;
}
