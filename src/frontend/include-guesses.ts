/** What is told of headers that the include path does not lead to. */

/** Headers of one folder that get a line each. */
const MAX_SINGLE = 3;

/**
 * One line a header; those that one folder in the include path would lead to have one line together where they are many.
 * @param guessed what each directive names, and the file that was read for it; null: nothing was
 * @param isTemplate true for a file from which a build makes the header
 */
export function guessesInWords(
  guessed: Iterable<readonly [name: string, standIn: string | null]>,
  isTemplate: (path: string) => boolean,
): string[] {
  const lines: string[] = [];
  const byFolder = new Map<string, (readonly [string, string])[]>();
  for (const [name, standIn] of guessed) {
    if (standIn === null) lines.push(`#include of ${name}: no such file, read as empty`);
    else if (isTemplate(standIn)) {
      lines.push(`#include of ${name}: made of ${standIn}, with what is not stated left off`);
    } else {
      const folder = folderFor(name, standIn);
      byFolder.set(folder, [...(byFolder.get(folder) ?? []), [name, standIn]]);
    }
  }
  for (const [folder, headers] of byFolder) {
    const sorted = headers.sort(([a], [b]) => (a < b ? -1 : 1));
    if (sorted.length <= MAX_SINGLE) {
      lines.push(
        ...sorted.map(([name, standIn]) => `#include of ${name}: not in the include path, ${standIn} was read`),
      );
    } else {
      const [[first]] = sorted as [readonly [string, string]];
      const more = sorted.length - 1;
      const from = folder === '' ? 'those at the root' : `those in ${folder}`;
      lines.push(`#include of ${first} and ${more} more: not in the include path, ${from} were read`);
    }
  }
  return lines.sort();
}

/** The folder in which the name is a path to the file. */
function folderFor(name: string, path: string): string {
  const plain = name.replace(/^(?:\.{1,2}\/)+/, '');
  return path.endsWith(`/${plain}`) ? path.slice(0, -plain.length - 1) : path === plain ? '' : path;
}
