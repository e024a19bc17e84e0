/**
 * Columns of one line, which the compiler counts in bytes of UTF-8, a result in characters (code points), and a text in
 * JavaScript, as SARIF, in UTF-16 code units. All count from 1.
 */

/** The offset in a line, from 0, of the byte that a compiler names. */
export function offsetOfByte(line: string, byteColumn: number): number {
  let bytes = 1;
  let at = 0;
  while (at < line.length && bytes < byteColumn) {
    const code = line.codePointAt(at)!;
    bytes += bytesOf(code);
    at += widthAt(line, at);
  }
  // Behind the end of the line, or of a line that is another one by now: as far behind.
  return at + Math.max(0, byteColumn - bytes);
}

/** What stands for a byte that is no UTF-8 counts as that one byte. */
function bytesOf(code: number): number {
  if (code < 0x80 || code === 0xfffd) return 1;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** The column in characters of an offset. */
export function columnOfOffset(line: string, offset: number): number {
  let column = 1;
  let at = 0;
  for (; at < Math.min(offset, line.length); column++) at += widthAt(line, at);
  return column + Math.max(0, offset - at);
}

/** The offset of a column in characters. */
export function offsetOfColumn(line: string, column: number): number {
  let at = 0;
  let passed = 1;
  for (; passed < column && at < line.length; passed++) at += widthAt(line, at);
  return at + Math.max(0, column - passed);
}

/** How many code units the character at an offset has. */
function widthAt(line: string, at: number): number {
  return line.codePointAt(at)! > 0xffff ? 2 : 1;
}
