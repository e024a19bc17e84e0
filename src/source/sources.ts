/** The source files of the checkout. */
export interface Sources {
  /** Relative to the checkout, sorted. */
  readonly files: readonly string[];
  readonly read: (file: string) => string | undefined;
}
