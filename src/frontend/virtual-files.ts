/**
 * The file system clang sees: read-only, in memory, with three areas.
 *
 * - the repository's files at the root (`src/a.cu`), read from the `SourceTree` when clang asks for them;
 * - `/.gpurace/…`: what we mount (our headers, the precompiled header, clang's own OpenCL headers);
 * - `/.gpurace/unknown/…`: searched last by every `#include`, answered by the include resolution.
 *
 * Nothing here touches the disk, so a hostile source cannot read one: `..` and absolute paths are settled on the
 * path's text and never leave the tree.
 */
import { Fd, wasi } from '@bjorn3/browser_wasi_shim';
import { MOUNT } from '../ir/our-files.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { configured, isTemplate } from './configured-header.ts';
import { asksForInclude, type IncludeResolution, includes } from './include-resolution.ts';
import { directoryOf, joinPath } from './paths.ts';

/** The last include directory: a lookup below it is a name that no real directory had. */
export const UNKNOWN_INCLUDES = `${MOUNT}/unknown`;

/** `UNKNOWN_INCLUDES` as lookups spell it. */
const UNKNOWN = UNKNOWN_INCLUDES.slice(1);
const EMPTY = new Uint8Array();

/** One file as clang knows it; the inode number is the identity that `#pragma once` goes by. */
interface Node {
  readonly ino: bigint;
  readonly bytes: Uint8Array | null;
  readonly onRead: (() => void) | null;
}

/** What a compilation touched, in the order of the first touch. */
export interface FileUse {
  /** Files of the tree that were read, by their path in the tree. */
  readonly read: Set<string>;
  /** Names under `UNKNOWN_INCLUDES` that were read, and what stood in: a path of the tree, or null for an empty file. */
  readonly guessed: Map<string, string | null>;
}

export class VirtualFiles {
  readonly use: FileUse = { read: new Set(), guessed: new Map() };
  readonly #tree: SourceTree;
  readonly #mounts: ReadonlyMap<string, Uint8Array>;
  readonly #overrides: ReadonlyMap<string, Uint8Array>;
  readonly #resolution: IncludeResolution;
  readonly #textOf: (path: string, bytes: Uint8Array) => Uint8Array;
  readonly #directories = new Set<string>([MOUNT.slice(1), UNKNOWN]);
  readonly #nodes = new Map<string, Node | null>();
  readonly #asked = new Set<string>();
  #nextIno = 1n;

