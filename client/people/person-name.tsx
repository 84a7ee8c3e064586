/** A name in any script, isolated so that it does not change the direction of the text around it. */
export function PersonName({ children }: { children: string }) {
  return <bdi translate="no">{children}</bdi>;
}
