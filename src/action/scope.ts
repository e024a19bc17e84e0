/** Which files a run looks at, and what is known of the change behind it. */
import { readFileSync } from 'node:fs';
import { pathFilter, type Selection, selectAll, selectChanged } from '../compare/select-units.ts';
import { ConfigurationError } from '../errors.ts';
import { createClient, listChangedFiles, readEvent, resolveRevisions } from '../github/index.ts';
import { plural } from '../report/kernels.ts';
import { diskSources } from '../source/disk-sources.ts';
import type { Change } from './reach.ts';
import type { Runner } from './runner.ts';
import type { Settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Scope {
  readonly selection: Selection;
  readonly change: Change;
  /** One sentence for the log and the summary. */
  readonly words: string;
}

/**
 * Asks the event and GitHub what changed. Where that cannot be known every kernel source is taken, and the scope says
 * why.
 * @throws ConfigurationError when the event or the checkout cannot be used, PlatformError when GitHub fails
 */
export async function findScope(
  ports: { readonly env: Environment; readonly runner: Runner; readonly version: string },
  token: string,
  settings: Settings,
  root: string,
): Promise<Scope> {
  const { env, runner, version } = ports;
  const eventName = env.GITHUB_EVENT_NAME ?? '';
  const revisions = resolveRevisions(eventName, eventPayload(env), env);
  const sources = diskSources(root);
  const wanted = pathFilter(settings.paths, settings.exclude);
  const everything = (why: string): Scope => ({
    selection: selectAll(sources, wanted),
    change: null,
    words: `${why}, so every kernel source is analysed.`,
  });
  if (revisions === null || revisions.pullNumber === null) {
    return everything(`This version knows no changed files for the event ${eventName || '(none)'}`);
  }
  const client = createClient({
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    token,
    userAgent: `gpurace/${version}`,
    log: (line) => runner.info(line),
  });
  const pull = { ...revisions, pullNumber: revisions.pullNumber };
  const changed = await listChangedFiles(client, pull);
  if (changed.kind === 'unavailable') return everything(changed.reason);
  const selection = selectChanged(sources, changed.files, wanted);
  if (selection.missing.length > 0 && sources.files.length === 0) {
    throw new ConfigurationError(
      'GITHUB_WORKSPACE holds no sources, although the pull request changes some: the job needs actions/checkout before gpurace',
    );
  }
  const reached = plural(selection.units.length, 'kernel source depends', 'kernel sources depend');
  return {
    selection,
    change: { files: changed.files, units: selection.units },
    words: `Pull request ${pull.pullNumber} changes ${plural(changed.files.length, 'file')}; ${reached} on that.`,
  };
}

/** The payload of the event. Without an event file (a run by hand) there is none. */
function eventPayload(env: Environment): unknown {
  const file = env.GITHUB_EVENT_PATH;
  if (file === undefined || file === '') return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`GITHUB_EVENT_PATH cannot be read: ${why}`);
  }
  return readEvent(text, file);
}
