import { useEffect, useRef } from 'react';
import { ActionButton } from '#client/shown-visit/action-button.tsx';
import type { Host } from '#domain/pages/host.ts';
import type { Watched } from './data/watched.ts';
import styles from './message.module.css';
import type { Texts } from './translations/sv.ts';
import card from './visit-card.module.css';

interface Props {
  watched: Watched;
  texts: Texts;
  host: Pick<Host, 'name' | 'contact'>;
  onRetry: (() => void) | undefined;
}

/** The page while it shows no visit: it loads, the link shows nothing, it was taken back or refused. */
export function Message({ watched, texts, host, onRetry }: Props) {
  const { title, lines } = wordsOf(watched, texts);
  useAnnounced(watched.phase === 'loading' ? lines.slice(1) : [title, ...lines]);
  return (
    <section className={`${styles.message} ${card.visit} stack gap-3 wrap raised surface`}>
      <h1 ref={watched.phase === 'refused' ? focus : null} tabIndex={-1}>
        {title}
      </h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {watched.phase === 'dead' && !watched.isTrying && onRetry && (
        <ActionButton onPress={onRetry}>{texts.dead.retry}</ActionButton>
      )}
      {watched.phase === 'refused' && watched.removal && <HostContact host={host} texts={texts} />}
      {watched.phase !== 'loading' && <p className="muted small">{texts.lead}</p>}
    </section>
  );
}

function wordsOf(watched: Watched, texts: Texts): { title: string; lines: string[] } {
  const { dead, takenBack, refused } = texts;
  switch (watched.phase) {
    case 'dead':
      return { title: dead.title, lines: watched.isTrying ? [dead.text, dead.tooNew] : [dead.text] };
    case 'taken-back':
      return { title: takenBack.title, lines: [takenBack.text] };
    case 'refused': {
      const { title, text, removalAsked } = refused;
      return { title, lines: watched.removal ? [text, removalAsked] : [text] };
    }
    default: {
      const isOffline = watched.phase === 'loading' && watched.isOffline;
      return { title: texts.title, lines: [texts.lead, isOffline ? texts.noContactYet : texts.loading] };
    }
  }
}

/** After a press in a dialog that is gone. */
function focus(element: HTMLElement | null) {
  element?.focus();
}

/** In place of a page that crashed. */
export function Crash({ texts: { title, text, reload } }: { texts: Texts['crash'] }) {
  return (
    <main className={`${styles.message} ${card.visit} stack gap-3 wrap raised surface`} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <ActionButton onPress={() => window.location.reload()}>{reload}</ActionButton>
    </main>
  );
}

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
      {name !== undefined && contact !== undefined && <span>, </span>}
      {contact !== undefined && <a href={href}>{contact}</a>}
    </p>
  );
}

/** The live region of the document, which stands outside of what React draws. */
const REGION = 'announce-polite';

/** Has a screen reader say, once, what a state that changed by itself says newly. */
export function useAnnounced(parts: readonly string[]): void {
  const said = useRef<readonly string[]>([]);
  const whole = parts.join('\n');
  useEffect(() => {
    const present = whole.split('\n');
    const news = present.filter((part) => !said.current.includes(part)).join(' ');
    said.current = present;
    const region = document.getElementById(REGION);
    if (region && news !== '') region.textContent = news;
  }, [whole]);
}
