/**
 * What reviewers get to read: thirteen pull requests, compared by `gpurace diff` with the real engine, and the comments of
 * each in a golden file. One comment a cause, none for correct code, a screen before the fold.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { causesToComment } from '../../src/action/review.ts';
import type { Result } from '../../src/model/result.ts';
import { type ReportContext, renderReviewComment } from '../../src/report/index.ts';
import { kernelOfCause } from '../../src/result/causes/index.ts';
import { diff } from '../compare/revisions-told.ts';
import { temporaryRepository } from '../git/repository.ts';
import { assertGolden } from '../golden.ts';
import { PULL_REQUESTS, type PullRequest } from './pull-requests.ts';

/** Words before the fold that are no code. */
const MAX_WORDS = 150;

const repository = temporaryRepository({ after });

function headOf({ base, edits }: PullRequest): Record<string, string> {
  const files: Record<string, string> = { ...base };
  for (const [file, old, now] of edits) {
    const text = files[file] ?? '';
    assert.ok(text.includes(old), `${file} has no ${old}`);
    files[file] = text.replaceAll(old, now);
  }
  return files;
}

function inFolder(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
}

/** All pull requests as one, each in a folder of its own. */
function commitAll(side: string, filesOf: (pull: PullRequest) => Readonly<Record<string, string>>): string {
  repository.write(
    Object.assign({}, ...Object.entries(PULL_REQUESTS).map(([name, pull]) => inFolder(name, filesOf(pull)))),
  );
  return repository.commit(side);
}

const base = commitAll('base', ({ base: files }) => files);
const head = commitAll('head', headOf);
const { result } = await diff(repository, base, head, ['--timeout', '60', '--budget', '600']);

function contextOf(name: string): ReportContext {
  const files = inFolder(name, headOf(PULL_REQUESTS[name]!));
  const line = (file: string, number: number) =>
    `https://github.com/octo-org/kernels/blob/${'a'.repeat(40)}/${file}#L${number}`;
  const links = { line, base: 'b'.repeat(40), run: 'https://github.com/octo-org/kernels/actions/runs/1' };
  return { source: (file) => files[file], minEvidence: 'predicted', color: false, links };
}

function commentsOf(name: string): string[] {
  const isHere = (file: string | null | undefined) => file?.startsWith(`${name}/`) === true;
  const part: Result = {
    ...result,
    kernels: result.kernels.filter(({ file }) => isHere(file)),
    findings: result.findings.filter(({ accesses: [access] }) => isHere(access?.file)),
  };
  const context = contextOf(name);
  return causesToComment({ result: part, context }).map((cause) =>
    renderReviewComment(
      cause,
      kernelOfCause(cause, part),
      context,
      cause.explains[0]?.anchor?.line == null ? 'file' : 'lines',
    ),
  );
}

/** Words that are read before the fold, without code. */
function wordsOf(comment: string): number {
  const text = comment.slice(0, comment.indexOf('<details>')).replace(/(`{3,})[^`][\s\S]*?\1/g, '');
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

test('what does not compile is said, and blames nobody', () => {
  const problems = result.problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    problems.map(({ file, line }) => `${file}:${line}`),
    ['syntax-error/shift.cu:8'],
  );
});

for (const [name, pull] of Object.entries(PULL_REQUESTS)) {
  test(name, () => {
    const comments = commentsOf(name);
    assertGolden(`reviews/${name}.md`, comments.length === 0 ? 'No comment.\n' : `${comments.join('\n\n---\n\n')}\n`);
    assert.equal(comments.length, pull.comments);
    assert.equal(comments.filter((text) => text.includes('**Put it back**')).length, pull.putBack);
    for (const comment of comments) assert.ok(wordsOf(comment) <= MAX_WORDS, `${wordsOf(comment)} words:\n${comment}`);
  });
}
