/** Constants of the binary encoding; docs/trace-format.md says what they mean. */

/** Begins every launch. The first byte is no text, the newlines are what a text-mode transfer damages. */
export const MAGIC = Uint8Array.of(0x89, 0x47, 0x52, 0x54, 0x0d, 0x0a, 0x1a, 0x01);

export const Chunk = { header: 0x48, events: 0x45, end: 0x5a } as const;

/** Type, length and CRC-32. */
export const CHUNK_HEAD_BYTES = 9;

export const MAX_CHUNK_BYTES = 1 << 27;

/** Bits of a record's first byte above the operation. */
export const Form = {
  /** The mask follows; without it one thread. */
  mask: 1 << 4,
  /** Flags and size follow; without it those of the last record of the same operation. */
  kind: 1 << 5,
  /** The stride follows; without it that of the last record of the same operation. */
  stride: 1 << 6,
  /** The site follows; without it that of the last record of the same operation. */
  site: 1 << 7,
} as const;

export const OPS = 16;
