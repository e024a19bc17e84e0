/** What a program of ours is to print, and the races that are planted in it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Expected {
  readonly printed: string;
  readonly races: readonly string[];
}

/** `// race N: RULE` at the top, `// race N` at both lines, `// prints: LINE` at the end. */
export function expectedOf(path: string): Expected {
  const lines = readFileSync(path, 'utf8').split('\n');
  const printed = lines.flatMap((line) => /^\/\/ prints: (.*)$/.exec(line)?.[1] ?? []);
  const rules = lines.flatMap((line) => {
    const [, number, rule] = /^\/\/ race (\d+): (\S+)$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number, rule }];
  });
  const races = rules.map(({ number, rule }) => {
    const places = lines.flatMap((line, at) =>
      /^\/\/ race/.test(line)
        ? []
        : [...line.matchAll(/\brace (\d+)\b/g)].filter((found) => found[1] === number).map(() => at + 1),
    );
    assert.equal(places.length, 2, `race ${number} of ${path} has two places`);
    return `${rule} ${places.join(' ')}`;
  });
  return { printed: printed.map((line) => `${line}\n`).join(''), races: races.sort() };
}

const Found = z.object({
  findings: z.array(
    z.object({
      rule: z.string(),
      evidence: z.string(),
      accesses: z.array(z.object({ file: z.string(), line: z.number() })),
    }),
  ),
  kernels: z.array(z.object({ verdict: z.string() })),
});

/** The pairs of lines that race, each once. All kernels are decided, and all races are in the `file`, if one is named. */
export function racesIn(result: string, file?: string): string[] {
  const { findings, kernels } = Found.parse(JSON.parse(result));
  assert.ok(file === undefined || kernels.every(({ verdict }) => verdict === 'racy' || verdict === 'race-free'), file);
  const pairs = findings.map(({ rule, accesses }) => {
    assert.ok(file === undefined || accesses.every((access) => access.file.endsWith(file)), JSON.stringify(accesses));
    const lines = accesses.map(({ line }) => line).sort((a, b) => a - b);
    return `${rule} ${lines.join(' ')}`;
  });
  return [...new Set(pairs)].sort();
}
