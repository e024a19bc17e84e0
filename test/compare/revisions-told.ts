/** Changes of a repository, compared by `gpurace diff` with the real engine, and told in a golden file. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { analyse } from '../../src/analysis/index.ts';
import { run } from '../../src/cli/program.ts';
import type { Result } from '../../src/model/result.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import type { Repository } from '../git/repository.ts';

/** Runs `gpurace diff` between two commits; what lies in the checkout is of no concern. */
export async function diff(
  repository: Repository,
  base: string,
  head: string,
  more: readonly string[] = [],
): Promise<{ code: number; result: Result }> {
  const report = join(repository.folder, '.git', `${base}-${head}.json`);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  // Many cases at once, on a machine that runs other tests as well.
  const args = ['diff', '--base', base, '--head', head, '--budget', '300', '--format', 'json', '--output', report];
  const code = await run([...args, ...more], {
    cwd: repository.folder,
    env: {},
    stdout,
    stderr,
    analyse,
  });
  assert.notEqual(code, 2, String(stderr.read()));
  return { code, result: parseStoredResult(readFileSync(report, 'utf8'), 'the result') };
}

/** The name of the file of a case. */
export function fileOf(name: string): string {
  return `${name.replace(/\W+/g, '-')}.cu`;
}

/** Compares two revisions of many cases at once, each in a file of its own, in both directions. */
export async function bothWays(
  repository: Repository,
  cases: ReadonlyMap<string, { readonly base: string; readonly head: string }>,
  more: readonly string[] = [],
): Promise<{ readonly there: Result; readonly back: Result }> {
  const write = (side: 'base' | 'head') => {
    repository.write(Object.fromEntries([...cases].map(([name, texts]) => [fileOf(name), texts[side]])));
    return repository.commit(side);
  };
  const [base, head] = [write('base'), write('head')];
  const there = await diff(repository, base, head, more);
  const back = await diff(repository, head, base, more);
  return { there: there.result, back: back.result };
}

/** What a comparison says, for people. */
export function told({ kernels, findings, problems }: Result): string[] {
  const lines = kernels.map(({ kernel, file, verdict }) => `- kernel ${kernel} in ${file}: ${verdict}`);
  for (const { status, rule, kernel, accesses, anchor } of findings) {
    const places = accesses.map(({ file, line, text }) => `\`${text}\` at ${file}:${line}`).join(' with ');
    lines.push(`- **${status}** ${rule} in ${kernel}: ${places}`);
    if (anchor === undefined) continue;
    const where = anchor.line === null ? 'the file' : `${anchor.side} line ${anchor.line}, \`${anchor.text.trim()}\``;
    lines.push(`  - shown at ${anchor.file}, ${where} (${anchor.kind})`);
  }
  return [...lines, ...problems.map(({ severity, message }) => `- ${severity}: ${message}`)];
}
