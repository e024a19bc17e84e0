import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CONFIG_FILE, type ConfigFile, checkOptions, loadConfig, milliseconds, readConfig } from '../config/index.ts';
import { ConfigurationError } from '../errors.ts';
import type { CheckOptions } from '../model/options.ts';
import type { ActionInputs } from './inputs.ts';
import { placeInside } from './workspace.ts';

/** More workers than this cost more memory than they save time; `jobs` asks for as many as it says. */
const MAX_DEFAULT_JOBS = 8;

/** What the inputs and the configuration file say together. */
export interface Settings {
  readonly options: CheckOptions;
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
  const settings = mergeSettings(inputs, configOf(inputs, root));
  const includeDirs = settings.options.includeDirs.flatMap((folder) => includeFolder(root, folder) ?? []);
  return { ...settings, options: { ...settings.options, includeDirs } };
}

/**
 * The same for the base, whose configuration the change replaces.
 * @param text what the base's file says; one that cannot be read gives way to the settings of the head
 */
export function settingsAtBase(inputs: ActionInputs, text: string, head: Settings): Settings {
  try {
    const settings = mergeSettings(inputs, readConfig(text, 'the configuration of the base'));
    const includeDirs = settings.options.includeDirs.filter(
      (folder) => !isAbsolute(folder) && !folder.startsWith('..'),
    );
    return { ...settings, options: { ...settings.options, includeDirs } };
  } catch (error) {
    if (error instanceof ConfigurationError) return head;
    throw error;
  }
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
export function mergeSettings(inputs: ActionInputs, config: ConfigFile): Settings {
  return {
    options: checkOptions(config, {
      jobs: inputs.jobs ?? config.jobs ?? Math.min(availableParallelism(), MAX_DEFAULT_JOBS),
      ...(inputs.timeout === null ? {} : { timeoutMs: milliseconds(inputs.timeout) }),
    }),
    paths: inputs.paths.length > 0 ? inputs.paths : (config.paths ?? []),
    exclude: [...(config.exclude ?? []), ...inputs.exclude],
    failOn: inputs['fail-on'] === 'new' ? (config['fail-on'] ?? 'new') : inputs['fail-on'],
    minEvidence:
      inputs['min-evidence'] === 'predicted' ? (config['min-evidence'] ?? 'predicted') : inputs['min-evidence'],
  };
}

function configOf(inputs: ActionInputs, root: string): ConfigFile {
  const shown = inputs.config ?? CONFIG_FILE;
  const who = inputs.config === null ? 'the configuration file' : 'input config';
  const config = loadConfig(placeInside(root, shown, who), shown);
  if (config === null && inputs.config !== null) {
    throw new ConfigurationError(`input config: ${JSON.stringify(shown)} is not in the checkout`);
  }
  return config ?? {};
}
