/** A place in a source, as people are told of it. */
import { z } from 'zod';

export const Place = z.strictObject({
  file: z.string(),
  /** Counts from 1; null: the file as a whole. */
  line: z.int().min(1).nullable(),
});
export type Place = z.infer<typeof Place>;

/** A place by a line number that is 0 where none is known. */
export function placeAt(file: string, line: number): Place {
  return { file, line: line > 0 ? line : null };
}

/** `src/a.cu:40`. */
export function placeText({ file, line }: Place): string {
  return line === null ? file : `${file}:${line}`;
}
