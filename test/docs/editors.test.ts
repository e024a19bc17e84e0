/** What docs/editors.md tells editors to read is what is printed. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'editors.md'), 'utf8');

const Tasks = z.object({
  tasks: z.tuple([z.object({ problemMatcher: z.object({ pattern: z.object({ regexp: z.string() }) }) })]),
});

test('the problem matcher reads the lines of the README', () => {
  const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const { tasks } = Tasks.parse(JSON.parse(json));
  const pattern = new RegExp(tasks[0].problemMatcher.pattern.regexp, 'm');
  const match = pattern.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  assert.deepEqual(match?.slice(1), [
    'examples/reduction-racy.cu',
    '14',
    '3',
    'error',
    'intra-block-race in kernel sumBlocks',
  ]);
});

test('the schema that it names is there', () => {
  const [, name = ''] = /main\/(schema\/\S+)/.exec(page) ?? [];
  assert.ok(existsSync(join(ROOT, name)), name);
});
