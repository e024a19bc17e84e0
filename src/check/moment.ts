/** When an access of a witness happens, and by which way the thread comes to it. */
import type { Program, SourceLocation } from '../ir/program.ts';
import type { KernelAccess } from '../kernel/index.ts';
import { loopVariable } from '../lexical/loop-variable.ts';
import type { Access } from '../model/result.ts';
import type { Evaluator, Substitution } from '../terms/index.ts';

interface SourceLines {
  readonly program: Pick<Program, 'files'>;
  readonly kernel: string;
  readonly sourceLine: (file: string, line: number) => string | undefined;
}

/** One of the two threads, with the values that the witness has. */
export interface Instance {
  readonly values: Evaluator;
  readonly thread: Substitution;
}

/**
 * The calls that an access is reached by, outermost first; what our own headers call in between is nobody's, and neither is
 * the call by which the compiler leads from a kernel of OpenCL to its body.
 */
export function callsOf({ program, kernel }: SourceLines, { way }: KernelAccess): Access['calls'] {
  return way.calls.flatMap(({ location, called, isOurs }) => {
    if (isOurs || location === null || location.line < 1 || called === kernel) return [];
    return { file: fileOf(program, location), line: location.line, function: called };
  });
}

/** The iterations of the loops around an access, outermost first. */
export function iterationsOf(
  { program, sourceLine }: SourceLines,
  { way }: KernelAccess,
  { values, thread }: Instance,
): Access['iterations'] {
  return way.rounds.flatMap(({ loop, iteration, variable }) => {
    if (loop === null || loop.line < 1) return [];
    const file = fileOf(program, loop);
    const name = loopVariable(sourceLine(file, loop.line) ?? '');
    const number = values.int(thread.int(iteration));
    // Without a variable of the source's the passes are counted from 1.
    return name === null || variable === null
      ? { file, line: loop.line, variable: 'iteration', value: `${number + 1n}` }
      : { file, line: loop.line, variable: name, value: `${values.int(thread.int(variable))}` };
  });
}

function fileOf({ files }: Pick<Program, 'files'>, { file }: SourceLocation): string {
  return files[file] ?? '';
}
