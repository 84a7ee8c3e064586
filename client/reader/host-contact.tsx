import type { Host } from '#domain/pages/host.ts';
import type { Texts } from './translations/sv.ts';

/** Says who runs this server and how to reach them. */
export function HostContact({
  host: { name, contact },
  texts,
}: {
  host: Pick<Host, 'name' | 'contact'>;
  texts: Texts;
}) {
  if (name === undefined && contact === undefined) return <p>{texts.refused.hostUnknown}</p>;
  const href = contact?.startsWith('https://') ? contact : `mailto:${contact}`;
  return (
    <p>
      {name !== undefined && <bdi>{name}</bdi>}
      {name !== undefined && contact !== undefined && ', '}
      {contact !== undefined && <a href={href}>{contact}</a>}
    </p>
  );
}
