import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readEvent } from '../../src/github/event.ts';
import { resolveRevisions } from '../../src/github/revisions.ts';
import { repositoryOf } from '../../src/github/workflow.ts';
import { ConfigurationError } from '../../src/model/errors.ts';

const recorded = readFileSync(new URL('../fixtures/events/pull_request.json', import.meta.url), 'utf8');

const repository = { owner: 'octo-org', repo: 'kernels' };

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.message;
  }
  assert.fail('nothing was thrown');
}

/** The place of the problem is told whether or not V8's own message names it. */
const BROKEN: readonly (readonly [text: string, place: string])[] = [
  ['<html>', '1:1'],
  ['{"action": nope}', '1:13'],
  ['{\n  "action": "opened",\n}', '3:1'],
  ['{"action": "opened"', '1:20'],
  ['', '1:1'],
  ['{"a": "x', '1:9'],
  ['{"a": 1}\n\nx', '3:1'],
];
for (const [text, place] of BROKEN) {
  test(`an event file that is not JSON: ${JSON.stringify(text)}`, () => {
    const message = messageOf(() => readEvent(text, '/tmp/event.json'));
    assert.ok(message.startsWith(`/tmp/event.json:${place} is not JSON: `), message);
  });
}

test('a payload that lacks what is needed is a configuration error that names the key', () => {
  const payload = JSON.parse(recorded) as { pull_request: { head: { sha: string } } };
  payload.pull_request.head.sha = '--upload-pack=x';
  const message = messageOf(() => resolveRevisions({ eventName: 'pull_request', payload, repository }));
  assert.match(message, /pull_request\.head\.sha: must be a full commit id/);
  assert.match(
    messageOf(() => resolveRevisions({ eventName: 'pull_request', payload: null, repository })),
    /pull_request event cannot be read/,
  );
});

test('GITHUB_REPOSITORY must be owner/name', () => {
  const payload = readEvent(recorded, 'event.json');
  assert.match(
    messageOf(() => repositoryOf({ GITHUB_REPOSITORY: 'a/b/../c' }, payload)),
    /owner\/name/,
  );
});
