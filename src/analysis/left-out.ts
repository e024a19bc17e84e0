/**
 * Kernels that the preprocessor left out because a build, or the host code of a JIT compiler, defines the macro that lets
 * them in: the unit is compiled once more with these macros defined.
 */
import { type Condition, conditionsAt } from '../lexical/conditions.ts';
import type { KernelDefinition } from '../lexical/kernel-definitions.ts';
import type { Assumption } from '../model/assumption.ts';
import { placeAt } from '../model/place.ts';
import type { CompiledUnit } from './compile-unit.ts';

/**
 * @param compile Compiles the unit with some definitions before everything else.
 * @returns the unit with more kernels than before and all of those that it had, or as it was
 */
export function withLeftOut(
  unit: CompiledUnit,
  {
    file,
    text,
    definitions,
  }: { readonly file: string; readonly text: string; readonly definitions: readonly KernelDefinition[] },
  compile: (supplied: string) => CompiledUnit,
): CompiledUnit {
  const { ir } = unit.result;
  if (ir === null) return unit;
  const emitted = definitions.filter(({ name }) => isIn(ir, name));
  const leftOut = definitions.filter((one) => !one.isTemplate && !emitted.includes(one) && !isRemoved(unit, file, one));
  const wanted = new Map<string, Condition>();
  for (const { line } of leftOut) for (const one of conditionsAt(text, line) ?? []) wanted.set(one.name, one);
  if (wanted.size === 0) return unit;
  const again = compile([...wanted.keys()].map((name) => `#define ${name} 1\n`).join(''));
  const now = again.result.ir;
  if (now === null || emitted.some(({ name }) => !isIn(now, name)) || !leftOut.some(({ name }) => isIn(now, name)))
    return unit;
  const assumed = [...wanted.values()].map(
    ({ name, line }): Assumption => ({
      kind: 'macro',
      text: `${name} is defined, as a kernel stands behind it`,
      definition: `${name}=1`,
      place: placeAt(file, line),
    }),
  );
  return { ...again, additions: [...assumed, ...again.additions] };
}

function isIn(ir: string, name: string): boolean {
  return new RegExp(`^define [^\\n]*@[\\w.$"]*${name}\\b|^define [^\\n]*@_Z\\w*\\d${name}`, 'm').test(ir);
}

function isRemoved({ removals }: CompiledUnit, file: string, { line }: KernelDefinition): boolean {
  return removals.some((one) => one.file === file && one.line <= line && line < one.line + one.text.split('\n').length);
}
