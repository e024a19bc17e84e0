/**
 * Tricky kernels in pairs, `test/tricky/FAMILY/NAME-racy.cu` and its safe twin `NAME.cu`, which differs in as little as
 * possible. A verdict of `race-free` is a proof, so no racy one may have it, whatever the assumptions are; no safe one may
 * be shown as an error; and most of the safe ones are proved.
 *
 * `// expect: racy`, `racy line N with line M` (then nothing else is shown as an error) and `barrier-divergence line N`
 * stand at the top of racy ones. `unproved` says that nobody can know: a body that is elsewhere, facts that contradict
 * each other.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding, KernelResult, Result } from '../../src/model/result.ts';
import { headerOf } from '../kernel-header.ts';
import { assumptionsOf, reasonsOf } from '../texts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = globSync('test/tricky/*/*.{cu,cl,hip}', { cwd: ROOT }).sort();
const HEADERS = new Map(FILES.map((file) => [file, headerOf(readFileSync(join(ROOT, file), 'utf8'))]));
const SAFE = FILES.filter((file) => !isRacy(file));
/** The least share of the safe kernels that is proved. */
const PROVED = 0.85;
const SHOWN_AS_ERROR: ReadonlySet<string> = new Set(['trace', 'replayed', 'predicted']);

function isRacy(file: string): boolean {
  return /-racy\.\w+$/.test(file);
}

function optionsOf(file: string) {
  const { gridDim, blockDim, assume } = HEADERS.get(file)!;
  return { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, assume: [...assume], jobs: 2 };
}

describe('tricky kernels', () => {
  let result: Result;

  before(async () => {
    const options = { ...DEFAULT_CHECK_OPTIONS, jobs: 2, optionsOf };
    result = await analyse({ kind: 'disk', root: ROOT }, FILES, options, SILENT);
  });

  function kernelsOf(file: string): readonly KernelResult[] {
    const kernels = result.kernels.filter((kernel) => kernel.file === file);
    assert.ok(kernels.length > 0, 'the kernel is in the result');
    return kernels;
  }

  /** The findings of a file's kernels that are errors by default; an access may stand in a header. */
  function errorsOf(file: string): readonly Finding[] {
    const names = new Set(kernelsOf(file).map(({ kernel }) => kernel));
    return result.findings.filter(
      (finding) =>
        SHOWN_AS_ERROR.has(finding.evidence) &&
        names.has(finding.kernel) &&
        finding.accesses.some((access) => access.file === file),
    );
  }

  test('stand in pairs', () => {
    for (const file of FILES) {
      const name = basename(file);
      const twin = isRacy(file) ? name.replace('-racy.', '.') : name.replace('.', '-racy.');
      assert.ok(existsSync(join(ROOT, dirname(file), twin)), `${file} has a twin`);
      const says = HEADERS.get(file)!.expectations;
      assert.ok(says.length > 0, `${file} says what to expect`);
      assert.equal(says.includes('race-free'), !isRacy(file), `${file} says what its name says`);
    }
    assert.ok(FILES.length >= 220);
  });

  describe('racy ones are not proved', () => {
    for (const file of FILES.filter(isRacy)) {
      test(nameOf(file), () => {
        const kernels = kernelsOf(file);
        assert.ok(
          kernels.some(({ verdict }) => verdict !== 'race-free'),
          `race-free, assuming: ${kernels.flatMap(assumptionsOf).join('; ') || 'nothing'}`,
        );
        const named = HEADERS.get(file)!.expectations.flatMap((text) => /^racy (line .*)$/.exec(text)?.[1] ?? []);
        if (named.length === 0) return;
        for (const finding of errorsOf(file)) assert.ok(named.includes(linesOf(finding)), finding.message);
      });
    }
  });

  describe('safe ones are no errors', () => {
    for (const file of SAFE) {
      test(nameOf(file), () => {
        assert.deepEqual(errorsOf(file).map(linesOf), []);
        if (!isProved(file)) return;
        const assumptions = kernelsOf(file).flatMap(assumptionsOf);
        for (const words of HEADERS.get(file)!.assuming) {
          assert.ok(
            assumptions.some((text) => words.every((word) => text.includes(word))),
            `an assumption with ${words.join(', ')} among: ${assumptions.join('; ') || 'none'}`,
          );
        }
      });
    }
  });

  function isProved(file: string): boolean {
    return kernelsOf(file).every(({ verdict }) => verdict === 'race-free');
  }

  test('most of the safe ones are proved', () => {
    const open = SAFE.filter((file) => !isProved(file));
    const share = 1 - open.length / SAFE.length;
    const why = open.map((file) => {
      const reasons = kernelsOf(file).flatMap(reasonsOf);
      return `${nameOf(file)}: ${reasons.join('; ') || 'racy'}`;
    });
    assert.ok(share >= PROVED, `${(100 * share).toFixed(1)} % of ${SAFE.length}, without\n${why.join('\n')}`);
  });
});

function nameOf(file: string): string {
  return file.slice('test/tricky/'.length);
}

/** `line 7 with line 9`; of a finding with one access `line 7`. */
function linesOf(finding: Finding): string {
  const lines = finding.accesses.map((access) => access.line).sort((a, b) => a - b);
  return `line ${lines.join(' with line ')}`;
}
