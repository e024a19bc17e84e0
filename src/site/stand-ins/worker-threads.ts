/// <reference lib="dom" />
/**
 * `node:worker_threads` over the browser's workers, as far as the pool and its workers use it. A script is the URL of a blob
 * with it: such a worker is under the policy of the page, while one that is loaded by itself would be under none.
 */
import { trustedScript } from '../trusted.ts';

type Listener = (value: never) => void;

interface Options {
  readonly workerData: unknown;
}

/** What comes first through the channel is the data of the worker. */
export class Worker {
  readonly #worker: globalThis.Worker;
  readonly #listeners = new Map<string, Listener[]>();

  /** Sizes of stack and heap, which Node lets choose, are the browser's. */
  constructor(script: string, { workerData }: Options) {
    const worker = new globalThis.Worker(trustedScript(script));
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#tell('message', data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#tell('error', new Error(event.message || 'the worker could not be started'));
      worker.terminate();
      this.#tell('exit', 1);
    };
    worker.postMessage(workerData);
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  postMessage(message: unknown): void {
    this.#worker.postMessage(message);
  }

  async terminate(): Promise<number> {
    this.#worker.terminate();
    return 1;
  }

  #tell(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value as never);
  }
}

/** Of a worker: what it was given. */
export let workerData: unknown = null;

class ParentPort {
  #early: unknown[] = [];
  #listener: ((message: never) => void) | null = null;

  /** Settles when the data of the worker are there. What comes behind them waits for somebody who listens. */
  begin(): Promise<void> {
    return new Promise((resolve) => {
      let isFirst = true;
      globalThis.onmessage = ({ data }: MessageEvent) => {
        if (isFirst) {
          isFirst = false;
          workerData = data;
          resolve();
        } else if (this.#listener === null) this.#early.push(data);
        else this.#listener(data as never);
      };
    });
  }

  on(_event: 'message', listener: (message: never) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message as never);
  }

  postMessage(message: unknown): void {
    globalThis.postMessage(message);
  }
}

/** Of a worker: the way to the page. */
export const parentPort = 'document' in globalThis ? null : new ParentPort();
