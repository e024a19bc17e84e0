/** The table "Floors" of ARCHITECTURE.md: which room imports which, and what it touches of Node. */

export interface Floor {
  readonly room: string;
  readonly imports: readonly string[];
  readonly node: readonly string[];
}

/**
 * The rows below `| room | imports | of Node |`, top to bottom.
 * @throws Error when the text has no such table
 */
export function floorsIn(text: string): Floor[] {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => /^\| room +\| imports +\| of Node +\|$/.test(line));
  if (head < 0) throw new Error('there is no table of the floors');
  const end = lines.findIndex((line, i) => i > head && !line.startsWith('|'));
  return lines.slice(head + 2, end < 0 ? undefined : end).map((line) => {
    const [room = '', imports = '', node = ''] = line.split('|').slice(1, -1);
    const words = (cell: string) => cell.split(',').flatMap((word) => word.trim() || []);
    return { room: words(room).join(), imports: words(imports), node: words(node) };
  });
}
