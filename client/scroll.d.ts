/** A promise in newer browsers: an effect that returns it has React call it as its clean-up. */
interface Element {
  scrollIntoView(options?: ScrollIntoViewOptions): unknown;
}
