/** What GitHub's runner does for an action: the environment it sets, and how it reads what comes back. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FORBIDDEN } from '../github/stand-in/pull-request.ts';
import { type Answers, type Cut, type StandIn, startStandIn } from '../github/stand-in/server.ts';

const DIST = fileURLToPath(new URL('../../dist/action.js', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));

/** The real action: the bundle that users run when it is built, else its source. */
export const ACTION = process.env.GPURACE_TEST_ENTRY ?? (existsSync(DIST) ? DIST : SOURCE);
/** The action with the scripted engine. */
export const SCRIPTED = fileURLToPath(new URL('./scripted-engine.ts', import.meta.url));

const RECORDED_EVENT = readFileSync(new URL('../fixtures/events/pull_request.json', import.meta.url), 'utf8');

/** What a job without `permissions` of its own is told where a test says nothing else. */
const PLAIN_TOKEN: Answers = {
  'checks/list-for-ref': () => FORBIDDEN,
  'code-scanning/upload-sarif': () => FORBIDDEN,
};

export interface Step {
  readonly entry: string;
  /** The checkout: contents by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly answers?: Answers;
  /** The process is killed when a request of that number arrives, or when it had its effect. */
  readonly kill?: { readonly request: number; readonly when: NonNullable<ReturnType<Cut>> };
  /** The name that the API is known by; 127.0.0.1 without it. */
  readonly apiHost?: string;
  /** Variables of the environment beside those that every step has. */
  readonly env?: Readonly<Record<string, string>>;
  readonly eventName?: string;
  readonly event?: string;
  /** Called with the checkout before the action starts. */
  readonly prepare?: (workspace: string) => void;
}

/** A workflow command, read as the runner reads it. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

export interface Finished {
  readonly exitCode: number | null;
  /** The log without commands. */
  readonly log: readonly string[];
  /** All but the one that registers the problem matcher. */
  readonly commands: readonly Command[];
  /** The files of the problem matchers that were registered. */
  readonly matchers: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly workspace: string;
  readonly stderr: string;
  readonly requests: StandIn['requests'];
  /** GITHUB_API_URL, if the step does not set it. */
  readonly apiUrl: string;
}

/** Runs one step of a job in a process of its own. Temporary files go when the test ends. */
export async function runStep(context: TestContext, step: Step): Promise<Finished> {
  const temporary = mkdtempSync(join(tmpdir(), 'gpurace-action-'));
  context.after(() => rmSync(temporary, { recursive: true, force: true }));
  const workspace = join(temporary, 'kernels', 'kernels');
  mkdirSync(workspace, { recursive: true });
  for (const [path, content] of Object.entries(step.files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
  step.prepare?.(workspace);
  const eventFile = join(temporary, 'event.json');
  const outputFile = join(temporary, 'output');
  const summaryFile = join(temporary, 'summary.md');
  writeFileSync(eventFile, step.event ?? RECORDED_EVENT);
  writeFileSync(outputFile, '');
  writeFileSync(summaryFile, '');

  let child: ChildProcess | null = null;
  const github = await startStandIn({ ...PLAIN_TOKEN, ...step.answers }, (count) => {
    if (step.kill?.request !== count) return null;
    child?.kill('SIGKILL');
    return step.kill.when;
  });
  const apiUrl = github.url.replace('127.0.0.1', step.apiHost ?? '127.0.0.1');
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: temporary,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: apiUrl,
    GITHUB_GRAPHQL_URL: `${apiUrl}/graphql`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'octo-org/kernels',
    GITHUB_REPOSITORY_OWNER: 'octo-org',
    GITHUB_EVENT_NAME: step.eventName ?? 'pull_request',
    GITHUB_EVENT_PATH: eventFile,
    GITHUB_SHA: 'e5bd3914e2e596debea16f433f57875b5b90bcd6',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_HEAD_REF: 'fewer-barriers',
    GITHUB_BASE_REF: 'main',
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: outputFile,
    GITHUB_STEP_SUMMARY: summaryFile,
    GITHUB_RUN_ID: '11958734512',
    GITHUB_JOB: 'races',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: temporary,
    'INPUT_GITHUB-TOKEN': 'ghs_stand_in',
    ...Object.fromEntries(
      Object.entries(step.inputs ?? {}).map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text]),
    ),
    ...step.env,
  };
  try {
    const { exitCode, stdout, stderr } = await runProcess(step.entry, workspace, env, (started) => {
      child = started;
    });
    const lines = stdout.split('\n').map((line) => readCommand(line) ?? line);
    const log = lines.filter((line) => typeof line === 'string');
    assert.ok(!log.some((line) => line.includes('##[')), 'the runner takes ##[ for a command wherever it stands');
    const said = lines.filter((line) => typeof line === 'object');
    const isMatcher = ({ name }: Command) => name === 'add-matcher';
    return {
      exitCode,
      stderr,
      log,
      commands: said.filter((command) => !isMatcher(command)),
      matchers: said.filter(isMatcher).map(({ message }) => message),
      outputs: readOutputs(readFileSync(outputFile, 'utf8')),
      summary: readFileSync(summaryFile, 'utf8'),
      workspace,
      requests: github.requests,
      apiUrl,
    };
  } finally {
    await github.close();
  }
}

function runProcess(
  entry: string,
  cwd: string,
  env: Record<string, string>,
  started: (child: ChildProcess) => void,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    started(child);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

/** actions/runner ActionCommand.TryParseV2: spaces before `::` do not matter. */
function readCommand(line: string): Command | null {
  const match = /^\s*::([^\s:]+)(?: ((?:(?!::).)*))?::(.*)$/s.exec(line);
  if (match === null) return null;
  const [, name = '', properties = '', message = ''] = match;
  return {
    name,
    properties: Object.fromEntries(
      properties
        .split(',')
        .filter((pair) => pair.includes('='))
        .map((pair) => {
          const equals = pair.indexOf('=');
          return [pair.slice(0, equals), unescapeText(pair.slice(equals + 1))];
        }),
    ),
    message: unescapeText(message),
  };
}

function unescapeText(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

/** `name<<delimiter`, lines, `delimiter`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, at + 1);
    assert.ok(end > at, `output ${name} has no end`);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
}
