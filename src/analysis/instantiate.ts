/** Kernel templates that nothing in their file instantiates: the unit is compiled once more, with instantiations of them. */
import {
  type Clang,
  type ClangRequest,
  type Instantiation,
  instantiationsFor,
  instantiationText,
  readProgram,
  withoutErrors,
} from '../frontend/index.ts';
import type { Program } from '../ir/program.ts';
import type { KernelDefinition } from '../lexical/kernel-definitions.ts';
import { bareName } from '../lexical/kernel-names.ts';
import type { TemplateLaunches } from '../lexical/template-launches.ts';
import type { Assumption } from '../model/assumption.ts';
import type { Place } from '../model/place.ts';

interface ReadUnit {
  readonly program: Program;
  readonly problems: readonly string[];
}

interface Templates {
  readonly clang: Clang;
  /** How the unit was compiled. */
  readonly request: Omit<ClangRequest, 'side'>;
  /** The kernels that its text defines, and those of headers of which the user was lost; by text. */
  readonly sources: readonly { readonly text: string; readonly definitions: readonly KernelDefinition[] }[];
  /** Launches of templates in other files. */
  readonly launches: TemplateLaunches;
  /** Instantiations that the configuration asks for, and where the templates stand. */
  readonly given: readonly (Instantiation & { readonly place: Place })[];
  /** Hears of instantiations that were asked for and do not compile. */
  readonly warn: (message: string, place: Place) => void;
}

/** The unit with an instantiation of each kernel template, as far as that compiles; what stands in for arguments is assumed. */
export function withInstantiations(
  unit: ReadUnit,
  { clang, request, sources, launches, given, warn }: Templates,
): ReadUnit & { readonly standIns: ReadonlyMap<string, Assumption> } {
  const standIns = new Map<string, Assumption>();
  const kernels = [...unit.program.functions.values()].filter(({ isKernel }) => isKernel);
  const isOpen = ({ isTemplate, name }: KernelDefinition) =>
    isTemplate && !kernels.some(({ sourceName }) => bareName(sourceName) === name);
  const open = sources.map(({ text, definitions }) => ({ text, definitions: definitions.filter(isOpen) }));
  if (open.every(({ definitions }) => definitions.length === 0) && given.length === 0) return { ...unit, standIns };
  const attempts: Instantiation[][] = [];
  for (const [i, { text, definitions }] of open.entries()) {
    for (const [round, some] of instantiationsFor(text, definitions, launches, i === 0 ? given : []).entries()) {
      attempts[round] = [...(attempts[round] ?? []), ...some];
    }
  }
  const more = instantiate(clang, { ...request, side: 'device' }, attempts);
  for (const { spelling, place } of given) {
    if (more?.used.some((used) => used.spelling === spelling)) continue;
    warn(`${spelling}, which the configuration asks for, does not compile`, place);
  }
  if (more === null) return { ...unit, standIns };
  for (const { name, spelling, isStandIn } of more.used) {
    if (!isStandIn) continue;
    const assumed = `analysed as ${spelling}: nothing instantiates the template, its arguments are stand-ins`;
    standIns.set(name, { kind: 'template', text: assumed, place: null });
  }
  return { ...readProgram(more.ir, unit.program.warpSize), standIns };
}

/** Compiles the unit once more, with instantiations of the templates that had none. @returns null when none compiles. */
function instantiate(
  clang: Clang,
  request: ClangRequest,
  attempts: readonly (readonly Instantiation[])[],
): { ir: string; used: readonly Instantiation[] } | null {
  let used: Instantiation[] = [];
  let ir: string | null = null;
  for (const attempt of attempts) {
    // An attempt is for the templates that no earlier one could instantiate.
    let added: Instantiation[] = attempt.filter(({ name }) => !used.some((u) => u.name === name));
    for (let round = 0; round < INSTANTIATION_ROUNDS && added.length > 0; round++) {
      const result = clang.run({ ...request, extraText: instantiationText([...used, ...added]) });
      if (result.ir !== null) {
        ir = result.ir;
        used = [...used, ...added];
        break;
      }
      const good = result.trapped === null ? withoutErrors([...used, ...added], result.diagnostics) : null;
      added = good?.filter((i) => !used.includes(i)) ?? [];
    }
  }
  return ir === null ? null : { ir, used };
}

const INSTANTIATION_ROUNDS = 3;
