/**
 * Recorded traces beside the static analysis: found by globs in the checkout, analysed as `gpurace trace` does, and
 * joined to what was found statically. A trace that cannot be read costs itself alone, and is told as what was not
 * analysed.
 */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { detectInTraces, readLog } from '../analysis/index.ts';
import type { Unit } from '../compare/index.ts';
import { Anchors } from '../compare/index.ts';
import { DETECT_DEFAULTS, type DetectorName, traceResult } from '../detect/index.ts';
import { lineReader } from '../lexical/lines.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Finding, Problem, Result } from '../model/result.ts';
import { joinTraces, mergeTraces } from '../result/join-traces.ts';
import { isOfRecordedRuns } from '../result/recorded-runs.ts';
import { renameFiles } from '../result/rename-files.ts';
import { globMatcher, listFiles } from '../source/index.ts';
import type { ActionInputs } from './inputs.ts';
import { type Change, markNew } from './reach.ts';
import type { RunRange } from './run-range.ts';
import type { Runner } from './runner.ts';

/** More are counted and not read. */
const MAX_TRACES = 1_000;

interface TracesSetting {
  /** The checkout. */
  readonly root: string;
  readonly inputs: Pick<ActionInputs, 'traces' | 'detectors'>;
  readonly jobs: number;
  readonly range: RunRange;
  readonly runner: Runner;
  readonly source: (file: string) => string | undefined;
}

/**
 * The result with what recorded traces show; the same when none are asked for.
 * @throws ConfigurationError when a glob cannot be read
 */
export async function addTraces(stated: Result, setting: TracesSetting): Promise<Result> {
  const { root, inputs, jobs, range, runner, source } = setting;
  const { traces: globs, detectors } = inputs;
  if (globs.length === 0) {
    const message = 'The input `detectors` has no traces to run on: the input `traces` is empty.';
    if (detectors.length > 0) runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
    return stated;
  }
  const { files, result, problems } = await analyseTraces({ root, globs, detectors, jobs, source });
  for (const file of files) runner.info(`  trace ${file}`);
  const tracedRange: TracedRange = {
    change: range.change,
    baseSource: range.compared?.base.sources.read ?? null,
    units: range.selection.units,
    source,
  };
  const joined = result === null ? stated : withTraces(stated, result, tracedRange);
  return { ...joined, problems: [...joined.problems, ...problems] };
}

interface TracesRequest {
  readonly root: string;
  readonly globs: readonly string[];
  /** None: what `gpurace trace` runs. */
  readonly detectors: readonly DetectorName[];
  readonly jobs: number;
  readonly source: (file: string) => string | undefined;
}

interface FoundTraces {
  readonly files: readonly string[];
  /** Of all files together; null when none was read. */
  readonly result: Result | null;
  readonly problems: readonly Problem[];
}

async function analyseTraces(request: TracesRequest): Promise<FoundTraces> {
  const { root, globs, jobs, source } = request;
  const { files, problems } = filesOf(root, globs);
  const detectors: readonly DetectorName[] = request.detectors.length === 0 ? ['gwcp'] : request.detectors;
  const inCheckout = namesInCheckout(root);
  const readLine = lineReader(source);
  const results: Result[] = [];
  for (const file of files) {
    const startedAt = performance.now();
    const sourceLine = (name: string, line: number) => readLine(inCheckout(name), line);
    const renamed = (result: Result) => renameFiles(result, (name) => (name === file ? file : inCheckout(name)));
    try {
      const log = readLog(join(root, file), { file, sourceLine });
      if (log !== null) {
        results.push(renamed(log));
        continue;
      }
      const [outcome] = await detectInTraces([{ path: join(root, file), shown: file }], {
        detectors,
        options: DETECT_DEFAULTS,
        jobs: null,
        shard: null,
        parallelism: jobs,
      });
      if (outcome === undefined) continue;
      const result = traceResult(outcome, {
        file,
        detectors,
        sourceLine,
        elapsedMs: Math.round(performance.now() - startedAt),
        bounds: DETECT_DEFAULTS.bounds,
      });
      results.push(renamed(result));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      problems.push(problem(file, error.message));
    }
  }
  return { files, result: results.length === 0 ? null : mergeTraces(results), problems };
}

