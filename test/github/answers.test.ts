/** How GitHub's answers are judged: what a failed request means, what is tried again, what cannot be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { answerOf, failureOf, refusalInWords, refusalOf, repeatWhileLost } from '../../src/github/answers.ts';
import { PlatformError } from '../../src/model/errors.ts';

/** As octokit throws it. */
function failed(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error(message), { name: 'HttpError', status, response: { headers } });
}

const MEANINGS: readonly (readonly [error: Error, kind: string])[] = [
  [failed(401, 'Bad credentials'), 'refused'],
  [failed(403, 'Resource not accessible by integration'), 'refused'],
  [failed(404, 'Not Found'), 'refused'],
  [failed(410, 'Gone'), 'refused'],
  [failed(403, 'You have exceeded a secondary rate limit'), 'limited'],
  [failed(403, 'Forbidden', { 'retry-after': '60' }), 'limited'],
  [failed(403, 'Forbidden', { 'x-ratelimit-remaining': '0' }), 'limited'],
  [failed(403, 'Forbidden', { 'x-ratelimit-remaining': '12' }), 'refused'],
  [failed(422, 'was submitted too quickly'), 'limited'],
  [failed(429, 'Too Many Requests'), 'limited'],
  [failed(400, 'Problems parsing JSON'), 'invalid'],
  [failed(409, 'Conflict'), 'invalid'],
  [failed(422, 'Validation Failed'), 'invalid'],
  [failed(500, 'fetch failed'), 'lost'],
  [failed(502, 'Server Error'), 'lost'],
];

for (const [error, kind] of MEANINGS) {
  test(`${'status' in error ? error.status : ''} ${error.message}: ${kind}`, () => {
    assert.equal(failureOf(error).kind, kind);
  });
}

test('a request without any answer is lost, and no status is made up for it', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { name: 'HttpError', status: 500 });
  assert.deepEqual(failureOf(error), { kind: 'lost', why: 'connect ECONNREFUSED' });
});

test("GraphQL's errors are judged like those of requests", () => {
  const answered = (type: string | undefined) =>
    Object.assign(new Error('x'), { name: 'GraphqlResponseError', errors: [{ type, message: 'No' }] });
  assert.deepEqual(failureOf(answered('FORBIDDEN')), { kind: 'refused', status: 403, why: 'No' });
  assert.deepEqual(failureOf(answered('NOT_FOUND')), { kind: 'invalid', why: 'No' });
  assert.deepEqual(failureOf(answered(undefined)), { kind: 'invalid', why: 'No' });
  const limit = Object.assign(new Error('Limit'), { data: { errors: [{ type: 'RATE_LIMITED' }] } });
  assert.deepEqual(failureOf(limit), { kind: 'limited', why: 'Limit' });
});

test('what is no error of a request is thrown on', () => {
  const ours = new TypeError('of our own');
  for (const judge of [failureOf, (error: unknown) => refusalOf(error, 'x')]) {
    assert.throws(
      () => judge(ours),
      (error) => error === ours,
    );
  }
});

test('only a refusal is a value; the link to the documentation is left out', () => {
  const refusal = refusalOf(failed(403, 'Must have rights - https://docs.github.com/rest/checks/runs#create'), 'do it');
  assert.equal(
    refusalInWords('a check run', refusal, 'checks: write'),
    "GitHub refused a check run (403 Must have rights); add `checks: write` to the job's `permissions`",
  );
  assert.equal(refusalInWords('it', refusalOf(failed(410, 'Gone'), 'do it'), 'x'), 'GitHub refused it (410 Gone)');
  for (const error of [failed(500, 'x'), failed(422, 'x'), failed(429, 'x')]) {
    assert.throws(() => refusalOf(error, 'do it'), /^PlatformError: GitHub did not do it: \d+ x$/);
  }
});

test('what is lost is tried three times, anything else once', async () => {
  const tried = async (error: Error): Promise<readonly [tries: number, thrown: unknown]> => {
    let tries = 0;
    const thrown: unknown = await repeatWhileLost('it', () => {
      tries += 1;
      return Promise.reject(error);
    }).catch((reason: unknown) => reason);
    return [tries, thrown];
  };
  const [tries, thrown] = await tried(failed(502, 'Server Error'));
  assert.equal(tries, 3);
  assert.match(String(thrown), /^PlatformError: GitHub did not take it: 502 Server Error$/);
  for (const error of [failed(422, 'x'), failed(403, 'x'), failed(429, 'x'), new TypeError('x')]) {
    assert.deepEqual(await tried(error), [1, error]);
  }
});

test('an answer that is not as described is a platform error that names the place', () => {
  const Answer = z.object({ id: z.int() });
  assert.deepEqual(answerOf(Answer, { id: 7 }, 'answer'), { id: 7 });
  const problem = (data: unknown) => {
    try {
      answerOf(Answer, data, 'list of things');
    } catch (error) {
      assert.ok(error instanceof PlatformError);
      return error.message;
    }
    return null;
  };
  assert.match(problem({ id: 'x' }) ?? '', /^GitHub's list of things cannot be read: id: Invalid input/);
  assert.match(problem('<html>') ?? '', /^GitHub's list of things cannot be read: the answer: Invalid input/);
});
