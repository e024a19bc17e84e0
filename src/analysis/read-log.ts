/** A file that may be the log of another race detector: recognised by its content and read as a stream. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createLogReader, HEAD_BYTES, type LogSetting, logKind } from '../imports/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Result } from '../model/result.ts';
import { eachPiece } from './trace-range.ts';

/**
 * @returns what the log tells; null when the file is none, or cannot be looked at twice
 * @throws ConfigurationError when it is one and cannot be read to its end
 */
export function readLog(path: string, setting: LogSetting): Result | null {
  const startedAt = performance.now();
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // Whoever takes it for a trace says why.
    return null;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return null;
    const head = Buffer.alloc(HEAD_BYTES);
    const kind = logKind(head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0)));
    if (kind === null) return null;
    const reader = createLogReader(kind, setting);
    eachPiece(descriptor, 0, fstatSync(descriptor).size, (bytes) => {
      reader.write(bytes);
      return true;
    });
    return reader.end(Math.round(performance.now() - startedAt));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${setting.file} cannot be read: ${why}`);
  } finally {
    closeSync(descriptor);
  }
}
