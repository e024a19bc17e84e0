/** Races that are planted in programs of ours: `// race N: RULE` at the top, `// race N` at both lines. */
import assert from 'node:assert/strict';

/** @returns of each race its rule and its two lines, in order, sorted */
export function plantedRaces(text: string): string[] {
  const lines = text.split('\n');
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
    assert.equal(places.length, 2, `race ${number} has two places`);
    return `${rule} ${places.join(' ')}`;
  });
  return races.sort();
}

interface Racing {
  readonly rule: string;
  readonly accesses: readonly { readonly line: number }[];
}

/** @returns the pairs of lines that race in the words of `plantedRaces`, each once */
export function racingLines(findings: readonly Racing[]): string[] {
  const pairs = findings.map(({ rule, accesses }) => {
    const lines = accesses.map(({ line }) => line).sort((a, b) => a - b);
    return `${rule} ${lines.join(' ')}`;
  });
  return [...new Set(pairs)].sort();
}
