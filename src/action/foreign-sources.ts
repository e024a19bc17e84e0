/**
 * The sources that comments quote, when there is no checkout: read from GitHub at the commit of the run, never from what
 * the run left behind, which could quote lines that nobody wrote.
 */
import { fileAt, type GitHubClient, isPathInside, type Repository } from '../github/index.ts';
import { linesOf } from '../lexical/lines.ts';
import type { Access, Result } from '../model/result.ts';

/** One request each. */
const MAX_FILES = 50;

interface ForeignSources {
  readonly source: (file: string) => string | undefined;
  /** For the log: the files that are not quoted, and why. */
  readonly notes: readonly string[];
}

/**
 * Reads the files that findings name.
 * @param commit What was proposed. The run may have looked at the merge of it, in which lines can have moved: a file
 *   whose accesses do not stand where the result says is not quoted.
 * @throws PlatformError when GitHub fails
 */
export async function readForeignSources(
  client: GitHubClient,
  repository: Repository,
  { findings }: Result,
  commit: string,
): Promise<ForeignSources> {
  const byFile = new Map<string, Access[]>();
  // What is fixed is gone from the commit, and new findings are quoted first.
  const shown = findings.filter(({ status }) => status !== 'fixed');
  for (const { accesses } of [...shown].sort((a, b) => Number(b.status === 'new') - Number(a.status === 'new'))) {
    for (const access of accesses) byFile.set(access.file, [...(byFile.get(access.file) ?? []), access]);
  }
  const notes: string[] = [];
  const texts = new Map<string, string>();
  const wanted = [...byFile].filter(([file]) => isPathInside(file));
  for (const [file, accesses] of wanted.slice(0, MAX_FILES)) {
    const found = await fileAt(client, repository, file, commit);
    if (found.kind === 'refused') {
      notes.push(`Comments quote no sources: ${found.why}`);
      break;
    }
    if (found.kind === 'none') notes.push(`${file} is not quoted: it is not at ${commit.slice(0, 12)}, or above 1 MB`);
    else if (accesses.every((access) => standsIn(found.text, access))) texts.set(file, found.text);
    else notes.push(`${file} is not quoted: at ${commit.slice(0, 12)} its lines are others than those of the result`);
  }
  if (wanted.length > MAX_FILES) {
    notes.push(`Of ${wanted.length} files that findings name, the first ${MAX_FILES} are quoted`);
  }
  return { source: (file) => texts.get(file), notes };
}

function standsIn(text: string, access: Access): boolean {
  const line = linesOf(text)[access.line - 1];
  const [first = ''] = access.text.split('\n');
  return line?.includes(first.trim()) ?? false;
}
