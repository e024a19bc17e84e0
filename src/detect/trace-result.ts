/** From racing pairs of sites to the result that every report renders. */

import { accessSpan } from '../lexical/access-span.ts';
import type { Assumption } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import { placeAt } from '../model/place.ts';
import type { Reason } from '../model/reason.ts';
import { type Access, type FindingWithoutId, type Problem, type Result, SCHEMA_VERSION } from '../model/result.ts';
import { VERSION } from '../model/version.ts';
import { withRaceIds } from '../result/race-id.ts';
import { RECORDED_RUNS_ONLY, sortedByPlace } from '../result/recorded-runs.ts';
import { summaryOf } from '../result/summary.ts';
import { languageOfName } from '../source/index.ts';
import type { TraceProblem, TraceSite } from '../trace/index.ts';
import type { DetectorName, LaunchRaces } from './detect-trace.ts';
import { isAtomic, isBlockAtomic, Kind } from './detector.ts';
import type { Example, Race } from './race.ts';
import { pairKey } from './race.ts';
import { addressText, coordinatesOf, raceInWords, ruleOf } from './race-in-words.ts';
import type { Bounds } from './vindicator.ts';

/** What was found in the launches of one trace. */
export interface TraceOutcome {
  readonly launches: readonly LaunchRaces[];
  readonly problems: readonly TraceProblem[];
}

export interface TraceResultSetting {
  /** The trace's name, for places that have no better one. */
  readonly file: string;
  readonly detectors: readonly DetectorName[];
  readonly sourceLine: (file: string, line: number) => string | undefined;
  readonly elapsedMs: number;
  readonly bounds: Bounds;
}

export function traceResult(detection: TraceOutcome, setting: TraceResultSetting): Result {
  const findings = new Map<string, FindingWithoutId>();
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
    const proved = [...found.values()].some(({ evidence }) => evidence !== 'possible');
    const racy = proved || before?.verdict === 'racy';
    const reasons = new Distinct<Reason>(before?.reasons);
    for (const { evidence, rule, accesses } of found.values()) {
      const [first] = accesses;
      if (evidence !== 'possible' || first === undefined) continue;
      reasons.add({ kind: 'possible-finding', text: `possible ${rule}`, place: placeAt(first.file, first.line) });
    }
    if (!launch.complete) {
      const place = { file: setting.file, line: null };
      reasons.add({ kind: 'incomplete-trace', text: 'the trace of a launch is not complete', place });
    }
    kernels.set(kernel, {
      kernel,
      file: at?.file ?? setting.file,
      line: at?.line ?? 0,
      language: before?.language ?? languageOfName(at?.file ?? '') ?? 'cuda',
      verdict: racy ? 'racy' : reasons.size > 0 ? 'inconclusive' : 'race-free',
      conditions: [],
      reasons: [...reasons],
      assumptions: [...new Distinct([...(before?.assumptions ?? []), ...assumptionsOf(launch, setting)])],
      launches: [
        ...(before?.launches ?? []).slice(0, 99),
        { file: setting.file, line: 0, gridDim: grid.map(String), blockDim: block.map(String) },
      ],
      accessPairs: (before?.accessPairs ?? 0) + found.size,
      solverCalls: 0,
      elapsedMs: 0,
    });
  }
  const sorted = sortedByPlace([...findings.values()]);
  const all = [...kernels.values()].sort((a, b) => (a.kernel < b.kernel ? -1 : 1));
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'gpurace', version: VERSION },
    kernels: all,
    findings: withRaceIds(sorted),
    problems: detection.problems.map(({ severity, message, line, offset }): Problem => {
      const where = offset === null ? '' : ` (at byte ${offset})`;
      return {
        file: setting.file,
        line: line === 0 ? null : line,
        column: null,
        severity,
        message: `${message}${where}`,
      };
    }),
    detectors: Object.fromEntries(setting.detectors.map((name) => [name, pairsOf(detection.launches, name)])),
    summary: summaryOf(all, 1, setting.elapsedMs),
  };
}

const RANK = { trace: 0, replayed: 1, predicted: 2, witness: 3, possible: 4 } as const;

/** What the verdict on a launch rests on. */
function assumptionsOf({ dropped }: LaunchRaces, { detectors, bounds }: TraceResultSetting): Assumption[] {
  const all = [RECORDED_RUNS_ONLY];
  if (detectors.includes('predict') && dropped > 0) {
    const text = `predict looked for reorderings within ${bounds.window} records of the trace; the launch has more`;
    all.push({ kind: 'search-bound', text, place: null });
  }
  return all;
}

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

const MAX_EXAMPLES = 3;

function isSame(a: Example, b: Example): boolean {
  return a.address === b.address && a.threads.every((thread) => b.threads.includes(thread));
}

/** One finding per kind of race: a kernel and two places. Sites that share a place are one. */
function findingsOf(launch: LaunchRaces, setting: TraceResultSetting): Map<string, FindingWithoutId> {
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
  const place = (id: number): string => {
    const site = sites.get(id);
    return site === undefined ? `site ${id}` : `${site.file}:${site.line}:${site.column}`;
  };
  const findings = new Map<string, FindingWithoutId>();
  for (const [key, { race, by, unordered, first }] of byPair) {
    const fate = launch.fates.get(key);
    const vindicated = fate === 'vindicated';
    // The first race of a launch is real by the theory of locks; where fences order too, only a reordering says so.
    const isReal = vindicated || (first && !launch.fenced);
    const evidence = isReal && unordered ? 'trace' : vindicated ? 'predicted' : 'possible';
    const shown = (evidence === 'possible' ? undefined : launch.confirmed.get(key)) ?? race;
    const [example] = shown.examples;
    if (example === undefined) continue;
    const examples = [example, ...race.examples.filter((other) => !isSame(other, example))].slice(0, MAX_EXAMPLES);
    const kind = `${launch.header.kernel} ${race.sites.map(place).sort().join(' ')}`;
    const known = findings.get(kind);
    if (known !== undefined && RANK[known.evidence] <= RANK[evidence]) continue;
    const accesses = shown.sites.map((site, i) => accessAt(sites.get(site), example.kinds[i]!, setting));
    const why = evidence === 'possible' ? ` Not confirmed: ${fate ?? 'no reordering was tried'}.` : '';
    const { grid, block, kernel } = launch.header;
    findings.set(kind, {
      rule: ruleOf(launch.shape, example),
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
        contents: [],
      },
      dataDependent: false,
      message: `${raceInWords(launch, { examples }, example, unordered)} Seen by ${by.join(', ')}.${why}`,
      fixes: [],
      status: null,
      traceOnly: true,
    });
  }
  return findings;
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
    scope: isAtomic(kind) ? (isBlockAtomic(kind) ? 'block' : 'device') : null,
    text: span.text,
    iterations: [],
    calls: [],
  };
}
