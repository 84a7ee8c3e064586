/** A name of any script, which must not turn the direction of the text around it. */
export function PersonName({ children }: { children: string }) {
  return <bdi translate="no">{children}</bdi>;
}