  /**
   * @param mounts Our files by absolute path (below `MOUNT`).
   * @param overrides Texts that stand in for files of the tree, by path in the tree.
   * @param textOf What clang sees of a file of the tree.
   */
  constructor(
    tree: SourceTree,
    mounts: ReadonlyMap<string, Uint8Array>,
    overrides: ReadonlyMap<string, Uint8Array>,
    resolution: IncludeResolution,
    textOf: (path: string, bytes: Uint8Array) => Uint8Array,
  ) {
    this.#textOf = textOf;
    this.#tree = tree;
    this.#mounts = mounts;
    this.#overrides = overrides;
    this.#resolution = resolution;
    for (const path of mounts.keys()) {
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        this.#directories.add(path.slice(1, at));
      }
    }
  }

  /**
   * What lies at a path as clang spells it (no leading slash), or null.
   * @param operation clang stats the folders on the way to a header and opens the header itself. Below `unknown`, where
   *   nothing is listed, that is the only difference between a folder and a header without extension.
   */
  lookup(path: string, operation: 'stat' | 'open'): Node | null {
    if (path.startsWith(`${UNKNOWN}/`)) {
      // Before `..` is settled: `../x.h` below `unknown` is a name like any other.
      return operation === 'stat' ? this.#node(null, null) : this.#once(path, () => this.#openUnknown(path));
    }
    const clean = joinPath('', path);
    // `../x.h` from the root of the tree: leaving the tree is never possible, so it is a name that nothing answers.
    if (clean === null) return null;
    return this.#once(clean, () => this.#find(clean));
  }

  #once(path: string, make: () => Node | null): Node | null {
    const known = this.#nodes.get(path);
    if (known !== undefined) return known;
    const node = make();
    this.#nodes.set(path, node);
    return node;
  }

  #find(path: string): Node | null {
    if (path === '' || this.#directories.has(path)) return this.#node(null, null);
    if (path.startsWith(`${MOUNT.slice(1)}/`)) {
      const bytes = this.#mounts.get(`/${path}`);
      return bytes === undefined ? null : this.#node(bytes, null);
    }
    const override = this.#overrides.get(path);
    const bytes = override ?? this.#tree.read(path);
    if (bytes === undefined) return this.#tree.isDirectory(path) ? this.#node(null, null) : null;
    for (const name of asksForInclude(bytes)) this.#asked.add(name);
    const text = override ?? this.#textOf(path, isTemplate(path) ? this.#configured(path, bytes) : bytes);
    return this.#node(text, () => this.use.read.add(path));
  }

  #configured(path: string, template: Uint8Array): Uint8Array {
    const textOf = (bytes: Uint8Array) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const read = (file: string) => {
      const bytes = this.#tree.read(file);
      return bytes && textOf(bytes);
    };
    return Buffer.from(configured(textOf(template), path, read), 'latin1');
  }

  #openUnknown(path: string): Node | null {
    const name = path.slice(UNKNOWN.length + 1);
    const beside = this.#besideStandIn(name);
    if (beside === 'nothing') return null;
    const standIn = beside?.path ?? this.#resolution.resolve(name, this.#includerOf(name));
    const file = standIn === null ? null : this.lookup(standIn, 'open');
    if (standIn !== null && file !== null && file.bytes !== null) {
      const { ino, bytes, onRead } = file;
      const record = () => {
        this.use.guessed.set(name, standIn);
        onRead?.();
      };
      return { ino, bytes, onRead: record };
    }
    // A source that asks `__has_include` for this name gets an honest no.
    if (this.#asked.has(name)) return null;
    // One byte, not none: clang does not read an empty file, and the guess is recorded when it is read.
    return this.#node(new Uint8Array([10]), () => this.use.guessed.set(name, null));
  }

  /**
   * A header that was answered by a guess includes what lies beside it, and clang looks beside the name: `a/b.h` in
   * `a/x.h` becomes `a/a/b.h`. What lies beside the file that stood in is meant.
   * @returns null when no such header asks; `nothing` when one does and has no such neighbour: clang looks on for the name
   *   as it is spelt.
   */
  #besideStandIn(name: string): { readonly path: string } | 'nothing' | null {
    let isAsked = false;
    for (const [guessed, standIn] of this.use.guessed) {
      const folder = directoryOf(guessed);
      if (standIn === null || folder === '' || !name.startsWith(`${folder}/`)) continue;
      const spelt = name.slice(folder.length + 1);
      const bytes = this.#nodes.get(standIn)?.bytes;
      if (!bytes || !includes(bytes, spelt)) continue;
      const path = joinPath(directoryOf(standIn), spelt);
      if (path !== null && this.#tree.read(path) !== undefined) return { path };
      isAsked = true;
    }
    return isAsked && this.#includerOf(name) === null ? 'nothing' : null;
  }

  /**
   * The file whose directive asks for a name that no include directory has. Clang does not say; it reads in the order in
   * which it includes, so it is the last file read that has such a directive. A name is asked for once: the first
   * includer decides for all.
   */
  #includerOf(name: string): string | null {
    for (const path of [...this.use.read].reverse()) {
      const bytes = this.#nodes.get(path)?.bytes;
      if (bytes && includes(bytes, name)) return path;
    }
    return null;
  }

  #node(bytes: Uint8Array | null, onRead: (() => void) | null): Node {
    return { ino: this.#nextIno++, bytes, onRead };
  }
}

function stat(node: Node): wasi.Filestat {
  return node.bytes === null
    ? new wasi.Filestat(node.ino, wasi.FILETYPE_DIRECTORY, 0n)
    : new wasi.Filestat(node.ino, wasi.FILETYPE_REGULAR_FILE, BigInt(node.bytes.byteLength));
}

/** The preopened `/`. */
export class RootDirectory extends Fd {
  readonly #files: VirtualFiles;

  constructor(files: VirtualFiles) {
    super();
    this.#files = files;
  }

  override fd_prestat_get() {
    return { ret: 0, prestat: wasi.Prestat.dir('/') };
  }

  override fd_fdstat_get() {
    return { ret: 0, fdstat: new wasi.Fdstat(wasi.FILETYPE_DIRECTORY, 0) };
  }

  override fd_filestat_get() {
    return { ret: 0, filestat: new wasi.Filestat(0n, wasi.FILETYPE_DIRECTORY, 0n) };
  }

  override path_filestat_get(_flags: number, path: string) {
    const node = this.#files.lookup(path, 'stat');
    return node === null ? { ret: wasi.ERRNO_NOENT, filestat: null } : { ret: 0, filestat: stat(node) };
  }

  override path_open(_dirflags: number, path: string, oflags: number) {
    if ((oflags & (wasi.OFLAGS_CREAT | wasi.OFLAGS_TRUNC)) !== 0) return { ret: wasi.ERRNO_ROFS, fd_obj: null };
    const node = this.#files.lookup(path, (oflags & wasi.OFLAGS_DIRECTORY) === 0 ? 'open' : 'stat');
    if (node === null) return { ret: wasi.ERRNO_NOENT, fd_obj: null };
    if (node.bytes === null && (oflags & wasi.OFLAGS_DIRECTORY) === 0) return { ret: wasi.ERRNO_ISDIR, fd_obj: null };
    return { ret: 0, fd_obj: new OpenNode(node) };
  }
}

