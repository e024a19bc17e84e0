/** The HTML report of an example, as `gpurace check --format html` writes it: the checker runs for it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BARE_CONTEXT, render } from '../../src/report/index.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE = 'examples/matmul-racy.cu';

/**
 * @returns the page, without what is different in each run or each version
 * @throws Error when the checker does not find the race of the example
 */
export function reportPage(): string {
  const args = ['src/cli/main.ts', 'check', EXAMPLE, '--format', 'json', '--quiet', '--jobs', '1'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 1) throw new Error(`gpurace check ${EXAMPLE}: exit code ${status}\n${stderr}`);
  const result = parseStoredResult(stdout, EXAMPLE);
  return render({ ...result, tool: { ...result.tool, version: 'v0' } }, 'html', {
    ...BARE_CONTEXT,
    source: (file) => (file === EXAMPLE ? readFileSync(`${ROOT}${file}`, 'utf8') : undefined),
    about: [
      { name: 'repository', value: 'gpurace/gpurace' },
      { name: 'command', value: `gpurace check ${EXAMPLE} --format html` },
    ],
    page: (file, line) => `https://github.com/gpurace/gpurace/blob/main/${file}#L${line}`,
  });
}
