import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { languageOf } from '../analysis/index.ts';
import { type FoundCommands, findCompileCommands } from '../compilation/index.ts';
import {
  CONFIG_FILE,
  type ConfigFile,
  checkOptions,
  fileOptions,
  includeFoldersOf,
  loadConfig,
  milliseconds,
  readConfig,
} from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { ActionInputs } from './inputs.ts';
import { placeInside } from './workspace.ts';

/** More workers than this cost more memory than they save time; `jobs` asks for as many as it says. */
const MAX_DEFAULT_JOBS = 8;

/** What the inputs and the configuration file say together. */
export interface Settings {
  /** The options of most files. */
  readonly options: CheckOptions;
  /** What the files say, for the options of each file. */
  readonly config: ConfigFile;
  /** What the inputs say. */
  readonly given: Partial<CheckOptions>;
  /** An include folder of the configuration in the checkout; none when it is not searched. */
  readonly includeFolder: (folder: string) => readonly string[];
  /** What the checkout's build says, which is the same for both sides of a comparison. */
  readonly build: FoundCommands | null;
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  readonly failOn: ActionInputs['fail-on'];
  readonly minEvidence: ActionInputs['min-evidence'];
}

/**
 * Merges the inputs over the configuration file of the checkout.
 * @throws ConfigurationError when the file that the input names is not there, or says something wrong
 */
export function readSettings(inputs: ActionInputs, root: string): Settings {
  const config = configOf(inputs, root);
  const folders = new Map(includeFoldersOf(config).map((folder) => [folder, includeFolder(root, folder)]));
  const inCheckout = (folder: string) => [folders.get(folder) ?? []].flat();
  const named = config['compile-commands'];
  const build = findCompileCommands(root, named === undefined ? null : { path: named, inside: true });
  return mergeSettings(inputs, config, inCheckout, build);
}

/**
 * The same for the base, whose configuration the change replaces.
 * @param text what the base's file says; one that cannot be read gives way to the settings of the head
 */
export function settingsAtBase(inputs: ActionInputs, text: string, head: Settings): Settings {
  try {
    const config = readConfig(text, 'the configuration of the base');
    const inCheckout = (folder: string) => (isAbsolute(folder) || folder.startsWith('..') ? [] : [folder]);
    return mergeSettings(inputs, config, inCheckout, head.build);
  } catch (error) {
    if (error instanceof ConfigurationError) return head;
    throw error;
  }
}

/**
 * The options of each file of a tree.
 * @param problems Grows with what the build names and the tree does not have.
 */
export function optionsIn(tree: SourceTree, settings: Settings, problems: Problem[]): (file: string) => CheckOptions {
  return fileOptions(
    {
      tree,
      optionsOf: (ofFile) => checkOptions(ofFile, settings.given),
      config: settings.config,
      inConfig: (file) => file,
      includeFolder: settings.includeFolder,
      commands: settings.build?.commands ?? null,
      languageOf,
    },
    problems,
  );
}

/**
 * An include folder relative to the checkout, or null for one outside of it: `/usr/local/cuda/include` may stand in a
 * file that the command line reads too. The compiler sees the checkout only, and reports what it had to guess.
 */
function includeFolder(root: string, folder: string): string | null {
  const place = resolve(root, folder);
  const inside = relative(root, place).split(sep).join('/');
  if (inside === '..' || inside.startsWith('../') || isAbsolute(inside)) return null;
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigurationError(`include: ${JSON.stringify(folder)} is not a folder of the checkout`);
  }
  return inside;
}

/**
 * An input wins over the file. Whether an input was given or only has its default cannot be seen: the runner passes
 * both in the same way. So an input that stands at its default gives way to the file.
 */
export function mergeSettings(
  inputs: ActionInputs,
  config: ConfigFile,
  folderInCheckout: Settings['includeFolder'] = (folder) => [folder],
  build: FoundCommands | null = null,
): Settings {
  const given: Partial<CheckOptions> = {
    jobs: inputs.jobs ?? config.jobs ?? Math.min(availableParallelism(), MAX_DEFAULT_JOBS),
    ...(inputs.timeout === null ? {} : { timeoutMs: milliseconds(inputs.timeout) }),
  };
  const options = checkOptions(config, given);
  return {
    options: { ...options, includeDirs: options.includeDirs.flatMap(folderInCheckout) },
    config,
    given,
    includeFolder: folderInCheckout,
    build,
    paths: inputs.paths.length > 0 ? inputs.paths : (config.paths ?? []),
    exclude: [...(config.exclude ?? []), ...inputs.exclude],
    failOn: inputs['fail-on'] === 'new' ? (config['fail-on'] ?? 'new') : inputs['fail-on'],
    minEvidence:
      inputs['min-evidence'] === 'predicted' ? (config['min-evidence'] ?? 'predicted') : inputs['min-evidence'],
  };
}

function configOf(inputs: ActionInputs, root: string): ConfigFile {
  const shown = inputs.config ?? CONFIG_FILE;
  const owner = inputs.config === null ? 'the configuration file' : 'input config';
  const config = loadConfig(placeInside(root, shown, owner), shown);
  if (config === null && inputs.config !== null) {
    throw new ConfigurationError(`input config: ${JSON.stringify(shown)} is not in the checkout`);
  }
  return config ?? {};
}
