/** Files that are there as a whole or not at all: written beside their place, then renamed. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** A file that is being written. Until it is finished, what was there before is what is there. */
export class FileBeingWritten {
  readonly #path: string;
  /** Null: what is there is no plain file (a device, a pipe), or nothing can be made beside it. */
  readonly #aside: string | null;
  readonly #descriptor: number;

  /**
   * @param links A link that is followed stays one: what it leads to is replaced.
   * @throws Error of the system when it cannot be opened
   */
  constructor(path: string, links: 'followed' | 'refused' = 'followed') {
    const there = (links === 'followed' ? statSync : lstatSync)(path, { throwIfNoEntry: false });
    if (there?.isSymbolicLink()) throw new Error('it is a symbolic link');
    this.#path = there === undefined || links === 'refused' ? path : realpathSync(path);
    let aside: string | null = null;
    let descriptor: number | null = null;
    if (there === undefined || there.isFile()) {
      aside = `${this.#path}.${randomBytes(6).toString('hex')}.part`;
      try {
        descriptor = openSync(aside, 'wx', there?.mode ?? 0o666);
        if (there !== undefined) fchmodSync(descriptor, there.mode);
      } catch (error) {
        if (descriptor !== null) discard(aside, descriptor);
        // A file that may be written in a folder that may not.
        if (there === undefined || !isRefusal(error)) throw error;
        aside = null;
        descriptor = null;
      }
    }
    this.#aside = aside;
    this.#descriptor = descriptor ?? openSync(this.#path, 'w');
  }

  /** @throws Error of the system; nothing is left behind then */
  write(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Puts the file in its place. */
  finish(): void {
    closeSync(this.#descriptor);
    if (this.#aside === null) return;
    try {
      renameSync(this.#aside, this.#path);
    } catch (error) {
      rmSync(this.#aside, { force: true });
      throw error;
    }
  }

  /** Leaves nothing behind. To be called at most once, and not after `finish`. */
  discard(): void {
    if (this.#aside === null) closeSync(this.#descriptor);
    else discard(this.#aside, this.#descriptor);
  }
}

/**
 * Writes a file whole.
 * @throws Error of the system; nothing is left behind then
 */
export function writeWhole(path: string, content: string | Uint8Array, links?: 'followed' | 'refused'): void {
  const file = new FileBeingWritten(path, links);
  file.write(content);
  file.finish();
}

function discard(aside: string, descriptor: number): void {
  closeSync(descriptor);
  rmSync(aside, { force: true });
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code));
}
