/**
 * A pull request that changes 20 kernels, from event to published review: the shipped action as a process of its own
 * against a stand-in for GitHub, both revisions analysed; cold, and with the verdicts of a run before.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween } from '../src/git/index.ts';
import { type Repository, repositoryIn } from '../test/git/repository.ts';
import { CacheStandIn } from '../test/github/stand-in/cache-service.ts';
import { PullRequestStandIn } from '../test/github/stand-in/review.ts';
import { startStandIn } from '../test/github/stand-in/server.ts';
import type { Row } from './row.ts';

const ACTION = join(import.meta.dirname, '..', 'dist', 'action.js');
const EXAMPLES = join(import.meta.dirname, '..', 'examples');
const KERNELS = 20;
/** Workers, as many as a small hosted runner has cores. */
const JOBS = 2;
const RUNS = 3;

export async function rows(): Promise<Row[]> {
  if (!existsSync(ACTION)) throw new Error('dist/action.js is missing: run `npm run build`');
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-bench-'));
  try {
    const pull = makePullRequest(join(folder, 'repository'));
    const cold: Cost[] = [];
    const warm: Cost[] = [];
    const later: Cost[] = [];
    // The first run warms the disk and is not counted.
    for (let run = 0; run <= RUNS; run += 1) {
      const cache = await CacheStandIn.start();
      const first = await once(folder, pull, pull.head, cache);
      const again = await once(folder, pull, pull.head, cache);
      const pushed = await once(folder, pull, pull.later, cache);
      await cache.close();
      if (run === 0) continue;
      cold.push(first);
      warm.push(again);
      later.push(pushed);
    }
    const note = `dist/action.js, ${KERNELS} kernels on both sides, ${JOBS} workers, Node ${process.version}`;
    const row = (what: string, costs: readonly Cost[], of: keyof Cost, more = ''): Row => {
      return { what, unit: 's', values: costs.map((cost) => cost[of]), note: more };
    };
    return [
      row('pull request, event to review, cold', cold, 'elapsed', note),
      row('  of it on processors', cold, 'processor'),
      row('the same again, verdicts from the cache', warm, 'elapsed'),
      row('  of it on processors', warm, 'processor'),
      row('one kernel changed since, others from the cache', later, 'elapsed'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PullRequest {
  readonly repository: Repository;
  readonly base: string;
  readonly head: string;
  /** The head after one more push, which changes one kernel. */
  readonly later: string;
}

/** The examples, racy ones in the place of right ones: a quarter of the kernels gets a race, the others another line. */
function makePullRequest(folder: string): PullRequest {
  const names = readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.cu'))
    .sort();
  const text = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  let kernels = 0;
  for (const name of names) {
    kernels += text(name).match(/\b__global__\b/g)?.length ?? 0;
    if (kernels > KERNELS) break;
    const racy = name.replace('.cu', '-racy.cu');
    const goesWrong = names.includes(racy) && Object.keys(after).length % 2 === 0;
    before[`src/${name}`] = text(name);
    after[`src/${name}`] = goesWrong ? text(racy) : text(name).replace(/^(.*__global__)/m, '// Touched.\n$1');
  }
  const repository = repositoryIn(folder);
  repository.write({ 'README.md': '# Kernels\n', ...before });
  const base = repository.commit('base');
  repository.write(after);
  const head = repository.commit('head');
  const [last = ''] = Object.keys(after).slice(-1);
  repository.write({ [last]: `${after[last]}\n// The end.\n` });
  return { repository, base, head, later: repository.commit('one more') };
}

/** Seconds, from the start of the process to its end. */
interface Cost {
  readonly elapsed: number;
  /** On all processors together, without git and tar; what other programs of the machine take does not count. */
  readonly processor: number;
}

async function once(folder: string, pull: PullRequest, head: string, cache: CacheStandIn): Promise<Cost> {
  const { repository, base } = pull;
  const workspace = join(folder, 'workspace');
  const temporary = join(folder, 'temporary');
  for (const path of [workspace, temporary]) rmSync(path, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  repository.git('checkout', '--quiet', '--detach', head);
  cpSync(repository.folder, workspace, { recursive: true });
  const patch = (path: string) => {
    const text = repository.git('diff', base, head, '--', path);
    return text.slice(text.search(/^@@ /m));
  };
  const files = changesBetween(repository.folder, base, head).map(({ path }) => ({
    filename: path,
    patch: patch(path),
  }));
  const github = await startStandIn(new PullRequestStandIn(files).answers);
  const branch = (sha: string) => ({ sha, ref: 'x', repo: { full_name: 'octo-org/kernels' } });
  writeFileSync(
    join(temporary, 'event.json'),
    JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: { number: 7, base: branch(base), head: branch(head) },
    }),
  );
  for (const name of ['output', 'summary']) writeFileSync(join(temporary, name), '');
  const began = performance.now();
  const { code, processor } = await action(workspace, {
    PATH: process.env.PATH ?? '',
    HOME: temporary,
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'octo-org/kernels',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(temporary, 'event.json'),
    GITHUB_SHA: head,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: join(temporary, 'output'),
    GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
    GITHUB_RUN_ID: String(performance.now()),
    RUNNER_TEMP: temporary,
    ...cache.env,
    'INPUT_GITHUB-TOKEN': 'ghs_stand_in',
    INPUT_JOBS: String(JOBS),
  });
  const elapsed = (performance.now() - began) / 1000;
  await github.close();
  if (code !== 1) throw new Error(`the action ended with ${code}`);
  return { elapsed, processor };
}

async function action(cwd: string, env: Record<string, string>): Promise<{ code: number | null; processor: number }> {
  const child = spawn(process.execPath, [ACTION], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  let processor = Number.NaN;
  const poll = setInterval(() => {
    processor = processorTime(child.pid) ?? processor;
  }, 10);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(poll);
  return { code, processor };
}

/** Linux counts it in hundredths of a second; elsewhere there is none. */
function processorTime(pid: number | undefined): number | null {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(words[11]) + Number(words[12])) / 100;
  } catch {
    return null;
  }
}
