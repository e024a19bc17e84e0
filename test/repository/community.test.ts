/** What GitHub reads of the repository besides workflows. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { VERSION } from '../../src/model/version.ts';
import { isKernelSource, KERNEL_EXTENSIONS } from '../../src/source/index.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema */
const Field = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string().min(1) }) }),
  z.strictObject({
    type: z.enum(['textarea', 'input']),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({
      label: z.string().min(1),
      description: z.string().optional(),
      render: z.string().optional(),
    }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  }),
]);
const Form = z.strictObject({
  name: z.string().min(3),
  description: z.string().min(3),
  labels: z.array(z.string()),
  body: z.array(Field).min(1),
});

test('issue forms are what GitHub takes', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter((path) => !path.endsWith('config.yml'));
  assert.equal(forms.length, 3);
  for (const path of forms) {
    const { body } = Form.parse(parse(text(path)));
    const ids = body.flatMap((field) => ('id' in field ? [field.id] : []));
    assert.equal(new Set(ids).size, ids.length, path);
    assert.ok(ids.length > 0, path);
  }
});

test('the chooser of issues and Dependabot are configured', () => {
  const links = z.strictObject({ name: z.string(), url: z.url(), about: z.string() });
  z.strictObject({ blank_issues_enabled: z.boolean(), contact_links: z.array(links) }).parse(
    parse(text('.github/ISSUE_TEMPLATE/config.yml')),
  );
  const { updates } = z
    .object({ version: z.literal(2), updates: z.array(z.object({ 'package-ecosystem': z.string() })) })
    .parse(parse(text('.github/dependabot.yml')));
  assert.deepEqual(updates.map((update) => update['package-ecosystem']).sort(), ['github-actions', 'npm']);
});

test("pre-commit's hook starts a program that is there", () => {
  const [hook] = z
    .array(
      z.strictObject({
        id: z.literal('gpurace'),
        name: z.string(),
        description: z.string(),
        entry: z.string(),
        language: z.literal('script'),
        files: z.string(),
        require_serial: z.boolean(),
      }),
    )
    .length(1)
    .parse(parse(text('.pre-commit-hooks.yaml')));
  const [program = '', command] = hook!.entry.split(' ');
  assert.ok(statSync(join(ROOT, program)).isFile());
  assert.equal(command, 'check');
  // The extensions that promise kernels: a hook does not read files to find out.
  const files = new RegExp(hook!.files);
  assert.deepEqual(
    KERNEL_EXTENSIONS.filter((extension) => files.test(`x/a${extension}`)),
    KERNEL_EXTENSIONS.filter((extension) => isKernelSource(extension)),
  );
  assert.ok(!files.test('a.cu.txt'));
});

test('the notes of a release are its section of the changelog, and a version without one is refused', () => {
  const notes = (version: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release-notes.ts', version], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  assert.match(notes('Unreleased').stdout, /^- /);
  assert.equal(notes('v99.0.0').status, 1);
  assert.match(notes('v99.0.0').stderr, /no section "## 99\.0\.0"/);
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
});