/** The regular files that the globs mean, sorted; a glob that means none is a problem. */
function filesOf(root: string, globs: readonly string[]): { files: string[]; problems: Problem[] } {
  const all = [...listFiles(root)];
  const problems: Problem[] = [];
  const found = new Set<string>();
  for (const glob of globs) {
    const matching = all.filter(globMatcher([glob], 'input traces'));
    if (matching.length === 0)
      problems.push(problem(glob, 'this glob of the input `traces` matches no file of the checkout'));
    for (const file of matching) found.add(file);
  }
  const files = [...found].sort();
  if (files.length > MAX_TRACES) {
    const message = `the input \`traces\` names ${files.length} files; only the first ${MAX_TRACES} are read`;
    problems.push(problem(globs.join(', '), message));
  }
  return { files: files.slice(0, MAX_TRACES), problems };
}

function problem(file: string, message: string): Problem {
  return { file, line: null, column: null, severity: 'error', message };
}

/**
 * What a source is called in the checkout. A trace may have been recorded elsewhere, on a machine with a GPU, and name
 * `/home/gpu/build/src/a.cu`: the longest end of that which is there is meant.
 */
function namesInCheckout(root: string): (name: string) => string {
  const known = new Map<string, string>();
  const find = (name: string): string => {
    const parts = posix
      .normalize(name.replaceAll('\\', '/'))
      .split('/')
      .filter((part) => part !== '' && part !== '..' && part !== '.');
    for (let from = 0; from < parts.length; from += 1) {
      const end = parts.slice(from).join('/');
      if (existsSync(join(root, end))) return end;
    }
    return name;
  };
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}

/** The range of the run, as far as it says which races of a trace are new. */
interface TracedRange {
  readonly change: Change;
  /** Null: there was no base to compare with. With one, new findings get the place in the diff where they are shown. */
  readonly baseSource: ((file: string) => string | undefined) | null;
  readonly units: readonly Unit[];
  readonly source: (file: string) => string | undefined;
}

/**
 * Joins what traces show to a result. The base has no traces, so of a race that only they show, the lines of the change
 * say whether it can be new, as they do where there is no base at all.
 */
function withTraces(found: Result, traced: Result, range: TracedRange): Result {
  const joined = joinTraces(found, traced);
  const stated = joined.findings.slice(0, found.findings.length);
  const added = joined.findings.slice(found.findings.length);
  const reached = reachTest(found, range);
  const marked = markNew({ ...joined, findings: added.filter(reached) }, range.change, range.source);
  const findings = [...anchored(marked, range), ...added.filter((finding) => !reached(finding))];
  // That a kernel, which nothing else is known of, showed no race in one run is no verdict.
  const kernels = joined.kernels.filter((kernel) => kernel.verdict !== 'race-free' || !isOfRecordedRuns(kernel));
  const { summary } = joined;
  const gone = joined.kernels.length - kernels.length;
  const counted = { ...summary, kernels: summary.kernels - gone, raceFree: summary.raceFree - gone };
  return { ...joined, kernels, findings: [...stated, ...findings], summary: counted };
}

/** A trace is of whatever was run: most of its kernels are in no unit that the change can reach. */
function reachTest({ kernels }: Result, { change, units }: TracedRange): (finding: Finding) => boolean {
  if (change === null) return () => true;
  const files = new Set([
    ...change.files.map(({ path }) => path),
    ...units.flatMap(({ file, throughHeaders }) => [file, ...throughHeaders]),
  ]);
  const names = new Set(kernels.map(({ kernel }) => kernel));
  return ({ kernel, accesses }) => names.has(kernel) || accesses.some(({ file }) => files.has(file));
}

function anchored(result: Result, { change, units, source, baseSource }: TracedRange): readonly Finding[] {
  if (change === null || baseSource === null) return result.findings;
  const changed = new Set(change.files.map(({ path }) => path));
  const anchors = new Anchors({
    changed: change.files,
    base: { ...result, kernels: [], findings: [] },
    head: result,
    source,
    baseSource,
    partsWith(file) {
      const unit = units.find((each) => each.file === file);
      return new Set([file, ...(unit?.throughHeaders ?? [])].filter((part) => changed.has(part)));
    },
  });
  return result.findings.map((finding) =>
    finding.status === 'new' ? { ...finding, anchor: anchors.of(finding) } : finding,
  );
}
