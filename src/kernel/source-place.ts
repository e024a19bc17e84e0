import type { Program, SourceLocation } from '../ir/program.ts';
import { type Place, placeAt } from '../model/place.ts';

/** A place of a program as people are told of it. */
export function placeIn({ files }: Pick<Program, 'files'>, location: SourceLocation | null): Place | null {
  return location && placeAt(files[location.file] ?? '?', location.line);
}
