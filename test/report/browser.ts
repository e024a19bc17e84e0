/**
 * A real browser for tests: the one of the development dependency `@sparticuz/chromium` (Linux on x64), or the one that
 * `GPURACE_BROWSER` names. Nothing is downloaded.
 */
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Starts it, or says why there is none to start on this machine. One that is there and does not start throws. */
export async function startBrowser(): Promise<Browser | { readonly missing: string }> {
  const named = process.env.GPURACE_BROWSER;
  if (named !== undefined && named !== '') return launch(named, {});
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      missing: `no browser for ${process.platform} on ${process.arch} comes along; name one in GPURACE_BROWSER`,
    };
  }
  const { executable, fonts, libraries } = await unpacked();
  try {
    return await launch(executable, { FONTCONFIG_PATH: fonts });
  } catch (failure) {
    if (!/shared libraries/.test(String(failure))) throw failure;
    // The package brings the libraries that a bare machine lacks.
    return launch(executable, { FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: libraries });
  }
}

function launch(executablePath: string, more: Record<string, string>): Promise<Browser> {
  const env: Record<string, string> = { ...more };
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] ??= value;
  // CI runs in containers in which the sandbox cannot be set up; the pages are our own.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-zygote'];
  return chromium.launch({ executablePath, args, env, timeout: 120_000 });
}

interface Unpacked {
  readonly executable: string;
  readonly fonts: string;
  readonly libraries: string;
}

/** Unpacks the browser once for each version, into the folder for caches. */
async function unpacked(): Promise<Unpacked> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = main.slice(0, main.lastIndexOf('/build/'));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const cache = join(ROOT, 'node_modules', '.cache', `gpurace-browser-${version}`);
  const executable = join(cache, 'chromium');
  const fonts = join(cache, 'fonts');
  mkdirSync(fonts, { recursive: true });
  if (!existsSync(executable)) {
    untar(join(home, 'bin', 'fonts.tar.br'), fonts);
    untar(join(home, 'bin', 'al2023.tar.br'), cache);
    writeFileSync(
      join(fonts, 'fonts.conf'),
      `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family></prefer></alias><cachedir>${cache}/font-cache</cachedir></fontconfig>\n`,
    );
    // Renamed when whole, and last: two processes may come here at once, and one may be killed.
    const part = `${executable}.${process.pid}`;
    const packed = createReadStream(join(home, 'bin', 'chromium.br'));
    await pipeline(packed, createBrotliDecompress(), createWriteStream(part, { mode: 0o755 }));
    renameSync(part, executable);
  }
  return { executable, fonts, libraries: join(cache, 'lib') };
}

function untar(archive: string, folder: string): void {
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], {
    input: brotliDecompressSync(readFileSync(archive)),
  });
  if (status !== 0) throw new Error(`tar: ${String(stderr)}`);
}
