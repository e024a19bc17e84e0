/**
 * Functions of more than 80 lines and lists of more than five parameters are errors, save in files that `biome.json`
 * excepts. A file that needs its exception no more leaves the list: it only shrinks.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');

const Rules = z.record(z.string(), z.unknown());
const Configuration = z.object({
  overrides: z.array(
    z.object({
      includes: z.array(z.string()),
      linter: z.object({ rules: z.object({ complexity: Rules }) }),
    }),
  ),
});
const Report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

describe('exceptions of the linter', () => {
  const { overrides } = Configuration.parse(JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')));
  const [limits, ...exceptions] = overrides;
  const rulesOf = (override: (typeof overrides)[number] | undefined) => override?.linter.rules.complexity ?? {};
  let offenders: readonly { rule: string; file: string }[] = [];

  before(() => {
    const folder = mkdtempSync(join(tmpdir(), 'gpurace-'));
    try {
      const linter = { rules: { recommended: false, complexity: rulesOf(limits) } };
      const config = { root: true, files: { includes: ['**/src/**', '**/scripts/**'] }, linter };
      writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
      const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
      const args = ['lint', `--config-path=${folder}`, '--max-diagnostics=none', '--reporter=json', 'src', 'scripts'];
      const { stdout } = spawnSync(process.execPath, [biome, ...args], {
        cwd: ROOT,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      offenders = Report.parse(JSON.parse(stdout)).diagnostics.map(({ category, location }) => ({
        rule: category.split('/').at(-1)!,
        file: location.path,
      }));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('each rule has one list', () => {
    const excepted = exceptions.flatMap((override) => Object.entries(rulesOf(override)));
    assert.deepEqual(excepted.map(([rule]) => rule).sort(), Object.keys(rulesOf(limits)).sort());
    assert.ok(excepted.every(([, level]) => level === 'off'));
  });

  for (const { includes, linter } of exceptions) {
    for (const rule of Object.keys(linter.rules.complexity)) {
      test(`${rule}: ${includes.length} files`, () => {
        const needed = new Set(offenders.flatMap((one) => (one.rule === rule ? one.file : [])));
        assert.deepEqual(includes, [...needed].sort());
      });
    }
  }
});
