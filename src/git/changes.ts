/** What changed between two revisions, with renames and lines, as git's own diff has it. */
import type { ChangedFile } from '../diff/changed-file.ts';
import { NO_LINES, parsePatch } from '../diff/patch.ts';
import { commitId } from './objects.ts';
import { askGit, runGit } from './run.ts';

/**
 * Settings that keep git from starting the filters which the user has configured: `.gitattributes` of the tree says which
 * files they are for, and comparing the checkout would start them. Files are compared as they lie there.
 */
function withoutFilters(cwd: string): Record<string, string> {
  const keys = (
    askGit(cwd, ['config', '-z', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|smudge|process|required)$']) ??
    ''
  )
    .split('\0')
    .filter((key) => key !== '');
  const before = Number(process.env.GIT_CONFIG_COUNT ?? 0) || 0;
  const settings = [...new Set(keys)].flatMap((key, index) => [
    [`GIT_CONFIG_KEY_${before + index}`, key],
    [`GIT_CONFIG_VALUE_${before + index}`, key.endsWith('.required') ? 'false' : ''],
  ]);
  return { GIT_CONFIG_COUNT: String(before + settings.length / 2), ...Object.fromEntries(settings) };
}

interface RawEntry {
  readonly status: ChangedFile['status'];
  readonly path: string;
  readonly previousPath: string | null;
  /** A rename that changed no line has the same object on both sides. */
  readonly same: boolean;
  /** A file that became a link, or the other way round, has two patches. */
  readonly patches: number;
}

const DIFF = [
  'diff',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
  '--find-renames',
  '--diff-algorithm=histogram',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
] as const;

/**
 * The files that differ between a commit and another, or what lies in the checkout.
 * @param head null: the checkout, with files that git does not know yet and is not told to ignore
 * @throws GitError
 */
export function changesBetween(cwd: string, base: string, head: string | null): ChangedFile[] {
  const revisions = [commitId(base), ...(head === null ? [] : [commitId(head)]), '--'];
  const env = head === null ? withoutFilters(cwd) : {};
  const raw = runGit({ cwd, env, args: [...DIFF, '--raw', '-z', '--no-abbrev', ...revisions] }).toString('utf8');
  const entries = rawEntries(raw);
  const patches = splitPatches(runGit({ cwd, env, args: [...DIFF, '--patch', ...revisions] }).toString('utf8'));
  // In the order of the entries; where the counts differ (an unmerged file) no line is known.
  const inOrder = patches.length === entries.reduce((sum, entry) => sum + entry.patches, 0);
  const files: ChangedFile[] = [];
  let at = 0;
  for (const entry of entries) {
    const patch = patches[at];
    at += entry.patches;
    const { path, previousPath, status } = entry;
    const known = inOrder && entry.patches === 1 && patch !== undefined;
    const lines = entry.same ? NO_LINES : known ? changedLines(patch) : null;
    files.push({ path, previousPath, status, lines });
  }
  if (head === null) files.push(...untracked(cwd));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function rawEntries(raw: string): RawEntry[] {
  const words = raw.split('\0');
  const entries: RawEntry[] = [];
  for (let at = 0; at < words.length; ) {
    const [, , before, after, letter = ''] = (words[at] ?? '').split(' ');
    if (letter === '') break;
    const moved = /^[RC]/.test(letter);
    const first = words[at + 1] ?? '';
    const second = words[at + 2] ?? '';
    const kind = letter.charAt(0);
    entries.push({
      status: kind === 'A' || kind === 'C' ? 'added' : kind === 'D' ? 'removed' : kind === 'R' ? 'renamed' : 'modified',
      path: moved ? second : first,
      previousPath: kind === 'R' ? first : null,
      same: before === after && !/^0+$/.test(after ?? ''),
      patches: kind === 'T' ? 2 : kind === 'U' ? 0 : 1,
    });
    at += moved ? 3 : 2;
  }
  return entries;
}

/** Only a header begins a line with a letter: every line of content has its mark before it. */
function splitPatches(text: string): string[] {
  return text.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
}

function changedLines(patch: string): ChangedFile['lines'] {
  if (/^(?:Binary files |GIT binary patch)/m.test(patch.slice(0, patch.search(/^@@ /m) >>> 0))) return null;
  return parsePatch(patch.replace(/\n$/, ''));
}

function untracked(cwd: string): ChangedFile[] {
  return runGit({ cwd, args: ['ls-files', '--others', '--exclude-standard', '-z', '--full-name'] })
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path, previousPath: null, status: 'added', lines: null }));
}
