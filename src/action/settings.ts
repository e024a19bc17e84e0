import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { findCompileCommands } from '../compilation/index.ts';
import { CONFIG_FILE, type ConfigFile, includeFoldersOf, loadConfig, milliseconds } from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Problem } from '../model/result.ts';
import { defaultJobs, type SideSettings } from '../run/index.ts';
import type { ActionInputs } from './inputs.ts';
import { placeInside } from './workspace.ts';

/** What the inputs and the configuration file say together. */
export interface Settings {
  readonly config: ConfigFile;
  /** What the inputs say of how a file is analysed. */
  readonly given: Partial<CheckOptions> & { readonly jobs: number };
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  readonly failOn: ActionInputs['fail-on'];
  readonly minEvidence: ActionInputs['min-evidence'];
}

/** The same of a run that has a checkout. */
export interface CheckoutSettings extends Settings {
  readonly side: SideSettings;
  /** The files of the checkout that these were read from, or would be, as they are called in it. */
  readonly settingFiles: readonly string[];
  /** What is wrong with the compilation database of the checkout. */
  readonly buildProblem: Problem | null;
}

/**
 * Merges the inputs over the configuration that judges the run.
 * @param configs `own` is that of the checkout, and counts where `ofBase` is null.
 * @throws ConfigurationError when the configuration names what is not there
 */
export function readSettings(
  inputs: ActionInputs,
  root: string,
  { own, ofBase }: { readonly own: ConfigFile; readonly ofBase: ConfigFile | null },
): CheckoutSettings {
  const settings = mergeSettings(inputs, ofBase ?? own);
  const { config, given } = settings;
  // A change may take away or move a folder that the configuration of its base names.
  const folderOf = ofBase === null ? includeFolder : inCheckout;
  const folders = new Map(includeFoldersOf(config).map((folder) => [folder, folderOf(root, folder)]));
  const named = config['compile-commands'];
  const build = findCompileCommands(root, named === undefined ? null : { path: named, inside: true });
  const side: SideSettings = {
    config,
    given,
    ...(inputs.budget === null ? {} : { budgetMs: milliseconds(inputs.budget) }),
    repairs: true,
    inConfig: (file) => file,
    includeFolder: (folder) => [folders.get(folder) ?? []].flat(),
    commands: build?.commands ?? null,
  };
  const settingFiles = [inputs.config ?? CONFIG_FILE, ...(named === undefined ? [] : [named])].flatMap(
    (file) => inCheckout(root, file) ?? [],
  );
  return { ...settings, side, settingFiles, buildProblem: build?.problem ?? null };
}

/**
 * The path of a folder relative to the checkout, or null for one outside of it: `/usr/local/cuda/include` may stand in a
 * file that the command line reads too. The compiler sees the checkout only, and reports what it had to guess.
 */
export function inCheckout(root: string, folder: string): string | null {
  const inside = relative(root, resolve(root, folder)).split(sep).join('/');
  return inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? null : inside;
}

function includeFolder(root: string, folder: string): string | null {
  const inside = inCheckout(root, folder);
  if (inside !== null && !statSync(resolve(root, folder), { throwIfNoEntry: false })?.isDirectory()) {
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
    config,
    given: {
      jobs: inputs.jobs ?? config.jobs ?? defaultJobs(),
      ...(inputs.timeout === null ? {} : { timeoutMs: milliseconds(inputs.timeout) }),
    },
    paths: inputs.paths.length > 0 ? inputs.paths : (config.paths ?? []),
    exclude: [...(config.exclude ?? []), ...inputs.exclude],
    failOn: inputs['fail-on'] === 'new' ? (config['fail-on'] ?? 'new') : inputs['fail-on'],
    minEvidence:
      inputs['min-evidence'] === 'predicted' ? (config['min-evidence'] ?? 'predicted') : inputs['min-evidence'],
  };
}

/**
 * The configuration of the checkout, checked also where that of the base judges: it is the next one's base.
 * @throws ConfigurationError when the file that the input names is not there, or says something wrong
 */
export function readOwnConfig(inputs: ActionInputs, root: string): ConfigFile {
  const shown = inputs.config ?? CONFIG_FILE;
  const owner = inputs.config === null ? 'the configuration file' : 'input config';
  const config = loadConfig(placeInside(root, shown, owner), shown);
  if (config === null && inputs.config !== null) {
    throw new ConfigurationError(`input config: ${JSON.stringify(shown)} is not in the checkout`);
  }
  return config ?? {};
}
