/**
 * Builds again and compares with the committed `dist/`: exit 0 when every file is the same, else 1 with one line per
 * difference. Compressed files are compared after decompression, as brotli's bytes may differ between Node versions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { buildFiles } from './packaging/files.ts';
import { DIST } from './packaging/paths.ts';

const { files, assets } = await buildFiles();
const expected = new Map<string, Uint8Array>();
for (const [name, text] of files) expected.set(name, Buffer.from(text));
for (const { name, bytes } of assets) expected.set(`assets/${name}`, bytes);

const present = new Set<string>();
for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
  if (entry.isFile())
    present.add(
      join(entry.parentPath, entry.name)
        .slice(DIST.length + 1)
        .replaceAll('\\', '/'),
    );
}

const differences: string[] = [];
for (const name of [...new Set([...expected.keys(), ...present])].sort()) {
  const wanted = expected.get(name);
  if (wanted === undefined) differences.push(`dist/${name} is not made by the build`);
  else if (!present.has(name)) differences.push(`dist/${name} is missing`);
  else {
    const difference = firstDifference(wanted, content(name));
    if (difference !== null) differences.push(`dist/${name} ${difference}`);
  }
}
if (differences.length > 0) {
  console.error(differences.join('\n'));
  console.error('dist/ is not what the sources build; run `npm run build` and commit dist/');
  process.exitCode = 1;
} else {
  console.log(`dist/ is what the sources build (${expected.size} files)`);
}

function content(name: string): Uint8Array | Error {
  const bytes = readFileSync(join(DIST, name));
  if (!name.endsWith('.br')) return bytes;
  try {
    return brotliDecompressSync(bytes);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function firstDifference(wanted: Uint8Array, found: Uint8Array | Error): string | null {
  if (found instanceof Error) return `cannot be decompressed: ${found.message}`;
  if (Buffer.compare(wanted, found) === 0) return null;
  const length = Math.min(wanted.length, found.length);
  let at = 0;
  while (at < length && wanted[at] === found[at]) at++;
  const line = Buffer.from(wanted.subarray(0, at)).toString('latin1').split('\n').length;
  return `differs from byte ${at} on (line ${line}; ${found.length} bytes, the build makes ${wanted.length})`;
}
