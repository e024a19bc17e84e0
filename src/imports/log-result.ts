/** From what a log tells to the result that every report renders. */
import type { Reason } from '../model/reason.ts';
import { type Access, type FindingWithoutId, type KernelResult, type Result, SCHEMA_VERSION } from '../model/result.ts';
import { VERSION } from '../model/version.ts';
import { withRaceIds } from '../result/race-id.ts';
import { RECORDED_RUNS_ONLY, sortedByPlace } from '../result/recorded-runs.ts';
import { summaryOf } from '../result/summary.ts';
import { LogLines } from './log-lines.ts';
import type { LoggedAccess, LoggedRace, LogProblem } from './logged-race.ts';
import { type LogKind, parserFor } from './recognise.ts';

/** More kinds of races than anybody reads; the result says that there were more. */
const MAX_RACES = 10_000;
const MAX_PROBLEMS = 100;

export interface LogSetting {
  /** The log's name, for places that have no better one. */
  readonly file: string;
  readonly sourceLine: (file: string, line: number) => string | undefined;
}

export interface LogReader {
  write(bytes: Uint8Array): void;
  end(elapsedMs: number): Result;
}

interface Counted {
  readonly race: LoggedRace;
  count: number;
}

/** Reads a log of this kind, piece by piece; memory is bounded, however long the log is. */
export function createLogReader(kind: LogKind, setting: LogSetting): LogReader {
  const races = new Map<string, Counted>();
  const problems: LogProblem[] = [];
  let [left, leftProblems] = [0, 0];
  const parser = parserFor(kind, {
    race(race) {
      const key = keyOf(race);
      const known = races.get(key);
      if (known !== undefined) known.count += 1;
      else if (races.size < MAX_RACES) races.set(key, { race, count: 1 });
      else left += 1;
    },
    problem(problem) {
      if (problems.length < MAX_PROBLEMS) problems.push(problem);
      else leftProblems += 1;
    },
  });
  const lines = new LogLines((text, number) => parser.line(text, number));
  return {
    write: (bytes) => lines.write(bytes),
    end(elapsedMs) {
      lines.end();
      parser.end();
      if (left > 0)
        problems.push(error(`the log has more than ${MAX_RACES} kinds of races; ${left} reports were left out`));
      if (leftProblems > 0) problems.push(error(`${leftProblems} more problems`));
      return resultOf([...races.values()], problems, setting, elapsedMs);
    },
  };
}

function error(message: string): LogProblem {
  return { severity: 'error', message, line: null };
}

function keyOf({ rule, accesses, line }: LoggedRace): string {
  const side = ({ kind, function: name, place, offset }: LoggedAccess) =>
    [kind, name, place === null ? (offset ?? `#${line}`) : `${place.file}:${place.line}`].join('\0');
  return [rule, ...accesses.map(side).sort()].join('\0');
}

function resultOf(
  races: readonly Counted[],
  problems: readonly LogProblem[],
  setting: LogSetting,
  elapsedMs: number,
): Result {
  const findings = sortedByPlace(races.map((counted) => findingOf(counted, setting)));
  const isWhole = problems.every(({ severity }) => severity !== 'error');
  const kernels = new Map<string, KernelResult>();
  for (const { kernel, accesses } of findings) {
    const [at] = accesses;
    const known = kernels.get(kernel);
    kernels.set(kernel, known === undefined ? kernelOf(kernel, at, setting, isWhole) : withPair(known));
  }
  const all = [...kernels.values()].sort((a, b) => (a.kernel < b.kernel ? -1 : 1));
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'gpurace', version: VERSION },
    kernels: all,
    findings: withRaceIds(findings),
    problems: problems.map(({ severity, message, line }) => ({
      file: setting.file,
      line,
      column: null,
      severity,
      message: message.slice(0, 1000),
    })),
    detectors: {},
    summary: summaryOf(all, 1, elapsedMs),
  };
}

function kernelOf(kernel: string, at: Access | undefined, { file }: LogSetting, isWhole: boolean): KernelResult {
  const reasons: Reason[] = isWhole
    ? []
    : [{ kind: 'incomplete-trace', text: 'the log is not complete', place: { file, line: null } }];
  return {
    kernel,
    file: at?.file ?? file,
    line: at?.line ?? 0,
    language: 'cuda',
    verdict: 'racy',
    conditions: [],
    reasons,
    assumptions: [RECORDED_RUNS_ONLY],
    launches: [],
    accessPairs: 1,
    solverCalls: 0,
    elapsedMs: 0,
  };
}

function withPair(kernel: KernelResult): KernelResult {
  return { ...kernel, accessPairs: kernel.accessPairs + 1 };
}

function findingOf({ race, count }: Counted, setting: LogSetting): FindingWithoutId {
  const { rule, space, accesses, text, line } = race;
  const more = count > 1 ? ` ${count} reports of it.` : '';
  const bare = accesses.every(({ place }) => place === null)
    ? ` The program was built without line information (-lineinfo), so the place is that of the report in the log.`
    : '';
  return {
    rule,
    kernel: accesses[1].function,
    memory: { space, object: '' },
    accesses: accesses.map((access) => accessOf(access, line, setting)),
    evidence: 'trace',
    witness: null,
    dataDependent: false,
    message: `${text}${more}${bare}`,
    fixes: [],
    status: null,
    traceOnly: true,
    ...(race.isOneSided ? { oneSided: true as const } : {}),
  };
}

function accessOf({ kind, place }: LoggedAccess, logLine: number, { file, sourceLine }: LogSetting): Access {
  const at = place ?? { file, line: logLine };
  const text = place === null ? '' : (sourceLine(at.file, at.line)?.trim().slice(0, 200) ?? '');
  return {
    ...at,
    column: 1,
    endLine: at.line,
    endColumn: 1,
    kind,
    scope: kind === 'atomic' ? 'device' : null,
    text,
    iterations: [],
    calls: [],
  };
}
