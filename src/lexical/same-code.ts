/** Whether two texts of one file are the same to a compiler, as far as that can be seen without one. */

/** Numbers (`1'000`), raw strings, comments, strings and characters. */
const TOKEN =
  /\b\d(?:'\w|[\w.])*|\bR"([^()\\\s"]{0,16})\([\s\S]*?\)\1"|(\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$))|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/**
 * True when only comments, blanks at the ends of lines and empty lines differ. Comments that speak to gpurace count as code.
 */
export function isSameCode(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.includes('gpurace:') || b.includes('gpurace:')) return false;
  return codeOf(a) === codeOf(b);
}

function codeOf(text: string): string {
  const bare = text.replace(TOKEN, (part, _delimiter, comment: string | undefined) =>
    comment === undefined ? part : ' ',
  );
  const lines = bare.split('\n').map((line) => line.trim());
  // An empty line ends what a backslash goes on with.
  return lines.filter((line, i) => line !== '' || lines[i - 1]?.endsWith('\\') === true).join('\n');
}
