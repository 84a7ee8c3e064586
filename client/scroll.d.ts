/** Newer browsers return a promise, which React would call as an effect's clean-up. */
interface Element {
  scrollIntoView(options?: ScrollIntoViewOptions): unknown;
}
