/** Where a `compile_commands.json` lies. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '../model/errors.ts';
import type { Problem } from '../model/result.ts';
import { below } from '../source/index.ts';
import { type CompileCommands, readCompileCommands } from './compile-commands.ts';

const NAME = 'compile_commands.json';
const BUILD_FOLDER = /^(?:build.*|out|cmake-build-.*)$/;
/** Some 100,000 compilations. */
const MAX_BYTES = 64 << 20;

export interface FoundCommands {
  readonly commands: CompileCommands;
  readonly problem: Problem | null;
}

/**
 * The database that is named, else that of the folder or of a build folder in it, the first by name.
 * @param named By an option (`inside` false) or by the configuration, which must not lead out of the folder.
 * @returns null when there is none and none was named
 * @throws ConfigurationError when the named file is not there; one that cannot be used is a problem only
 */
export function findCompileCommands(
  folder: string,
  named: { readonly path: string; readonly inside: boolean } | null,
): FoundCommands | null {
  const top = realpathSync(folder);
  if (named !== null) {
    const real = realFile(resolve(top, named.path));
    if (real === null) throw new ConfigurationError(`compile-commands: no such file: ${named.path}`);
    if (named.inside && !below(top, real)) {
      throw new ConfigurationError(`compile-commands: ${named.path} is outside the folder of the configuration`);
    }
    return read(real, named.path);
  }
  for (const shown of [NAME, ...buildFolders(top).map((name) => `${name}/${NAME}`)]) {
    const real = realFile(join(top, shown));
    // A link may lead to a build folder, but not to files of others.
    if (real !== null && below(top, real)) return read(real, shown);
  }
  return null;
}

/** True for the paths at which a database is found that nobody names. */
export function isCompileCommands(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop();
  return name === NAME && (parts.length === 0 || (parts.length === 1 && BUILD_FOLDER.test(parts[0] ?? '')));
}

function read(real: string, shown: string): FoundCommands {
  const { size } = statSync(real);
  if (size > MAX_BYTES) {
    const message = `is ${Math.ceil(size / (1 << 20))} MiB large; more than ${MAX_BYTES >> 20} MiB are not read`;
    const problem: Problem = { file: shown, line: null, column: null, severity: 'warning', message };
    return { ...readCompileCommands('[]', shown), problem };
  }
  return readCompileCommands(readFileSync(real, 'utf8').replace(/^\uFEFF/, ''), shown);
}

function buildFolders(top: string): string[] {
  return readdirSync(top, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && BUILD_FOLDER.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

function realFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}
