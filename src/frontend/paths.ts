/** Paths of a source tree: `/`-separated, relative to the root, settled on their text alone. */

/**
 * Joins and normalises; `''` is the root itself.
 * @returns null when the path climbs above the root. A leading slash means the root.
 */
export function joinPath(directory: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${path.startsWith('/') ? '' : directory}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else parts.push(part);
  }
  return parts.join('/');
}

/** The directory part, `''` for a file at the root. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
