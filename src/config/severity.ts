import type { Result } from '../model/result.ts';
import type { ConfigFile } from './schema.ts';
import { configFor } from './sections.ts';

/**
 * The result with each finding marked by what the configuration says of its rule where its first access stands.
 * @param inConfig How the configuration's globs call a file of the result.
 */
export function withSeverity(
  result: Result,
  config: ConfigFile,
  inConfig: (file: string) => string = (file) => file,
): Result {
  if (config.severity === undefined && config.overrides === undefined) return result;
  const findings = result.findings.map((finding) => {
    const file = inConfig(finding.accesses[0]?.file ?? '');
    const severity = configFor(config, file).severity?.[finding.rule];
    return severity === undefined ? finding : { ...finding, severity };
  });
  return { ...result, findings };
}
