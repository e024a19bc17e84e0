/** Lines of a text, however they end: what compilers and editors count. */

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** A line of a file, counted from 1 and without its line end; undefined when it cannot be had. */
export type LineReader = (file: string, line: number) => string | undefined;

/**
 * Reads single lines and splits each file once.
 * @param source the text of a file, or undefined when it cannot be had
 */
export function lineReader(source: (file: string) => string | undefined): LineReader {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    let lines = files.get(file);
    if (lines === undefined) {
      const text = source(file);
      lines = text === undefined ? [] : linesOf(text);
      files.set(file, lines);
    }
    return lines[line - 1];
  };
}
