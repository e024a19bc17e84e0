/** The kernels of a unit in outline, for a comparison. */
import { placeOfAccess } from '../check/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { Place } from '../model/place.ts';
import { outlineOf } from '../outline/index.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { SourceLines } from './source-lines.ts';

interface OutlinedUnit {
  readonly program: Program;
  readonly lines: SourceLines;
  readonly placeOf: (kernel: ProgramFunction) => Place & { readonly line: number };
}

export function outlinesOf(kernels: readonly ProgramFunction[], { program, lines, placeOf }: OutlinedUnit): UnitEvent {
  const outlines = kernels.flatMap((kernel): KernelOutline[] => {
    const source = {
      program,
      kernel: kernel.sourceName,
      sourceLine: (path: string, line: number) => lines.line(path, line),
    };
    const outline = outlineOf({
      program,
      kernel,
      headerPrefix: SYSROOT,
      placeOf: (location, address) => placeOfAccess(source, location, address),
    });
    return outline === null ? [] : [{ kernel: kernel.sourceName, ...placeOf(kernel), ...outline }];
  });
  return { type: 'outlines', outlines };
}