class OpenNode extends Fd {
  readonly #node: Node;
  #position = 0;

  constructor(node: Node) {
    super();
    this.#node = node;
  }

  override fd_fdstat_get() {
    const type = this.#node.bytes === null ? wasi.FILETYPE_DIRECTORY : wasi.FILETYPE_REGULAR_FILE;
    return { ret: 0, fdstat: new wasi.Fdstat(type, 0) };
  }

  override fd_filestat_get() {
    return { ret: 0, filestat: stat(this.#node) };
  }

  override fd_read(size: number) {
    const data = this.#slice(this.#position, size);
    this.#position += data.byteLength;
    return { ret: 0, data };
  }

  override fd_pread(size: number, offset: bigint) {
    return { ret: 0, data: this.#slice(Number(offset), size) };
  }

  override fd_seek(offset: bigint, whence: number) {
    const length = this.#node.bytes?.byteLength ?? 0;
    const base = whence === wasi.WHENCE_SET ? 0 : whence === wasi.WHENCE_CUR ? this.#position : length;
    const target = base + Number(offset);
    if (target < 0) return { ret: wasi.ERRNO_INVAL, offset: 0n };
    this.#position = target;
    return { ret: 0, offset: BigInt(target) };
  }

  override fd_tell() {
    return { ret: 0, offset: BigInt(this.#position) };
  }

  #slice(from: number, size: number): Uint8Array {
    this.#node.onRead?.();
    return (this.#node.bytes ?? EMPTY).subarray(from, from + size);
  }
}

/** A write-only stream kept in memory up to a cap; what goes beyond it is an error to the writer. */
export class CapturedStream extends Fd {
  /** Bytes. */
  readonly cap: number;
  #content = Buffer.alloc(1 << 14);
  #length = 0;
  overflowed = false;

  constructor(cap: number) {
    super();
    this.cap = cap;
  }

  override fd_fdstat_get() {
    const fdstat = new wasi.Fdstat(wasi.FILETYPE_REGULAR_FILE, 0);
    fdstat.fs_rights_base = BigInt(wasi.RIGHTS_FD_WRITE | wasi.RIGHTS_FD_SEEK | wasi.RIGHTS_FD_TELL);
    return { ret: 0, fdstat };
  }

  override fd_filestat_get() {
    return { ret: 0, filestat: new wasi.Filestat(0n, wasi.FILETYPE_REGULAR_FILE, BigInt(this.#length)) };
  }

  override fd_seek(offset: bigint, whence: number) {
    const target = whence === wasi.WHENCE_SET ? Number(offset) : this.#length + Number(offset);
    return target === this.#length
      ? { ret: 0, offset: BigInt(target) }
      : { ret: wasi.ERRNO_SPIPE, offset: BigInt(this.#length) };
  }

  override fd_tell() {
    return { ret: 0, offset: BigInt(this.#length) };
  }

  override fd_write(data: Uint8Array) {
    return this.append(data, 0, data.length)
      ? { ret: 0, nwritten: data.length }
      : { ret: wasi.ERRNO_NOSPC, nwritten: 0 };
  }

  /** Writes `length` bytes of `data`, from `from` on. @returns false when there is no room. */
  append(data: Uint8Array, from: number, length: number): boolean {
    const end = this.#length + length;
    if (end > this.cap) {
      this.overflowed = true;
      return false;
    }
    if (end > this.#content.length) {
      const larger = Buffer.alloc(Math.min(this.cap, Math.max(end, 2 * this.#content.length)));
      larger.set(this.bytes());
      this.#content = larger;
    }
    // For a word, that is faster than a view of it.
    if (length <= 64) for (let i = 0; i < length; i++) this.#content[this.#length + i] = data[from + i]!;
    else this.#content.set(data.subarray(from, from + length), this.#length);
    this.#length = end;
    return true;
  }

  /** What was written so far; good until the next write. */
  bytes(): Buffer {
    return this.#content.subarray(0, this.#length);
  }
}

/** Standard input of a program that has none. */
export class NoInput extends Fd {
  override fd_fdstat_get() {
    return { ret: 0, fdstat: new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0) };
  }

  override fd_filestat_get() {
    return { ret: 0, filestat: new wasi.Filestat(0n, wasi.FILETYPE_CHARACTER_DEVICE, 0n) };
  }

  override fd_read() {
    return { ret: 0, data: EMPTY };
  }
}
