/**
 * Verdicts of units that were analysed before. An entry is good where the job is the same and everything that its
 * analysis asked for is answered as it was then; a unit has several when it was analysed on several revisions.
 * Entries come from outside (a file, another run) and are checked before they are believed.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { KernelOutline } from '../model/outline.ts';
import { KernelPairs } from '../model/pairs.ts';
import { Finding, KernelResult, Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { preload } from '../source/index.ts';
import type { UnitJob } from '../unit/job.ts';
import type { UnitOutcome } from '../unit/outcome.ts';
import { Observation } from '../unit/recorded-read.ts';
import { Answers, digest, MAX_OBSERVATIONS } from './observations.ts';

/** What a file may hold. The least recently used entries give way. */
export const MAX_ENTRIES = 4_000;
export const MAX_CHARACTERS = 48 << 20;
/** Revisions of one unit: both sides of a few open pull requests. */
const MAX_VARIANTS = 8;
const FIRST_LINE = /^\{"format":"gpurace-verdicts","version":2,"tool":"([\w.+-]{1,200})"\}$/;
const ENTRY_LINE = /^([\w-]{43}) (\{.*\})$/;

const Stored = z.strictObject({
  observations: z.array(Observation).max(MAX_OBSERVATIONS),
  kernels: z.array(KernelResult),
  /** Indices of kernels. */
  unlaunched: z.array(z.int().min(0)),
  findings: z.array(Finding),
  problems: z.array(Problem),
  pairs: z.array(KernelPairs),
  /** `packed` */
  outlines: z.string(),
});
type Stored = Omit<z.infer<typeof Stored>, 'outlines'> & { readonly outlines: readonly KernelOutline[] };

interface Entry {
  readonly job: string;
  /** As it stands in the file; parsed when somebody asks for the unit. */
  readonly text: string;
  stored: Stored | null;
}

/** What one run had of the cache. */
export interface CacheUse {
  hits: number;
  misses: number;
  /** Entries that were not what this version writes. */
  broken: number;
}

export class VerdictCache {
  readonly use: CacheUse = { hits: 0, misses: 0, broken: 0 };
  readonly #tool: string;
  /** The most recently used one last. */
  #entries = new Map<string, Entry>();
  readonly #byJob = new Map<string, Entry[]>();
  #changed = false;

  /** @param tool says which build of gpurace it is: verdicts of another one are not used */
  constructor(tool: string) {
    this.#tool = tool;
  }

  /** True when there is something that the file does not hold yet. */
  get isDirty(): boolean {
    return this.#changed;
  }

  /**
   * Takes the entries of a file.
   * @returns null, or why there are none in it
   */
  read(text: string): string | null {
    if (text.length > MAX_CHARACTERS) return 'it is too large';
    const lines = text.split('\n');
    const [, tool] = FIRST_LINE.exec(lines[0] ?? '') ?? [];
    if (tool === undefined) return 'it is no file of verdicts';
    if (tool !== this.#tool) return 'it is of another version';
    for (const line of lines.slice(1, MAX_ENTRIES + 1)) {
      if (line === '') continue;
      const [, job, body] = ENTRY_LINE.exec(line) ?? [];
      if (job === undefined || body === undefined) this.use.broken += 1;
      else this.#add({ job, text: body, stored: null });
    }
    return null;
  }

  /** The file: what was used last is kept longest. */
  write(): string {
    const lines: string[] = [];
    let left = MAX_CHARACTERS - 1_000;
    for (const { job, text } of [...this.#entries.values()].reverse()) {
      left -= job.length + text.length + 2;
      if (left < 0 || lines.length === MAX_ENTRIES) break;
      lines.push(`${job} ${text}`);
    }
    const first = `{"format":"gpurace-verdicts","version":2,"tool":"${this.#tool}"}`;
    return `${[first, ...lines.reverse()].join('\n')}\n`;
  }

  /**
   * The outcomes of those jobs that are known.
   * @returns one per job, in their order; null: to be analysed
   */
  find(jobs: readonly UnitJob[], tree: SourceTree): (UnitOutcome | null)[] {
    return this.#entriesFor(jobs, tree).map((found) => {
      if (found?.stored == null) {
        this.use.misses += 1;
        return null;
      }
      this.use.hits += 1;
      this.#touch(found);
      return outcomeOf(found.stored);
    });
  }

  /** Which of the jobs are known; it does not count as use. */
  knows(jobs: readonly UnitJob[], tree: SourceTree): boolean[] {
    return this.#entriesFor(jobs, tree).map((found) => found !== undefined);
  }

