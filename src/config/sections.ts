/** What the configuration says of one file: its own keys, with every section of `overrides` that is for the file. */
import { globMatcher } from '../source/index.ts';
import type { ConfigFile, Override } from './schema.ts';

type Matcher = (file: string) => boolean;

/** Globs are compiled once for a configuration, however many files ask. */
const COMPILED = new WeakMap<ConfigFile, readonly { readonly section: Override; readonly isFor: Matcher }[]>();

/**
 * The configuration as it is for one file. Lists add up; of single values that of the last section wins.
 * @param file As globs see it: relative to the folder of the configuration.
 * @throws ConfigurationError when a glob cannot be read
 */
export function configFor(config: ConfigFile, file: string): ConfigFile {
  let merged = config;
  for (const { section, isFor } of sectionsOf(config)) if (isFor(file)) merged = withSection(merged, section);
  return merged;
}

function sectionsOf(config: ConfigFile) {
  const known = COMPILED.get(config);
  if (known !== undefined) return known;
  const made = (config.overrides ?? []).map((section, index) => {
    const within = globMatcher(section.paths, `overrides[${index}].paths`);
    const without =
      section.exclude === undefined ? () => false : globMatcher(section.exclude, `overrides[${index}].exclude`);
    return { section, isFor: (file: string) => within(file) && !without(file) };
  });
  COMPILED.set(config, made);
  return made;
}

function withSection(config: ConfigFile, { paths: _, exclude: __, ...section }: Override): ConfigFile {
  const lists = {
    kernel: joined(config.kernel, section.kernel),
    assume: joined(config.assume, section.assume),
    launch: joined(config.launch, section.launch),
    instantiate: joined(config.instantiate, section.instantiate),
    include: joined(config.include, section.include),
    define: joined(config.define, section.define),
  };
  const severity = section.severity === undefined ? config.severity : { ...config.severity, ...section.severity };
  return { ...config, ...section, ...lists, severity };
}

function joined<T>(first: readonly T[] | undefined, more: readonly T[] | undefined): T[] | undefined {
  return first === undefined && more === undefined ? undefined : [...(first ?? []), ...(more ?? [])];
}
