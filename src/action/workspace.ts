/**
 * The checkout on disk. What lies in it comes from the pull request, so nothing here follows a symbolic link: not to
 * read sources, not to find the configuration, and above all not to write the reports.
 */
import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { writeWhole } from '../disk/write-whole.ts';
import { ConfigurationError, lackOf, ResourceError } from '../model/errors.ts';
import { MAX_FILE_BYTES } from '../source/index.ts';

/** The folder GITHUB_WORKSPACE names, by its real path. */
export function openWorkspace(folder: string | undefined): string {
  if (folder === undefined || folder === '') throw new ConfigurationError('GITHUB_WORKSPACE is not set');
  try {
    if (lstatSync(realpathSync(folder)).isDirectory()) return realpathSync(folder);
  } catch {
    // Falls through: a folder that cannot be read is as good as none.
  }
  throw new ConfigurationError(`GITHUB_WORKSPACE is ${JSON.stringify(folder)}, which is not a folder`);
}

/** The text of a regular file of the checkout, or undefined. */
export function readSource(root: string, file: string): string | undefined {
  try {
    const place = placeInside(root, file, 'file');
    const stat = lstatSync(place);
    return stat.isFile() && stat.size <= MAX_FILE_BYTES ? readFileSync(place, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file of the checkout, making the folders on the way. Returns its path relative to the checkout. */
export function writeInside(root: string, file: string, content: string, input: string): string {
  const place = placeInside(root, file, `input ${input}`);
  mkdirSync(join(place, '..'), { recursive: true });
  try {
    writeWhole(place, content, 'refused');
  } catch (error) {
    const lack = lackOf(error);
    const why = lack ?? (error instanceof Error ? error.message : String(error));
    const message = `input ${input}: ${JSON.stringify(file)} cannot be written: ${why}`;
    throw lack === null ? new ConfigurationError(message) : new ResourceError(message);
  }
  return relative(root, place).split(sep).join('/');
}

/**
 * The absolute path of `file`, once it is sure that it lies in the checkout and that no part of it is a link.
 * @throws ConfigurationError otherwise; `owner` says whose path it is
 */
export function placeInside(root: string, file: string, owner: string): string {
  const place = isAbsolute(file) ? file : join(root, file);
  const inside = relative(root, place);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new ConfigurationError(`${owner}: ${JSON.stringify(file)} is not a file inside the checkout`);
  }
  let at = root;
  for (const part of inside.split(sep)) {
    at = join(at, part);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) break;
    if (stat.isSymbolicLink()) {
      throw new ConfigurationError(
        `${owner}: ${JSON.stringify(file)} runs through a symbolic link, which is not followed`,
      );
    }
  }
  return place;
}
