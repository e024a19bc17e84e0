/**
 * The two ways a run can fail that are not bugs. Everything else that is thrown is ours and says so.
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
