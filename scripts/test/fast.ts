/**
 * Which test files are fast: those that start neither the compiler nor a process other than git. It follows from what a
 * file imports, itself or through other files of `test/`, `bench/` and `scripts/`. A file that is slow for a reason
 * which its imports do not show gives it in a line of its own: `// slow: 20,000 random traces`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { child, children, type Module, readModule, walk } from '../structure/modules.ts';

/** What of our sources compiles kernels, by module. */
export const COMPILES: Readonly<Record<string, readonly string[]>> = {
  'src/analysis/engines.ts': ['createEngines', 'loadEngineParts'],
  'src/analysis/index.ts': ['analyse', 'simulateKernel'],
  'src/platform/assets.ts': ['clangBytes', 'clangModule'],
};

export class FastTests {
  readonly #root: string;
  readonly #modules = new Map<string, Module>();

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
      const module = this.#read(path);
      const started = compilerIn(module) ?? processIn(module);
      if (started !== null) return path === file ? started : `${started} (${path})`;
      for (const { from, isValue } of module.imports)
        if (isValue && /^(?:test|bench|scripts)\/.*\.ts$/.test(from) && existsSync(join(this.#root, from)))
          queue.push(from);
    }
    return null;
  }

  #read(path: string): Module {
    const module = this.#modules.get(path) ?? readModule(this.#root, path);
    this.#modules.set(path, module);
    return module;
  }
}

/** The reason behind `// slow:`, or null. */
export function slowMark(text: string): string | null {
  return /^\/\/ slow: (.+)$/m.exec(text)?.[1] ?? null;
}

function compilerIn({ imports }: Module): string | null {
  for (const { from, isValue, names } of imports) {
    const name = COMPILES[from]?.find((one) => isValue && names.includes(one));
    if (name !== undefined) return `compiles kernels: ${name}`;
  }
  return null;
}

/** Functions of `node:child_process` are called by their own names, with the program as a text where it is git. */
function processIn({ imports, root }: Module): string | null {
  const names = imports.flatMap((one) => (one.from === 'node:child_process' ? one.names : []));
  let found: string | null = null;
  walk(root, (node) => {
    if (node.type !== 'CallExpression' || !names.includes(String(child(node, 'callee')?.name))) return;
    const program = children(node, 'arguments')[0]?.value;
    if (program !== 'git') found = `starts ${typeof program === 'string' ? program : 'a process'}`;
  });
  return found;
}
