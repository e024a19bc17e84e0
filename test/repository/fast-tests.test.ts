/** `npm test -- --fast`: which files it runs, and that what it leaves out cannot be started in them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readModule } from '../../scripts/structure/modules.ts';
import { COMPILES, FastTests, slowMark } from '../../scripts/test/fast.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A folder with these files, gone when the test ends. */
function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'gpurace-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('fast tests', () => {
  const CASES: readonly (readonly [what: string, text: string, slowness: string | null])[] = [
    ['nothing of ours', `import { test } from 'node:test';`, null],
    ['the analysis', `import { analyse } from '../src/analysis/index.ts';`, 'compiles kernels: analyse'],
    ['another name of the analysis', `import { languageOf } from '../src/analysis/index.ts';`, null],
    ['its type', `import type { analyse } from '../src/analysis/index.ts';`, null],
    ['its type beside another', `import { type analyse, x } from '../src/analysis/index.ts';`, null],
    [
      'its type beside it, over several lines',
      `import {\n  type AnalyseOptions,\n  analyse as run,\n} from '../src/analysis/index.ts';`,
      'compiles kernels: analyse',
    ],
    ['a helper that analyses', `import { check } from './helper.ts';`, 'compiles kernels: analyse (test/helper.ts)'],
    ['a type of that helper', `import type { check } from './helper.ts';`, null],
    ['git', `import { spawnSync } from 'node:child_process';\nspawnSync('git', ['log']);`, null],
    ['another program', `import { spawnSync } from 'node:child_process';\nspawnSync('tar', []);`, 'starts tar'],
    [
      'a program that is known when it runs',
      `import { spawnSync } from 'node:child_process';\nspawnSync(process.execPath, []);`,
      'starts a process',
    ],
    [
      'a mark',
      `/** What it is. */\n// slow: 20,000 random traces\nimport { test } from 'node:test';`,
      '20,000 random traces',
    ],
  ];
  for (const [what, text, slowness] of CASES) {
    test(`${what}: ${slowness ?? 'fast'}`, (t) => {
      const root = folder(t, {
        'test/one.test.ts': text,
        'test/helper.ts': `import { analyse } from '../src/analysis/index.ts';\nexport const check = () => analyse();`,
      });
      assert.equal(new FastTests(root).slowness('test/one.test.ts'), slowness);
    });
  }

  test('the functions that compile have these names still', () => {
    for (const [path, names] of Object.entries(COMPILES)) {
      const { exports, imports } = readModule(ROOT, path);
      const passedOn = imports.flatMap((one) => one.names);
      for (const name of names) assert.ok([...exports, ...passedOn].includes(name), `${path} has no ${name}`);
    }
  });

  test('no file is marked whose imports say it already', () => {
    const fast = new FastTests(ROOT);
    const marked = globSync('test/**/*.test.ts', { cwd: ROOT }).filter(
      (file) => slowMark(readFileSync(join(ROOT, file), 'utf8')) !== null,
    );
    assert.ok(marked.length > 0);
    for (const file of marked) assert.equal(fast.startedBy(file.replaceAll('\\', '/')), null, file);
  });

  test('Clang, and every process but git, are errors in them', (t) => {
    const root = folder(t, {
      'guarded.ts': `import { spawnSync } from 'node:child_process';
console.log(spawnSync('git', ['--version']).status);
for (const start of [() => spawnSync('node'), () => WebAssembly.compile(new Uint8Array(60_000_000))]) {
  try {
    await start();
  } catch (error) {
    console.log(error.message);
  }
}
await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
`,
    });
    const guard = pathToFileURL(join(ROOT, 'scripts', 'test', 'fast-guard.ts')).href;
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', guard, join(root, 'guarded.ts')], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    const advice = 'in a fast test: give the file a line `// slow: why` (scripts/test/fast.ts)';
    assert.equal(stdout, `0\nnode is started ${advice}\nClang is compiled ${advice}\n`);
  });
});
