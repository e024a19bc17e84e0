/** The kernels of a unit in outline, for a comparison. */
import { placeOfAccess } from '../check/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { Place } from '../model/place.ts';
import { outlineOf } from '../outline/index.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { SourceLines } from './source-lines.ts';

/** Segments of a unit: when there are more, the outlines of the first instances of templates stand for the others. */
const SEGMENT_LIMIT = 100_000;

interface OutlinedUnit {
  readonly program: Program;
  readonly lines: SourceLines;
  readonly placeOf: (kernel: ProgramFunction) => Place & { readonly line: number };
}

export function outlinesOf(kernels: readonly ProgramFunction[], { program, lines, placeOf }: OutlinedUnit): UnitEvent {
  const outlined = new Set<string>();
  const outlines = new Map<ProgramFunction, KernelOutline>();
  let left = SEGMENT_LIMIT;
  const outline = (kernel: ProgramFunction): void => {
    const source = {
      program,
      kernel: kernel.sourceName,
      sourceLine: (path: string, line: number) => lines.line(path, line),
    };
    const made = outlineOf({
      program,
      kernel,
      headerPrefix: SYSROOT,
      placeOf: (location, address) => placeOfAccess(source, location, address),
    });
    if (made === null) return;
    const { segments, ...rest } = made;
    left -= segments;
    outlines.set(kernel, { kernel: kernel.sourceName, ...placeOf(kernel), ...rest });
  };
  const others: ProgramFunction[] = [];
  for (const kernel of kernels) {
    const { file, line } = placeOf(kernel);
    const place = `${line} ${file}`;
    if (outlined.has(place)) others.push(kernel);
    else outline(kernel);
    outlined.add(place);
  }
  for (const kernel of others) if (left > 0) outline(kernel);
  return { type: 'outlines', outlines: kernels.flatMap((kernel) => outlines.get(kernel) ?? []) };
}
