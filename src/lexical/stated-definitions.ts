/** What a repository says that a macro is, outside of the files that are compiled: builds, options of JIT compilers. */

export interface StatedDefinition {
  readonly value: string;
  /** `(a,b)` of a macro with parameters, else empty. */
  readonly parameters: string;
  /** Where it says so. */
  readonly file: string;
  readonly line: number;
}

/** Null: it says nothing. */
export type StatedDefinitions = (name: string) => StatedDefinition | null;
