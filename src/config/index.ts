/**
 * Config: the text of `.gpurace.yml` in, options of a run out. The command line and the action's inputs come on top:
 * they replace a single value and add to a list, except that `--kernel` replaces the file's kernels.
 */
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../model/errors.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../model/options.ts';
import { readConfig } from './read.ts';
import type { ConfigFile } from './schema.ts';

export { globMatcher } from '../source/index.ts';
export { fileOptions, includeFoldersOf } from './file-options.ts';
export { LAUNCH_SIZE_FORM, parseLaunchSize } from './launch-size.ts';
export { readConfig } from './read.ts';
export { CONFIG_KEYS, type ConfigFile, Jobs, Timeout } from './schema.ts';
export { withSeverity } from './severity.ts';
export { suggestedConfig } from './suggest.ts';

export const CONFIG_FILE = '.gpurace.yml';
/** Far more than anybody writes; a larger file is a mistake, or an attack on the parser. */
export const MAX_CONFIG_BYTES = 1 << 20;

/**
 * Reads the configuration at `path`.
 * @param shown How the file is called in messages.
 * @returns null when there is no such file
 * @throws ConfigurationError
 */
export function loadConfig(path: string, shown: string): ConfigFile | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ConfigurationError(`${shown} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (text.length > MAX_CONFIG_BYTES) throw new ConfigurationError(`${shown} is larger than ${MAX_CONFIG_BYTES} bytes`);
  return readConfig(text, shown);
}

/** The defaults, with what the configuration says, with what was `given` on the command line. */
export function checkOptions(config: ConfigFile, given: Partial<CheckOptions> = {}): CheckOptions {
  const defaults = DEFAULT_CHECK_OPTIONS;
  return {
    gridDim: given.gridDim ?? config['grid-dim'] ?? defaults.gridDim,
    blockDim: given.blockDim ?? config['block-dim'] ?? defaults.blockDim,
    kernels: given.kernels ?? config.kernel ?? defaults.kernels,
    assume: [...(config.assume ?? []), ...(given.assume ?? [])],
    launches: (config.launch ?? []).map((launch) => ({
      kernel: launch.kernel,
      gridDim: launch['grid-dim'] ?? null,
      blockDim: launch['block-dim'] ?? null,
      assume: launch.assume ?? [],
    })),
    instantiate: config.instantiate ?? [],
    includeDirs: [...(config.include ?? []), ...(given.includeDirs ?? [])],
    defines: [...(config.define ?? []), ...(given.defines ?? [])],
    build: null,
    std: given.std ?? config.std ?? defaults.std,
    language: given.language ?? config.lang ?? defaults.language,
    warpModel: given.warpModel ?? config['warp-model'] ?? defaults.warpModel,
    timeoutMs: given.timeoutMs ?? (config.timeout === undefined ? defaults.timeoutMs : milliseconds(config.timeout)),
    jobs: given.jobs ?? config.jobs ?? defaults.jobs,
  };
}

/** Seconds as they are written to the milliseconds of the options; never 0. */
export function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000);
}