  #entriesFor(jobs: readonly UnitJob[], tree: SourceTree): (Entry | undefined)[] {
    const candidates = jobs.map((job) => [...(this.#byJob.get(jobKey(job)) ?? [])].reverse());
    const paths = candidates.flat().flatMap((entry) => {
      return (this.#stored(entry)?.observations ?? []).flatMap(([question, path]) => (question === 'file' ? path : []));
    });
    preload(tree, [...new Set(paths)]);
    const files = new Map<string, string>();
    return jobs.map((job, i) => {
      const answers = new Answers(tree, job, files);
      return (candidates[i] ?? []).find((entry) =>
        this.#stored(entry)?.observations.every(([question, subject, answer]) => {
          return answers.of(question, subject) === answer;
        }),
      );
    });
  }

  /** Keeps what was found out, unless time had a say in it. */
  put(job: UnitJob, outcome: UnitOutcome, observations: readonly Observation[]): void {
    // What was taken from the other side of a comparison was not found out here.
    if (job.leftToOther !== undefined) return;
    if (job.skip.size > 0 || outcome.kernels.some(({ elapsedMs }) => elapsedMs >= job.options.timeoutMs)) return;
    const { kernels, findings, problems, unlaunched } = outcome;
    const stored: Stored = {
      observations: [...observations],
      kernels: [...kernels],
      unlaunched: kernels.flatMap((kernel, i) => (unlaunched?.has(kernel) ? [i] : [])),
      findings: [...findings],
      problems: [...problems],
      pairs: [...(outcome.pairs ?? [])],
      outlines: outcome.outlines ?? [],
    };
    const text = JSON.stringify({ ...stored, outlines: packed(stored.outlines) });
    this.#add({ job: jobKey(job), text, stored });
    this.#changed = true;
  }

  #add(entry: Entry): void {
    const key = digest(`${entry.job} ${entry.text}`);
    if (this.#entries.has(key)) return;
    this.#entries.set(key, entry);
    const variants = this.#byJob.get(entry.job) ?? [];
    variants.push(entry);
    this.#byJob.set(entry.job, variants);
    if (variants.length > MAX_VARIANTS) this.#drop(variants[0]!);
  }

  #touch(entry: Entry): void {
    const key = digest(`${entry.job} ${entry.text}`);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #drop(entry: Entry): void {
    this.#entries.delete(digest(`${entry.job} ${entry.text}`));
    const variants = this.#byJob.get(entry.job) ?? [];
    const at = variants.indexOf(entry);
    if (at >= 0) variants.splice(at, 1);
  }

  #stored(entry: Entry): Stored | null {
    if (entry.stored !== null) return entry.stored;
    entry.stored = parse(entry.text);
    if (entry.stored === null && this.#byJob.get(entry.job)?.includes(entry)) {
      this.use.broken += 1;
      this.#drop(entry);
      this.#changed = true;
    }
    return entry.stored;
  }
}

function parse(text: string): Stored | null {
  try {
    const { outlines, ...stored } = Stored.parse(JSON.parse(text));
    const isWhole = stored.unlaunched.every((index) => index < stored.kernels.length);
    return isWhole ? { ...stored, outlines: unpacked(outlines) } : null;
  } catch {
    return null;
  }
}

/** Outlines say the same names and lines again and again: packed they take a twentieth of the place. */
function packed(outlines: readonly KernelOutline[]): string {
  return outlines.length === 0 ? '' : deflateRawSync(JSON.stringify(outlines)).toString('base64');
}

/** @throws when it is not what `packed` makes */
function unpacked(text: string): KernelOutline[] {
  if (text === '') return [];
  const json = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: MAX_CHARACTERS });
  return z.array(KernelOutline).parse(JSON.parse(json.toString('utf8')));
}

function outcomeOf({ kernels, unlaunched, findings, problems, pairs, outlines }: Stored): UnitOutcome {
  return {
    kernels,
    findings,
    problems,
    pairs,
    outlines,
    unlaunched: new Set(unlaunched.flatMap((index) => kernels[index] ?? [])),
  };
}

/** What of a job is not asked for by name. The number of workers changes nothing. */
function jobKey({ file, language, options, launchers, mentions, kernelsOf, tellsPairs }: UnitJob): string {
  const withoutWorkers = ({ jobs: _jobs, ...rest }: UnitJob['options']) => rest;
  return digest(
    JSON.stringify([
      file,
      language,
      withoutWorkers(options),
      launchers?.map((launcher) => [launcher.file, withoutWorkers(launcher.options)]) ?? null,
      (mentions?.size ?? 0) > 0,
      kernelsOf !== undefined,
      tellsPairs !== undefined,
    ]),
  );
}
