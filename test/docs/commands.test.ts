/** The documentation against the program: every command, option, input and output, and the commands that it shows. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { actionTables, commandNames, commandsPage, rulesIndex, withPart } from '../../scripts/docs/reference.ts';
import { Format } from '../../src/report/index.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const page = await commandsPage();
const names = await commandNames();

describe('what follows from the code is up to date (npm run docs)', () => {
  test('docs/commands.md', () => {
    assert.equal(text('docs/commands.md'), page);
    assert.ok(names.length >= 6);
  });

  test('the tables of docs/action.md', () => {
    const { inputs, outputs } = actionTables();
    const action = text('docs/action.md');
    assert.equal(withPart(withPart(action, 'inputs', inputs), 'outputs', outputs), action);
  });

  test('docs/rules/README.md', () => {
    assert.equal(text('docs/rules/README.md'), rulesIndex());
  });

  test('docs/reports.md has a row for every format', () => {
    const table = text('docs/reports.md').split('\n## ')[0]!;
    assert.deepEqual([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort(), [...Format.options].sort());
  });

  test('the README names every command', () => {
    const missing = names.filter((name) => !text('README.md').includes(`\`gpurace ${name}`));
    assert.deepEqual(missing, []);
  });
});

/** What users are told to type: `gpurace …` and `node …/cli.js …` in code blocks, and in files that they copy. */
const SHOWN = [
  ...['README.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap((file) =>
    [...text(file).matchAll(/`(gpurace [a-z+]+ [^`]+)`/g)].map(([, block = '']) => ({
      file,
      block: block.replaceAll('\n', ' '),
    })),
  ),
  ...['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap((file) =>
    [...text(file).matchAll(/^```(?:console|sh|bash)\n(.*?)^```$/gms)].map(([, block = '']) => ({ file, block })),
  ),
  ...['examples/workflows/*.yml', 'examples/gitlab-ci.yml', 'examples/git-hooks/*']
    .flatMap((glob) => globSync(glob, { cwd: ROOT }))
    .map((file) => ({ file, block: text(file) })),
].flatMap(({ file, block }) =>
  [
    ...block
      .replaceAll('\\\n', ' ')
      .matchAll(
        /^\s*(?:\$ |- |run: |- run: )?(?:gpurace|(?:npm exec -- )?node \S*(?:cli\.js|main\.ts)) ([a-z+]+(?= |$).*)$/gm,
      ),
  ].map(([, command = '']) => ({ file, command })),
);

/** The options of a command by its own help, with their short names. */
function optionsOf(name: string): string[] {
  const section = page.split(`\n## gpurace ${name}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^ {2}(-\w)?(?:, )?(--[\w-]+)?/gm)].flatMap(([, short, long]) =>
    [short, long].filter((option) => option !== undefined),
  );
}

test('commands that the documentation shows exist, with their options', () => {
  assert.ok(SHOWN.length >= 15, String(SHOWN.length));
  for (const { file, command } of SHOWN) {
    const [name = '', ...words] = command.split(/\s+/);
    assert.ok(names.includes(name), `${file}: gpurace ${command}`);
    // Its options are those of nvcc.
    if (name === 'nvcc' || name === 'c++') continue;
    const known = optionsOf(name);
    for (const word of words.filter((one) => /^-\w|^--\w/.test(one))) {
      const option = word.startsWith('--') ? word.split('=')[0]! : word.slice(0, 2);
      assert.ok(known.includes(option), `${file}: gpurace ${name} has no option ${option}`);
    }
  }
});

test('options that prose names exist', () => {
  const all = new Set(names.flatMap(optionsOf));
  /** Of other programs: git, npm, clang, gh. */
  const others = new Set([
    '--no-verify',
    '--version',
    '--repo',
    '--test-name-pattern',
    '--blockDim',
    '--gridDim',
    '--tool',
    '--xml',
    '--dryrun',
  ]);
  for (const file of ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
    const prose = text(file).replace(/^```.*?^```$/gms, '');
    for (const [, option = ''] of prose.matchAll(/`(--[\w-]+)/g)) {
      assert.ok(all.has(option) || others.has(option), `${file}: ${option}`);
    }
  }
});

test('steps that the documentation shows give inputs that there are', () => {
  const inputs = Object.keys(parse(text('action.yml')).inputs);
  let seen = 0;
  for (const file of ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
    for (const [, block = ''] of text(file).matchAll(/^```yaml\n(.*?)^```$/gms)) {
      const shown: unknown = parse(block);
      const steps: unknown[] = Array.isArray(shown)
        ? shown
        : Object.values((shown as { jobs?: Record<string, { steps?: unknown[] }> }).jobs ?? {}).flatMap(
            (job) => job.steps ?? [],
          );
      for (const step of steps as { uses?: string; with?: object }[]) {
        if (!step?.uses?.startsWith('gpurace/gpurace@')) continue;
        seen += 1;
        assert.deepEqual(
          Object.keys(step.with ?? {}).filter((name) => !inputs.includes(name)),
          [],
          file,
        );
      }
    }
  }
  assert.ok(seen >= 4);
});
