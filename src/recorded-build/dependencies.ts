/**
 * Dependency files for make. With `-MD`, nvcc writes them in a step of its own that no other program can take, so nvcc is
 * called for them alone.
 */

const MODES: Readonly<Record<string, string>> = {
  '-MD': '-M',
  '--generate-dependencies-with-compile': '-M',
  '-MMD': '-MM',
  '--generate-nonsystem-dependencies-with-compile': '-MM',
};
const COMPILE = /^(?:-c|--?compile)$/;
const RELOCATABLE = /^(?:-dc|--?device-c)$/;
const OUTPUT = /^(?:-o|--output-file)$/;
const TARGET = /^(?:-MT|--dependency-target-name)(?:=|$)/;
const FILE = /^(?:-MF|--dependency-output)(?:=|$)/;

/** @returns the arguments that have nvcc write the dependencies of a compilation and nothing else */
export function dependencyArguments(args: readonly string[]): string[] {
  const output = valueBehind(args, OUTPUT);
  const made: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (OUTPUT.test(arg)) at += 1;
    else if (RELOCATABLE.test(arg)) made.push('-rdc=true');
    else if (!COMPILE.test(arg) && !/^--output-file=/.test(arg)) made.push(MODES[arg] ?? arg);
  }
  if (output === null) return made;
  const target = args.some((arg) => TARGET.test(arg)) ? [] : ['-MT', output];
  const file = args.some((arg) => FILE.test(arg)) ? [] : ['-MF', output.replace(/(?:\.\w+)?$/, '.d')];
  return [...made, ...target, ...file];
}

function valueBehind(args: readonly string[], option: RegExp): string | null {
  const at = args.findIndex((arg) => option.test(arg));
  if (at >= 0) return args[at + 1] ?? null;
  return args.find((arg) => arg.startsWith('--output-file='))?.slice('--output-file='.length) ?? null;
}
