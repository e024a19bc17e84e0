/**
 * The cases of `test/host-facts/`: kernels that are free of races because of one fact that the host code states. Each is
 * checked as it is, and with `-D WITHOUT_FACT`, which takes that fact out and nothing else.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from '../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import type { Finding, KernelResult, Result } from '../src/model/result.ts';

/** HGRD's five classes of host facts, in its order. */
export const FACT_CLASSES = ['assert', 'sizes', 'relation', 'bounds', 'allocation'] as const;

export type FactClass = (typeof FACT_CLASSES)[number];

export interface FactCase {
  /** Relative to the project. */
  readonly file: string;
  readonly fact: string;
  /** What the file says that is found without the fact: `RULE line N with line M, EVIDENCE`. */
  readonly expected: readonly string[];
  /** The condition under which the kernel is said to be free of races without the fact; several are joined by `&&`. */
  readonly condition: string;
  readonly withFact: FactOutcome;
  readonly withoutFact: FactOutcome;
}

export interface FactOutcome {
  readonly kernels: readonly KernelResult[];
  readonly findings: readonly Finding[];
}

const ROOT = join(import.meta.dirname, '..');

/** Checks every case in both ways. */
export async function factCases(): Promise<FactCase[]> {
  const files = globSync('test/host-facts/*.cu', { cwd: ROOT }).sort();
  const tree = { kind: 'disk', root: ROOT } as const;
  // What is found, and not how fast: the machine may be busy.
  const options = { ...DEFAULT_CHECK_OPTIONS, timeoutMs: 120_000 };
  const whole = await analyse(tree, files, options, SILENT);
  const bare = await analyse(tree, files, { ...options, defines: ['WITHOUT_FACT'] }, SILENT);
  return files.map((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    const said = (word: string) => lines.flatMap((line) => new RegExp(`^// ${word}: (.*?)\\s*$`).exec(line)?.[1] ?? []);
    return {
      file,
      fact: said('fact')[0] ?? '',
      expected: said('without').sort(),
      condition: said('condition')[0] ?? '',
      withFact: outcomeOf(whole, file),
      withoutFact: outcomeOf(bare, file),
    };
  });
}

function outcomeOf(result: Result, file: string): FactOutcome {
  return {
    kernels: result.kernels.filter((kernel) => kernel.file === file),
    findings: result.findings.filter((finding) => finding.accesses[0]?.file === file),
  };
}

/** The conditions of the kernels, in the words of the cases. */
export function conditionsInWords({ kernels }: FactOutcome): string {
  return kernels.flatMap(({ conditions }) => conditions.map(({ text }) => text)).join(' && ');
}

/** A finding in the words of the cases. */
export function findingInWords({ rule, accesses, evidence }: Finding): string {
  const lines = accesses.map(({ line }) => line).sort((a, b) => a - b);
  return `${rule} line ${lines.join(' with line ')}, ${evidence}`;
}
