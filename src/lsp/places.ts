/** Places of a result as the protocol has them: lines and columns from 0, columns in UTF-16 code units. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Location, Range } from 'vscode-languageserver/node';
import { offsetOfColumn } from '../lexical/columns.ts';
import { lineReader } from '../lexical/lines.ts';
import type { Access, Edit } from '../model/result.ts';

/** The files that a result speaks of, by its names. */
export interface Files {
  lineOf(file: string, line: number): string | undefined;
  uriOf(file: string): string;
}

/** @param folder what the names are relative to */
export function filesIn(folder: string): Files {
  return {
    lineOf: lineReader((file) => textOf(resolve(folder, file))),
    uriOf: (file) => pathToFileURL(resolve(folder, file)).href,
  };
}

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

type Region = Pick<Edit, 'file' | 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;

export function rangeOf({ file, startLine, startColumn, endLine, endColumn }: Region, { lineOf }: Files): Range {
  const position = (line: number, column: number) => {
    return { line: line - 1, character: offsetOfColumn(lineOf(file, line) ?? '', column) };
  };
  return { start: position(startLine, startColumn), end: position(endLine, endColumn) };
}

export function locationOf({ file, line, column, endLine, endColumn }: Access, files: Files): Location {
  const region = { file, startLine: line, startColumn: column, endLine, endColumn };
  return { uri: files.uriOf(file), range: rangeOf(region, files) };
}

/** A line without its indentation. */
export function lineRange(file: string, line: number, { lineOf }: Files): Range {
  const text = lineOf(file, line) ?? '';
  const start = text.length - text.trimStart().length;
  return {
    start: { line: line - 1, character: start },
    end: { line: line - 1, character: Math.max(start, text.trimEnd().length) },
  };
}
