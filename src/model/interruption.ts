/** The wish that a run ends now, with what it has: told at most once, heard by whatever is at work. */
export class Interruption {
  #by: string | null = null;
  readonly #listeners = new Set<() => void>();

  /** What ended the run, such as `SIGTERM`; null: nothing did. */
  get by(): string | null {
    return this.#by;
  }

  /** Ends the run. Only the first call counts. */
  tell(by: string): void {
    if (this.#by !== null) return;
    this.#by = by;
    for (const heard of [...this.#listeners]) heard();
  }

  /** Calls back when the run is ended. @returns a function that takes the wish back */
  listen(heard: () => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }
}
