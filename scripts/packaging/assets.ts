/** What `dist/assets/` holds: everything the program needs at run time that is not JavaScript of ours. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildPch } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import {
  ASSET_NAMES,
  CLANG_WASM,
  CPU_RUNTIME,
  clangModule,
  developmentSysroot,
  PROBLEM_MATCHER,
  pchName,
  RECORDER,
  Z3_SCRIPT,
  Z3_WASM,
} from '../../src/platform/assets.ts';
import { SHIPPED_HEADERS } from '../../src/platform/pch-store.ts';
import { CACHE, ROOT } from './paths.ts';

export interface Asset {
  /** File name in `dist/assets/`; `.br` says that it is stored compressed. */
  readonly name: string;
  /** The bytes before compression. */
  readonly bytes: Uint8Array;
}

export const CHECKSUMS = 'SHA256SUMS';

/**
 * Quality 9 with the largest window: clang becomes 16.9 MB in 20 s. Quality 10 makes 15.1 MB of it in 134 s, quality 11
 * 14.6 MB in 186 s; all open in about 0.3 s.
 */
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

/** All assets, sorted by name, with the checksums of the others last. Depends on sources and packages alone. */
export async function collectAssets(): Promise<Asset[]> {
  const sysroot = developmentSysroot();
  const clang = new ClangProgram(await clangModule());
  const assets: Asset[] = [
    { name: ASSET_NAMES.clang, bytes: installed(CLANG_WASM) },
    { name: ASSET_NAMES.z3, bytes: installed(Z3_WASM) },
    { name: ASSET_NAMES.z3Script, bytes: installed(Z3_SCRIPT) },
    { name: ASSET_NAMES.sysroot, bytes: sysrootText(sysroot) },
    { name: ASSET_NAMES.recorder, bytes: readFileSync(join(ROOT, 'src', RECORDER)) },
    { name: ASSET_NAMES.problemMatcher, bytes: readFileSync(join(ROOT, 'src', PROBLEM_MATCHER)) },
    ...cpuRuntime(),
    ...SHIPPED_HEADERS.map((header) => ({ name: pchName(header), bytes: precompiled(header) })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...assets, { name: CHECKSUMS, bytes: Buffer.from(checksums(assets)) }];

  function precompiled([language, side, prelude]: (typeof SHIPPED_HEADERS)[number]): Uint8Array {
    const pch = buildPch(clang, sysroot, { language, side, prelude });
    if (pch === null) throw new Error('the sysroot has no such entry header');
    return pch;
  }
}

/** The bytes of the file in `dist/assets/`. Compression is remembered by content, as clang's takes 20 s. */
export function stored(asset: Asset): Uint8Array {
  if (!asset.name.endsWith('.br')) return asset.bytes;
  const how = `${process.versions.brotli} ${JSON.stringify(COMPRESSION)}`;
  const file = join(CACHE, `${createHash('sha256').update(how).update(asset.bytes).digest('hex')}.br`);
  try {
    return readFileSync(file);
  } catch {
    const compressed = brotliCompressSync(asset.bytes, {
      params: { ...COMPRESSION, [constants.BROTLI_PARAM_SIZE_HINT]: asset.bytes.length },
    });
    mkdirSync(CACHE, { recursive: true });
    // Written aside and renamed: a build beside this one may read at this moment.
    writeFileSync(`${file}.${process.pid}`, compressed);
    renameSync(`${file}.${process.pid}`, file);
    return compressed;
  }
}

/** The runtime of builds for the CPU and its headers, which a compiler reads where they lie. */
function cpuRuntime(): Asset[] {
  const root = join(ROOT, 'src', CPU_RUNTIME);
  const files = globSync('**', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1).replaceAll('\\', '/');
    return { name: `${ASSET_NAMES.cpuRuntime}/${name}`, bytes: readFileSync(path) };
  });
}

function installed(path: string): Uint8Array {
  return readFileSync(join(ROOT, 'node_modules', path));
}

function sysrootText(sysroot: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries = [...sysroot].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]);
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
}

/** As `sha256sum` writes it, of the bytes before compression. */
function checksums(assets: readonly Asset[]): string {
  return assets
    .map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name.replace(/\.br$/, '')}\n`)
    .join('');
}
