/** The shipped program where nothing is installed: a copy of `dist/` and `examples/`, no `node_modules`, no network. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';

const root = join(import.meta.dirname, '..', '..');

/** One `node` of each major version on the search path, this one first. */
function nodes(): { version: string; path: string }[] {
  const found = new Map([[majorOf(process.version), { version: process.version, path: process.execPath }]]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'node');
    if (!existsSync(path)) continue;
    const version = execFileSync(realpathSync(path), ['--version'], { encoding: 'utf8' }).trim();
    if (majorOf(version) >= 20 && !found.has(majorOf(version))) found.set(majorOf(version), { version, path });
  }
  return [...found.values()];
}

function majorOf(version: string): number {
  return Number.parseInt(version.replace(/^v/, ''), 10);
}

/** A command prefix that takes the network away, where the system lets us. */
const withoutNetwork =
  spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0
    ? ['unshare', '--map-root-user', '--net']
    : [];

describe('dist/ alone', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'gpurace-offline-'));
    for (const part of ['dist', 'examples']) cpSync(join(root, part), join(folder, part), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const answers: { version: string; findings: unknown; text: string }[] = [];
  for (const { version, path } of nodes()) {
    it(`checks the examples under Node ${version}`, () => {
      const outputs = ['--format', 'text', '--output', '-', '--format', 'json', '--output', 'result.json'];
      const [command, ...args] = [...withoutNetwork, path, 'dist/cli.js', 'check', 'examples', ...outputs];
      const run = spawnSync(command ?? path, args, {
        cwd: folder,
        env: { PATH: '/usr/bin:/bin' },
        encoding: 'utf8',
        maxBuffer: 64 << 20,
      });
      assert.equal(run.status, 1, run.stderr);
      const { kernels, findings, problems } = parseStoredResult(
        readFileSync(join(folder, 'result.json'), 'utf8'),
        'the result',
      );
      assert.deepEqual(
        kernels.filter(({ verdict }) => verdict === 'inconclusive'),
        [],
      );
      assert.deepEqual(problems, []);
      answers.push({ version, findings, text: run.stdout });
    });
  }

  it('finds the same under each', () => {
    assert.ok(answers.length > 0);
    for (const { version, findings } of answers) assert.deepEqual(findings, answers[0]?.findings, version);
  });

  it('prints what the README shows', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const shown = /^\$ node dist\/cli\.js check examples\/\n(.*?)^```$/ms.exec(readme)?.[1];
    assert.ok(shown !== undefined);
    for (const part of withoutTimes(shown).split(/^…$/m)) {
      assert.ok(
        withoutTimes(answers[0]?.text ?? '').includes(part.trim()),
        `the README shows, and it is not so:\n${part}`,
      );
    }
  });
});

function withoutTimes(text: string): string {
  return text.replace(/\b\d+\.\d s$/gm, '… s');
}
