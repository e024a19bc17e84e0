/**
 * Git as a child process. Arguments are a list and reach no shell; what may come from a user is checked by the callers
 * or stands behind `--end-of-options`. Nothing that a repository's content can say makes git start another program.
 */
import { spawnSync } from 'node:child_process';

/** Larger answers are refused: they are held in memory. */
const MAX_OUTPUT_BYTES = 512 << 20;
const TIMEOUT_MS = 120_000;

interface GitRequest {
  /** A folder of the repository, or its git directory. */
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** What git said when it did not do it. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** No hooks, no pager, no monitor, no protocol that starts a program. */
const ALWAYS = [
  '--no-pager',
  '--no-replace-objects',
  '--literal-pathspecs',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.quotePath=false',
  '-c',
  'protocol.ext.allow=never',
] as const;

/**
 * Runs git and gives what it prints.
 * @throws GitError when there is no git, it fails, or it answers too much or too late
 */
export function runGit(request: GitRequest): Buffer {
  const { args, timeoutMs = TIMEOUT_MS } = request;
  const began = performance.now();
  let child = startGit(request);
  // A signal that ends the run reaches its whole process group, while the run goes on to write what it has. Git only reads here.
  if (child.signal !== null && performance.now() - began < timeoutMs) child = startGit(request);
  const command = `git ${args.find((word) => !word.startsWith('-')) ?? ''}`;
  if (child.error !== undefined) throw new GitError(`${command}: ${child.error.message}`);
  if (child.status === 0) return child.stdout;
  const said = child.stderr.toString('utf8').trim().split('\n');
  throw new GitError(`${command}: ${said.findLast((line) => /^(?:fatal|error):/.test(line)) ?? said.at(-1) ?? ''}`);
}

function startGit({ cwd, args, input, env = {}, timeoutMs = TIMEOUT_MS }: GitRequest) {
  // In a container the checkout often belongs to another user; the runner made it, so it is trusted there and only there.
  const trust = process.env.GITHUB_ACTIONS === 'true' ? ['-c', `safe.directory=${cwd}`] : [];
  return spawnSync('git', [...ALWAYS, ...trust, ...args], {
    cwd,
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: timeoutMs,
    windowsHide: true,
    env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', ...env },
    ...(input === undefined ? {} : { input }),
  });
}

/** The same as text without the last line end, or null when git fails. */
export function askGit(cwd: string, args: readonly string[]): string | null {
  try {
    return runGit({ cwd, args }).toString('utf8').replace(/\n$/, '');
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
