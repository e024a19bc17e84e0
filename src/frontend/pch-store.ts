/** Where precompiled headers come from: the bundle ships CUDA's, development keeps them in a cache folder. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_STD, settings } from './clang-settings.ts';
import type { PchStore } from './engine.ts';

/** The shipped headers of the default standard; everything else is made anew. */
export function shippedPchStore(device: Uint8Array, host: Uint8Array): PchStore {
  return {
    get(language, side, std) {
      if (language !== 'cuda' || std !== DEFAULT_STD.cuda) return null;
      return side === 'device' ? device : host;
    },
    put() {},
  };
}

/** A folder of precompiled headers, named after the headers and settings they were made from. Failures to read or write are no matter. */
export function cachedPchStore(folder: string, sysroot: ReadonlyMap<string, Uint8Array>): PchStore {
  const content = createHash('sha256');
  for (const [path, text] of sysroot) content.update(`\0${path}\0${text.byteLength}\0`).update(text);
  const base = content.digest('hex');
  const fileOf: (...key: Parameters<PchStore['get']>) => string = (language, side, std) => {
    const key = createHash('sha256').update(`${base} ${settings(language, side, std).join(' ')}`);
    return join(folder, `${language}-${side}-${key.digest('hex').slice(0, 32)}.pch`);
  };
  return {
    get(language, side, std) {
      try {
        return readFileSync(fileOf(language, side, std));
      } catch {
        return null;
      }
    },
    put(language, side, std, pch) {
      const file = fileOf(language, side, std);
      try {
        mkdirSync(folder, { recursive: true });
        // Written aside and renamed: another process may read at this moment.
        const aside = `${file}.${process.pid}.${performance.now()}`;
        writeFileSync(aside, pch);
        renameSync(aside, file);
      } catch {}
    },
  };
}
