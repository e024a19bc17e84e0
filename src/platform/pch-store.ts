/** Where precompiled headers come from: the bundle ships CUDA's, development keeps them in a cache folder. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../disk/write-whole.ts';
import type { PchStore, Prelude } from '../frontend/index.ts';
import { DEFAULT_STD, type Side, settings } from '../frontend/index.ts';
import type { Language } from '../model/result.ts';

type Key = Parameters<PchStore['get']>;

/** The precompiled headers that the bundle brings, of each language's default standard: language, side, prelude. */
export const SHIPPED_HEADERS = [
  ['cuda', 'device', 'plain'],
  ['cuda', 'device', 'common'],
  ['cuda', 'host', 'plain'],
  ['cuda', 'host', 'common'],
  ['hip', 'device', 'plain'],
  ['hip', 'host', 'plain'],
] as const satisfies readonly (readonly [Language, Side, Prelude])[];

/** The bytes of `SHIPPED_HEADERS`, in that order. */
export type ShippedHeaders = readonly Uint8Array[];

/** The shipped headers; everything else is made anew. */
export function shippedPchStore(headers: ShippedHeaders): PchStore {
  return {
    get(language, side, std, prelude) {
      if (std !== DEFAULT_STD[language]) return null;
      const asked = [language, side, prelude];
      return headers[SHIPPED_HEADERS.findIndex((shipped) => shipped.every((part, i) => part === asked[i]))] ?? null;
    },
    put() {},
  };
}

/** A folder of precompiled headers, named after the headers and settings they were made from. Failures to read or write are no matter. */
export function cachedPchStore(folder: string, sysroot: ReadonlyMap<string, Uint8Array>): PchStore {
  const content = createHash('sha256');
  for (const [path, text] of sysroot) content.update(`\0${path}\0${text.byteLength}\0`).update(text);
  const base = content.digest('hex');
  const fileOf: (...key: Key) => string = (language, side, std, prelude) => {
    const key = createHash('sha256').update(`${base} ${prelude} ${settings(language, side, std).join(' ')}`);
    return join(folder, `${language}-${side}-${key.digest('hex').slice(0, 32)}.pch`);
  };
  return {
    get(...key) {
      try {
        return readFileSync(fileOf(...key));
      } catch {
        return null;
      }
    },
    put(language, side, std, prelude, pch) {
      const file = fileOf(language, side, std, prelude);
      try {
        mkdirSync(folder, { recursive: true });
        // Another process may read at this moment.
        writeWhole(file, pch);
      } catch {}
    },
  };
}
