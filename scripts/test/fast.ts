/**
 * Which test files are fast: those that start neither the compiler nor a process other than git. It follows from what a
 * file imports, itself or through other files of `test/`, `bench/` and `scripts/`. A file that is slow for a reason
 * which its imports do not show gives it in a line of its own: `// slow: 20,000 random traces`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { child, children, readModule, walk } from '../structure/modules.ts';

/** What of our sources compiles kernels, by module. */
export const COMPILES: Readonly<Record<string, readonly string[]>> = {
  'src/analysis/engines.ts': ['createEngines', 'loadEngineParts'],
  'src/analysis/index.ts': ['analyse', 'simulateKernel'],
  'src/platform/assets.ts': ['clangBytes', 'clangModule'],
};

export class FastTests {
  readonly #root: string;
  readonly #imports = new Map<string, readonly ValueImport[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** @returns why a test file is no fast one, or null */
  slowness(file: string): string | null {
    return slowMark(readFileSync(join(this.#root, file), 'utf8')) ?? this.startedBy(file);
  }

  /** @returns what the imports of a test file start, or null */
  startedBy(file: string): string | null {
    const seen = new Set<string>();
    const queue = [file];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const imports = this.#importsOf(path);
      const started = compilerIn(imports) ?? this.#processIn(path, imports);
      if (started !== null) return path === file ? started : `${started} (${path})`;
      queue.push(...imports.flatMap(({ from }) => (this.#isHelper(from) ? from : [])));
    }
    return null;
  }

  #isHelper(path: string): boolean {
    return /^(?:test|bench|scripts)\/.*\.ts$/.test(path) && existsSync(join(this.#root, path));
  }

  #importsOf(path: string): readonly ValueImport[] {
    const imports = this.#imports.get(path) ?? valueImports(path, readFileSync(join(this.#root, path), 'utf8'));
    this.#imports.set(path, imports);
    return imports;
  }

  /** Functions of `node:child_process` are called by their own names, with the program as a text where it is git. */
  #processIn(path: string, imports: readonly ValueImport[]): string | null {
    const names = imports.flatMap((one) => (one.from === 'node:child_process' ? one.names : []));
    if (names.length === 0) return null;
    let found: string | null = null;
    walk(readModule(this.#root, path).root, (node) => {
      if (node.type !== 'CallExpression' || !names.includes(String(child(node, 'callee')?.name))) return;
      const program = children(node, 'arguments')[0]?.value;
      if (program !== 'git') found = `starts ${typeof program === 'string' ? program : 'a process'}`;
    });
    return found;
  }
}

/** The reason behind `// slow:`, or null. */
export function slowMark(text: string): string | null {
  return /^\/\/ slow: (.+)$/m.exec(text)?.[1] ?? null;
}

interface ValueImport {
  /** A module of ours by its path from the root, else the specifier as it stands. */
  readonly from: string;
  readonly names: readonly string[];
}

/** The imports of more than types, read off the text as Biome formats it: a parser would take longer than some tests. */
function valueImports(path: string, text: string): ValueImport[] {
  return [...text.matchAll(/^import (type )?([^;']*)'([^']+)';$/gm)].flatMap(([, type, clause = '', from = '']) => {
    const members =
      /\{([^}]*)\}/
        .exec(clause)?.[1]
        ?.split(',')
        .flatMap((member) => member.trim() || []) ?? [];
    const names = members.flatMap((member) => (member.startsWith('type ') ? [] : member.replace(/ as .*/, '')));
    const isOfTypes = type !== undefined || (clause.startsWith('{') && names.length === 0);
    if (isOfTypes) return [];
    return { from: from.startsWith('.') ? posix.join(posix.dirname(path), from) : from, names };
  });
}

function compilerIn(imports: readonly ValueImport[]): string | null {
  for (const { from, names } of imports) {
    const name = COMPILES[from]?.find((one) => names.includes(one));
    if (name !== undefined) return `compiles kernels: ${name}`;
  }
  return null;
}
