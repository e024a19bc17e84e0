/** The programs of `dist/`: each entry point with everything it imports, in one file, by ncc. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { COMPILED } from './paths.ts';

/** File in `dist/` and the compiled entry point it is made of. */
const ENTRIES: readonly (readonly [output: string, entry: string])[] = [
  ['cli.js', 'cli/main.js'],
  ['action.js', 'action/main.js'],
  ['worker.js', 'analysis/worker.js'],
];

interface NccResult {
  readonly code: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Buffer }>>;
}

interface NccOptions {
  readonly filename: string;
  readonly license: string;
  readonly target: string;
  readonly cache: false;
  readonly minify: boolean;
  readonly quiet: boolean;
}

export interface Bundles {
  /** File name in `dist/` to text. */
  readonly files: ReadonlyMap<string, string>;
  /** What ncc says about the licences of the packages in each bundle. */
  readonly licenses: readonly string[];
}

const LICENSES = 'licenses.txt';
/** Parts of a program that are loaded on demand (`640.cli.js`), and tables that a package reads beside its code. */
const HARMLESS = /^(?:\d+\.[a-z]+\.js|[\w-]+\.json)$/;

/**
 * Bundles every entry point.
 * @throws Error when an entry point is missing, or when ncc takes a file for an asset: it was seen to corrupt the
 * WebAssembly modules, so assets are copied by `assets.ts` and by nobody else.
 */
export async function bundle(): Promise<Bundles> {
  const ncc: (entry: string, options: NccOptions) => Promise<NccResult> = createRequire(import.meta.url)('@vercel/ncc');
  const files = new Map<string, string>([['package.json', '{"type":"module"}\n']]);
  const licenses: string[] = [];
  for (const [output, entry] of ENTRIES) {
    const path = join(COMPILED, entry);
    if (!existsSync(path)) throw new Error(`there is no entry point ${path}`);
    const { code, assets } = await ncc(path, {
      filename: output,
      license: LICENSES,
      target: 'es2022',
      cache: false,
      minify: false,
      quiet: true,
    });
    files.set(output, code);
    for (const [name, { source }] of Object.entries(assets)) {
      if (name === LICENSES) licenses.push(source.toString());
      else if (!HARMLESS.test(name)) throw new Error(`ncc emitted ${name} for ${entry}; ship it from assets.ts`);
      else if (name !== 'package.json') files.set(name, source.toString());
    }
  }
  return { files, licenses };
}
