/** A PTX module as it stands in its text: variables and functions, names resolved, and where each instruction stands. */
import type { PtxStatement } from '../parse.ts';

/** A place that `.loc` names; files by the numbers of `.file`. */
export interface LocPlace {
  readonly file: number;
  readonly line: number;
  readonly column: number;
  /** Where the function was called that stood here before it was put in place of its call. */
  readonly inlinedAt: LocPlace | null;
}

/** A part of the module's text: where it begins, and where what follows begins. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface PtxInstruction extends PtxStatement, Extent {
  readonly kind: 'instruction';
  /** Of the PTX file, from 1. */
  readonly line: number;
  readonly loc: LocPlace | null;
  /** Why the operands could not be read; null where they were. */
  readonly unreadable: string | null;
  /** The braces that it stands in: labels are those of these. */
  readonly scope: Scope;
}

export interface PtxLabel {
  readonly kind: 'label';
  /** As written, with a number where several braces have one of that name. */
  readonly name: string;
}

export type PtxItem = PtxInstruction | PtxLabel;

/** Braces in a body, and what is declared in them. */
export interface Scope {
  readonly parent: Scope | null;
  readonly labels: Map<string, string>;
  /** What `.branchtargets` lists under a label. */
  readonly targets: Map<string, readonly string[]>;
  readonly registers: Map<string, { readonly first: number; readonly count: number | null }>;
  /** Variables by their name, with the name that is theirs alone in the function. */
  readonly variables: Map<string, string>;
}

export type Space = 'global' | 'const' | 'shared' | 'local' | 'param' | 'reg' | 'tex';

export interface PtxVariable {
  readonly name: string;
  readonly space: Space;
  /** `u32`, `b8`, `f64` … */
  readonly type: string;
  /** Elements of a vector (`.v4`): 1 without. */
  readonly lanes: number;
  /** Elements of the array; null where it is none, 0 where nothing says how many. */
  readonly length: number | null;
  readonly align: number;
  readonly isExternal: boolean;
  /** The numbers and names behind `=`, in order, braces gone; null where there are none or they were not understood. */
  readonly initializer: readonly (bigint | number | string)[] | null;
  /** Of a parameter that is a pointer (`.ptr`): into which memory. */
  readonly pointsTo: Space | 'generic' | null;
}

export interface PtxFunction extends Extent {
  readonly name: string;
  readonly isEntry: boolean;
  readonly isDefinition: boolean;
  readonly results: readonly PtxVariable[];
  readonly parameters: readonly PtxVariable[];
  /** Words between the parameters and the body, such as `maxntid`, with what follows them. */
  readonly directives: ReadonlyMap<string, string>;
  /** Types of the registers, by number. */
  readonly registers: readonly string[];
  /** Shared, local and parameter variables of the body. */
  readonly variables: readonly PtxVariable[];
  readonly items: readonly PtxItem[];
  readonly line: number;
  /** Where the body's opening brace is followed. */
  readonly bodyStart: number;
}

export interface PtxProblem {
  readonly line: number;
  readonly message: string;
}

export interface PtxModule {
  readonly version: string;
  readonly target: string;
  /** Null where the module does not say. */
  readonly addressSize: number | null;
  readonly files: ReadonlyMap<number, string>;
  readonly variables: readonly PtxVariable[];
  readonly functions: readonly PtxFunction[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly problems: readonly PtxProblem[];
  /** Where the first directive behind `.version`, `.target` and `.address_size` may stand. */
  readonly headerEnd: number;
}
