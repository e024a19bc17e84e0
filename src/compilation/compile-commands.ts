/** The text of a `compile_commands.json` in, its entries out. Mistakes are told and cost the entry that they are in. */
import { posix } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../model/result.ts';
import { splitCommand } from './split-command.ts';

/** One compilation: paths are absolute, of the machine that built, with `/` between folders. */
interface CompileEntry {
  readonly directory: string;
  readonly file: string;
  /** Without the compiler's name. */
  readonly words: readonly string[];
}

const Entry = z.object({
  directory: z.string(),
  file: z.string().min(1),
  arguments: z.array(z.string()).optional(),
  command: z.string().optional(),
});

/** The entries of a database by the file they compile. */
export class CompileCommands {
  /** Keyed by the last path segment. */
  readonly #byName: ReadonlyMap<string, readonly z.infer<typeof Entry>[]>;

  constructor(entries: readonly z.infer<typeof Entry>[]) {
    const byName = new Map<string, z.infer<typeof Entry>[]>();
    for (const entry of entries) {
      const name = posix.basename(slashes(entry.file));
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [entry]);
      else known.push(entry);
    }
    this.#byName = byName;
  }

  /**
   * The entry whose file shares the most last segments with `file`: all of them, or at least two.
   * @param file A path of the tree.
   */
  entryOf(file: string): { readonly entry: CompileEntry; readonly shared: number } | null {
    let best: { entry: z.infer<typeof Entry>; path: string; shared: number } | null = null;
    const segments = file.split('/');
    for (const entry of this.#byName.get(posix.basename(file)) ?? []) {
      const path = absolute(slashes(entry.directory), slashes(entry.file));
      const shared = sharedSegments(segments, path.split('/'));
      if (shared < Math.min(2, segments.length)) continue;
      if (best === null || shared > best.shared) best = { entry, path, shared };
    }
    if (best === null) return null;
    const { entry, path, shared } = best;
    const words = entry.arguments ?? splitCommand(entry.command ?? '', /^[A-Za-z]:\\/.test(entry.directory)) ?? [];
    return { entry: { directory: slashes(entry.directory), file: path, words: words.slice(1) }, shared };
  }
}

/**
 * Reads a database.
 * @param shown How the file is called in problems.
 */
export function readCompileCommands(
  text: string,
  shown: string,
): { readonly commands: CompileCommands; readonly problem: Problem | null } {
  const nothing = (line: number | null, message: string) => ({
    commands: new CompileCommands([]),
    problem: warning(shown, line, `${message}; it was not used`),
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The library's message quotes the text; where it stands is enough.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const line = at === undefined ? null : text.slice(0, Number(at)).split('\n').length;
    return nothing(line, 'is not JSON');
  }
  if (!Array.isArray(value)) return nothing(1, 'is not a list of compilations');
  const entries: z.infer<typeof Entry>[] = [];
  let bad = 0;
  let first = '';
  for (const [index, item] of value.entries()) {
    const parsed = Entry.safeParse(item);
    const hasWords = parsed.success && (parsed.data.arguments ?? parsed.data.command) !== undefined;
    if (parsed.success && hasWords) {
      entries.push(parsed.data);
      continue;
    }
    bad += 1;
    const issue = parsed.error?.issues[0];
    const why = issue === undefined ? 'has neither arguments nor command' : `${issue.path.join('.')}: ${issue.message}`;
    if (first === '') first = `entry ${index} (counted from 0) ${why}`;
  }
  const problem = bad === 0 ? null : warning(shown, null, `${bad} of ${value.length} entries are not used: ${first}`);
  return { commands: new CompileCommands(entries), problem };
}

function warning(file: string, line: number | null, message: string): Problem {
  return { file, line, column: null, severity: 'warning', message };
}

/** A path of any machine with `/` between folders. */
export function slashes(path: string): string {
  return /^[A-Za-z]:|\\/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** Joined and settled on the text; `C:/x` is absolute like `/x`. */
export function absolute(directory: string, path: string): string {
  return posix.normalize(/^(?:\/|[A-Za-z]:\/)/.test(path) ? path : `${directory}/${path}`);
}

/** How many segments two paths have in common at their ends. */
function sharedSegments(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared)) shared++;
  return shared;
}
