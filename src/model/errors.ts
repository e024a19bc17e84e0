/**
 * The ways a run can fail that are not bugs. Everything else that is thrown is ours and says so.
 * Each class stands for one exit code of the contract.
 */

/** The user asked for something that cannot be done: a wrong option, an unknown key, a path that does not exist. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly exitCode = 2;
}

/** The platform (GitHub) refused or failed. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly exitCode = 4;
}

/** The machine lacks something: room on a disk, files that may be open. What was asked for was not done. */
export class ResourceError extends Error {
  override readonly name = 'ResourceError';
  readonly exitCode = 3;
}

const LACKS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'there is no room left on the disk'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EFBIG', 'the file would be larger than files may be'],
  ['EIO', 'the disk or the terminal failed'],
  ['EMFILE', 'this process may not open more files; `ulimit -n` says how many'],
  ['ENFILE', 'the machine may not open more files'],
  ['ENOMEM', 'there is no memory left'],
]);

/** What the machine lacks, when that is why the system refused; else null. */
export function lackOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return lackNamed(code);
}

/** The same, by the system's name of the refusal. */
export function lackNamed(code: string): string | null {
  const lack = LACKS.get(code);
  return lack === undefined ? null : `${lack} (${code})`;
}
