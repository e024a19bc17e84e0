/** `action.yml` and the code say the same. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { ActionInputs, INPUT_NAMES, readInputs } from '../../src/action/inputs.ts';
import { OUTPUT_NAMES } from '../../src/action/outputs.ts';

/** https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax#branding */
const COLORS = ['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark'] as const;
/** Of Feather 4.28.0; the page lists those that are left out (`coffee`, `columns`, `tool`, …). */
const ICONS = ['activity', 'cpu', 'shield', 'zap'] as const;

const Metadata = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1).max(125),
  author: z.string(),
  branding: z.strictObject({ icon: z.enum(ICONS), color: z.enum(COLORS) }),
  inputs: z.record(
    z.string().regex(/^[a-z_][a-z0-9_-]*$/),
    z.strictObject({ description: z.string().min(10), required: z.literal(false), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string().min(10) })),
  runs: z.strictObject({ using: z.literal('node24'), main: z.literal('dist/action.js') }),
});

const metadata = Metadata.parse(parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')));

test('the inputs are those of the schema', () => {
  assert.deepEqual(Object.keys(metadata.inputs), INPUT_NAMES);
});

test('the outputs are those the action sets', () => {
  assert.deepEqual(Object.keys(metadata.outputs), OUTPUT_NAMES);
});

test('the defaults are those of the schema, also when the runner passes them on', () => {
  const env: Record<string, string> = {};
  for (const [name, { default: text }] of Object.entries(metadata.inputs)) {
    if (name !== 'github-token') env[`INPUT_${name.toUpperCase()}`] = text ?? '';
  }
  assert.deepEqual(readInputs(env), ActionInputs.parse({}));
  assert.deepEqual(readInputs({}), ActionInputs.parse({}));
  assert.equal(metadata.inputs['github-token']?.default, '$' + '{{ github.token }}');
});

test('the defaults are those of the contract', () => {
  const defaults = Object.fromEntries(
    Object.entries(metadata.inputs).flatMap(([name, input]) =>
      input.default === undefined ? [] : [[name, input.default]],
    ),
  );
  delete defaults['github-token'];
  assert.deepEqual(defaults, {
    'fail-on': 'new',
    'min-evidence': 'predicted',
    review: 'auto',
    'check-run': 'auto',
    'upload-sarif': 'auto',
    'sarif-file': 'gpurace.sarif',
    'result-file': 'gpurace.json',
    cache: 'true',
    mode: 'run',
    artifact: 'gpurace',
  });
});

test('every allowed value is named in the description', () => {
  for (const [name, values] of [
    ['fail-on', ['new', 'any', 'none']],
    ['min-evidence', ['predicted', 'witness', 'possible']],
    ['review', ['auto', 'always', 'never']],
    ['check-run', ['auto', 'never']],
    ['upload-sarif', ['auto', 'always', 'never']],
    ['detectors', ['gwcp', 'scoped-hb', 'scord', 'predict']],
    ['cache', ['true', 'false']],
    ['mode', ['run', 'analyse', 'publish']],
  ] as const) {
    for (const value of values) {
      assert.ok(metadata.inputs[name]?.description.includes(`\`${value}\``), `${name}: ${value}`);
      assert.doesNotThrow(() => readInputs({ [`INPUT_${name.toUpperCase()}`]: value }));
    }
  }
});
