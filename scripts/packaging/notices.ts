/** Under which terms the files of `dist/` are passed on: a page that says so, and all the texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** One work of somebody else in `dist/`. */
interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly source: string;
  /** What of it is in which file. */
  readonly shippedAs: string;
  /** The full text. */
  readonly text: string;
}

/** An npm package whose code is in one of the bundles. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly source: string;
  readonly text: string;
}

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

/** Packages that are shipped without their own licence file. */
const MISSING_TEXTS: Readonly<Record<string, string>> = { '@microsoft/sarif': 'microsoft-sarif.txt' };

/**
 * The packages in the bundles.
 * @param nccLicenses what ncc wrote for each bundle: blocks of a package's name, its licence's name and its text.
 */
export function shippedPackages(nccLicenses: readonly string[]): Package[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const shipped = new Map<string, Package>();
  for (const path of Object.keys(lock.packages).sort()) {
    const name = path.split('node_modules/').at(-1) ?? '';
    const isShipped = name !== '' && nccLicenses.some((text) => `\n${text}`.includes(`\n${name}\n`));
    if (isShipped && !shipped.has(name)) shipped.set(name, describe(path, name));
  }
  return [...shipped.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function describe(path: string, name: string): Package {
  const manifest = manifestOf(path);
  const folder = join(ROOT, path);
  const own = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const missing = MISSING_TEXTS[name];
  if (own.length === 0 && missing !== undefined) own.push(kept(missing));
  if (own.length === 0) throw new Error(`${name} has no licence file; put its text into licenses/`);
  if (manifest.license === undefined) throw new Error(`${name} does not name its licence`);
  return {
    name,
    version: manifest.version,
    license: manifest.license,
    source: sourceOf(manifest),
    text: own.join('\n'),
  };
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as Manifest;
}

function sourceOf(manifest: Manifest): string {
  const { repository } = manifest;
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? manifest.homepage ?? '';
  return url
    .replace(/^git\+/, '')
    .replace(/^git:\/\//, 'https://')
    .replace(/^ssh:\/\/git@/, 'https://')
    .replace(/^(?:github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/\.git$/, '');
}

function kept(file: string): string {
  return readFileSync(join(ROOT, 'licenses', file), 'utf8');
}

/** What lies in `dist/assets/`. */
function components(): Component[] {
  const clang = manifestOf('node_modules/@yowasp/clang');
  const z3 = manifestOf('node_modules/z3-solver');
  return [
    {
      name: 'LLVM, Clang',
      version: clang.version,
      license: 'Apache-2.0 WITH LLVM-exception',
      source: 'https://github.com/llvm/llvm-project, as changed in https://github.com/YoWASP/llvm-project',
      shippedAs:
        '`assets/clang.wasm.br`: the unchanged `gen/llvm.core.wasm` of the npm package `@yowasp/clang`, compressed. ' +
        "`assets/sysroot.json.br`: clang's header `opencl-c-base.h`",
      text: `${kept('llvm.txt')}\n${kept('llvm-third-party.txt')}`,
    },
    {
      name: 'YoWASP Clang/LLD package',
      version: clang.version,
      license: 'ISC',
      source: sourceOf(clang),
      shippedAs: '`assets/clang.wasm.br` was built by its scripts; none of its JavaScript is shipped',
      text: kept('yowasp-clang.txt'),
    },
    {
      name: 'wasi-libc',
      version: `as in ${clang.version} of @yowasp/clang`,
      license: 'MIT AND BSD-2-Clause (parts; its own code also Apache-2.0 WITH LLVM-exception)',
      source: 'https://github.com/WebAssembly/wasi-libc',
      shippedAs: '`assets/clang.wasm.br`: the C library linked into it (compiler-rt, libc++ and libc++abi are LLVM)',
      text: kept('wasi-libc.txt'),
    },
    {
      name: 'Z3',
      version: z3.version,
      license: 'MIT',
      source: 'https://github.com/Z3Prover/z3',
      shippedAs:
        '`assets/z3.wasm.br` and `assets/z3-built.cjs`: the unchanged `z3-built.wasm` (compressed) and `z3-built.js` ' +
        'of the npm package `z3-solver`',
      text: readFileSync(join(ROOT, 'node_modules/z3-solver/LICENSE.txt'), 'utf8'),
    },
    {
      name: 'Emscripten',
      version: `as in ${z3.version} of z3-solver`,
      license: 'MIT',
      source: 'https://github.com/emscripten-core/emscripten',
      shippedAs: '`assets/z3.wasm.br` and `assets/z3-built.cjs`: the runtime around Z3',
      text: kept('emscripten.txt'),
    },
  ];
}

/** `dist/THIRD_PARTY_NOTICES.md`. */
export function notices(packages: readonly Package[]): string {
  const row = (...cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    '# What is shipped here, and under which terms',
    '',
    'gpurace itself (`*.js` as far as not listed below, `assets/sysroot.json.br`, `assets/recorder.cpp`, `assets/cpu/`, and `assets/cuda-*.pch.br`, which are',
    'made of our own headers alone) stands under the Apache License 2.0; see `LICENSE` at the root of the repository.',
    'Everything else is listed here. The full texts are in `licenses.txt` in this folder.',
    '',
    '## WebAssembly programs and headers (`assets/`)',
    '',
    row('work', 'version', 'licence', 'shipped as', 'source'),
    row('---', '---', '---', '---', '---'),
    ...components().map((c) => row(c.name, c.version, c.license, c.shippedAs, c.source)),
    '',
    '**About the licence of `@yowasp/clang`.** The metadata of the npm package says ISC, its README says Apache 2.0 like',
    "LLVM. Both are true of different parts: the package's repository (build scripts and a JavaScript interface) carries",
    'an ISC licence, `LICENSE.txt`; the WebAssembly file is LLVM and Clang, compiled, and LLVM passes it on under the',
    'Apache License 2.0 with LLVM exceptions. Of the package only that file and one header of clang are shipped here,',
    'unchanged. Both texts are included; complying with the LLVM licence satisfies either reading.',
    '',
    'No file of NVIDIA, of the Khronos Group or of a C++ standard library is shipped: the CUDA headers in the sysroot are',
    'our own declarations.',
    '',
    '## npm packages in the bundles (`cli.js`, `action.js`, `worker.js`)',
    '',
    row('package', 'version', 'licence', 'source'),
    row('---', '---', '---', '---'),
    ...packages.map((p) => row(p.name, p.version, p.license, p.source)),
    '',
  ].join('\n');
}

/** `dist/licenses.txt`: every text in full. */
export function licenseTexts(packages: readonly Package[]): string {
  const rule = '='.repeat(100);
  return [...components(), ...packages]
    .map(({ name, version, license, text }) => `${rule}\n${name} (${version}): ${license}\n${rule}\n\n${tidy(text)}\n`)
    .join('\n');
}

function tidy(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}
