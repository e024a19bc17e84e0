/** The scripts of the site: the program for Node, with the browser's in the place of what only Node has. */
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../packaging/paths.ts';
import { readModule } from '../structure/modules.ts';

const require = createRequire(import.meta.url);

const STAND_INS = 'src/site/stand-ins';
/** What of Node the page can do, by module. */
const MODULES: Readonly<Record<string, string>> = {
  crypto: `${STAND_INS}/crypto.ts`,
  module: `${STAND_INS}/module.ts`,
  v8: `${STAND_INS}/v8.ts`,
  worker_threads: `${STAND_INS}/worker-threads.ts`,
};
const NAMESPACE = 'of-node';

/** Modules of ours in the place of others of ours. */
const REPLACED: Readonly<Record<string, string>> = {
  [join(ROOT, 'src', 'platform', 'assets.ts')]: join(ROOT, 'src', 'site', 'assets.ts'),
};

const standIns: Plugin = {
  name: 'stand-ins',
  setup(bundle) {
    const builtin = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);
    bundle.onResolve({ filter: builtin }, ({ path }) => {
      const name = path.replace(/^node:/, '');
      if (name === 'path') return { path: require.resolve('path-browserify') };
      return { path: name, namespace: NAMESPACE, sideEffects: false };
    });
    bundle.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir, kind }) => {
      const module = join(resolveDir, path);
      // A module of ours does nothing but export, so that one of which nothing is used is left out.
      return { path: REPLACED[module] ?? module, sideEffects: kind !== 'import-statement' };
    });
    bundle.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
      return { contents: ofNode(path), resolveDir: ROOT, loader: 'js' };
    });
  },
};

/** A module of Node's for the page: the stand-in, and functions that throw for all that it does not have. */
function ofNode(name: string): string {
  const standIn = MODULES[name];
  const own = standIn === undefined ? [] : readModule(ROOT, standIn).exports;
  const all = Object.keys(require(`node:${name}`)).filter((one) => /^[A-Za-z_$][\w$]*$/.test(one));
  const absent = all.filter((one) => !own.includes(one));
  return [
    ...(standIn === undefined ? [] : [`export * from './${standIn}';`]),
    ...absent.map((one) => `const ${one}_ = () => { throw new Error('a page has no ${name}.${one}'); };`),
    `export { ${absent.map((one) => `${one}_ as ${one}`).join(', ')} };`,
  ].join('\n');
}

export interface SiteScript {
  readonly text: string;
  /** The npm packages that are part of it. */
  readonly packages: readonly string[];
}

/**
 * A script with everything that it imports.
 * @param entry from the project's root
 * @param files what `src/site/assets.ts` is to know: where each file of the site lies
 * @throws Error when something is imported that is not there
 */
export async function bundleScript(entry: string, files: Readonly<Record<string, string>>): Promise<SiteScript> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    inject: [`${STAND_INS}/globals.ts`],
    define: { SITE_FILES: JSON.stringify(files) },
    plugins: [standIns],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const packages = new Set<string>();
  for (const input of Object.keys(metafile.inputs)) {
    const folder = input.split('node_modules/').at(-1) ?? '';
    const [, own] = /^((?:@[^/]+\/)?[^/]+)\//.exec(folder) ?? [];
    if (input.includes('node_modules/') && own !== undefined) packages.add(own);
  }
  return { text: outputFiles[0]!.text, packages: [...packages] };
}
