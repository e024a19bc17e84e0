/**
 * Front end: a source file and the tree around it in, a `Program` out, or why there is none. `Clang` compiles one side of
 * a file to IR, `readProgram` reads it. What does not compile is mended as far as that goes, and every mend is told:
 * `Supplies` for names that nobody declares, `standIns` for a missing `__device__`, `repair` for what has to go, `instantiationsFor` for templates without instances.
 * Nobody else knows clang's options, its messages or the text of IR.
 */
export { architectureAssumptions } from './architecture.ts';
export type { ClangOptions, ClangRequest, ClangResult, Prelude } from './clang.ts';
export { C_STD, DEFAULT_STD, ERROR_LIMIT, isOfC, type Side, settings } from './clang-settings.ts';
export type { Diagnostic } from './diagnostics.ts';
export { type Clang, createClang, type PchStore } from './engine.ts';
export { withHipHeaders } from './hip-names.ts';
export { resolveWithin } from './include-resolution.ts';
export {
  givenInstantiations,
  type Instantiation,
  instantiationsFor,
  instantiationText,
  withoutErrors,
} from './instantiations.ts';
export { functionName } from './llvm/names.ts';
export { directoryOf, joinPath } from './paths.ts';
export {
  hasNarrowAddresses,
  type PtxFunction,
  type PtxInstruction,
  type PtxModule,
  type PtxOperand,
  type PtxProblem,
  type PtxSources,
  parsePtxModule,
  readPtxModule,
  SourcePlaces,
} from './ptx/module/index.ts';
export { readProgram } from './read-program.ts';
export { escapeRegisters } from './register-escapes.ts';
export { type Removal, repair } from './repair.ts';
export { makeRestartable } from './restartable-module.ts';
export { isInHostCode, standIns } from './stand-ins.ts';
export { Supplies } from './supply/supplies.ts';
export { withTemplateWords } from './template-words.ts';
export { warpSizeAssumptions, warpSizeOf } from './warp-size.ts';
