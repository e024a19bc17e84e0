/** `node:crypto` for the page: SHA-256, at once. (The browser's own answers later, which our ids cannot wait for.) */
import { sha256 } from '@noble/hashes/sha2.js';

const ENCODERS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  hex: (bytes) => Buffer.from(bytes).toString('hex'),
  base64url: (bytes) =>
    Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
};

class Hash {
  readonly #hash = sha256.create();

  update(data: string | Uint8Array): this {
    this.#hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    return this;
  }

  digest(encoding: string): string {
    const encode = ENCODERS[encoding];
    if (encode === undefined) throw new Error(`no digest in ${encoding}`);
    return encode(this.#hash.digest());
  }
}

export function createHash(algorithm: string): Hash {
  if (algorithm !== 'sha256') throw new Error(`no hash ${algorithm}`);
  return new Hash();
}
