/** The options of each file of a tree: what its build says, with the configuration, with the command line on top. */
import { buildFlags, type CompileCommands } from '../compilation/index.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Language, Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { ConfigFile } from './schema.ts';
import { configFor } from './sections.ts';

export interface FileOptionsRequest {
  readonly tree: SourceTree;
  /** The options that a configuration gives, as of `checkOptions` with what the command line says. */
  readonly optionsOf: (config: ConfigFile) => CheckOptions;
  readonly config: ConfigFile;
  /** How the configuration's globs call a file of the tree. */
  readonly inConfig: (file: string) => string;
  /** An include folder, as it was given, in the tree; none when it is not searched. */
  readonly includeFolder: (folder: string) => readonly string[];
  readonly commands: CompileCommands | null;
  readonly languageOf: (tree: SourceTree, file: string, asked: Language | null) => Language;
}

/** @param problems Grows with what the build names and the tree does not have: one entry a file at most. */
export function fileOptions(request: FileOptionsRequest, problems: Problem[]): (file: string) => CheckOptions {
  const known = new Map<string, CheckOptions>();
  return (file) => {
    const made = known.get(file) ?? optionsOfFile(request, file, problems);
    known.set(file, made);
    return made;
  };
}

function optionsOfFile(request: FileOptionsRequest, file: string, problems: Problem[]): CheckOptions {
  const { tree, commands } = request;
  const options = request.optionsOf(configFor(request.config, request.inConfig(file)));
  const ours = { ...options, includeDirs: options.includeDirs.flatMap((folder) => request.includeFolder(folder)) };
  const language = request.languageOf(tree, file, options.language);
  const found = commands === null ? null : buildFlags(commands, tree, file, language);
  if (found === null) return ours;
  if (found.problem !== null) problems.push(found.problem);
  const { flags } = found;
  return {
    ...ours,
    // The first folder wins, and the last definition.
    includeDirs: [...ours.includeDirs, ...flags.includeDirs],
    defines: [...flags.defines, ...ours.defines],
    std: ours.std ?? flags.std,
    build: flags.build,
  };
}

/** Every include folder that the configuration names, for some file or for all. */
export function includeFoldersOf(config: ConfigFile): string[] {
  return [config, ...(config.overrides ?? [])].flatMap(({ include }) => include ?? []);
}
