/** Zips as upload-artifact makes them, and as it never would. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly data: Buffer | string;
  /** Stored instead of deflated. */
  readonly stored?: boolean;
  /** The length that the zip states, when it is not the real one. */
  readonly stated?: number;
  readonly encrypted?: boolean;
}

/** @param count How many entries the zip says it has, when that is not so. */
export function writeZip(entries: readonly ZipEntry[], count = entries.length): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, stored = false, stated, encrypted = false } of entries) {
    const plain = Buffer.from(data);
    const packed = stored ? plain : deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(stated ?? plain.length, 18);
    const nameBytes = Buffer.from(name);
    fields.writeUInt16LE(nameBytes.length, 22);
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), fields, rest, nameBytes);
    offset += 30 + nameBytes.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}
