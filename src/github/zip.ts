/**
 * One file out of a zip that anybody may have made. Nothing is written to the disk, names are only compared, and
 * neither the sizes nor the counts that the zip states are believed.
 */
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

export const MAX_ENTRIES = 100;

type Unzipped =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  /** In words for people. */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Reads the file `name` at the top of the zip.
 * @param maxBytes How long it may be when unpacked.
 */
export async function readZipEntry(zip: Buffer, name: string, maxBytes: number): Promise<Unzipped> {
  try {
    const file = await open(zip);
    if (file.entryCount > MAX_ENTRIES) return unusable(`it holds more than ${MAX_ENTRIES} files`);
    const entries: Entry[] = [];
    // All names are looked at first: one that leaves the folder makes the whole zip a hostile one.
    for await (const entry of entriesOf(file)) {
      if (entries.push(entry) > MAX_ENTRIES) return unusable(`it holds more than ${MAX_ENTRIES} files`);
    }
    const [entry, ...more] = entries.filter(({ fileName }) => fileName === name);
    if (entry === undefined) return unusable(`it holds no ${name}`);
    if (more.length > 0) return unusable(`it holds ${name} more than once`);
    if (entry.uncompressedSize > maxBytes) return tooLarge(name, maxBytes);
    const bytes = await content(file, entry, maxBytes);
    return bytes === null ? tooLarge(name, maxBytes) : { kind: 'read', bytes };
  } catch (error) {
    return unusable(`it is no zip that can be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function open(zip: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true, autoClose: false };
    fromBuffer(zip, options, (error, file) => (error === null ? resolve(file) : reject(error)));
  });
}

async function* entriesOf(file: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (then: () => void) => {
        file.removeAllListeners();
        then();
      };
      file.once('entry', (entry: Entry) => settle(() => resolve(entry)));
      file.once('end', () => settle(() => resolve(null)));
      file.once('error', (error: Error) => settle(() => reject(error)));
      file.readEntry();
    });
    if (next === null) return;
    yield next;
  }
}

/** Null when it is longer than `maxBytes`, whatever the zip says of it. */
async function content(file: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer | null> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    file.openReadStream(entry, (error, opened) => (error === null ? resolve(opened) : reject(error)));
  });
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    length += bytes.length;
    if (length > maxBytes) return null;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

function unusable(why: string): Unzipped {
  return { kind: 'unusable', why };
}

function tooLarge(name: string, maxBytes: number): Unzipped {
  return unusable(`${name} in it is larger than ${maxBytes >> 20} MiB`);
}
