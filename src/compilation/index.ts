/**
 * Compilation: what the project's own build says of how its files are compiled. A `compile_commands.json` in, the flags of one
 * file in paths of the tree out. Nothing of it is executed, and nothing that it names outside of the tree is read.
 */
export { buildFlags } from './build-flags.ts';
export type { CompileCommands } from './compile-commands.ts';
export { type FoundCommands, findCompileCommands, isCompileCommands } from './find-commands.ts';
