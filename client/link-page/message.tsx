import { useEffect, useRef } from 'react';
import { ActionButton } from '#client/shared-visit/action-button.tsx';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { LinkState } from './data/link-state.ts';
import type { Texts } from './translations/sv.ts';
import card from './visit-card.module.css';

interface Props {
  watched: LinkState;
  texts: Texts;
  host: Pick<SiteInfo, 'name' | 'contact'>;
  onRetry: (() => void) | undefined;
}

export function Message({ watched, texts, host, onRetry }: Props) {
  const { title, lines } = wordsOf(watched, texts);
  useAnnounced(watched.phase === 'loading' ? lines.slice(1) : [title, ...lines]);
  return (
    <section className={`${card.visit} stack start gap-3 wrap raised surface`}>
      <h1 ref={watched.phase === 'refused' ? focus : null} tabIndex={-1}>
        {title}
      </h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {watched.phase === 'dead' && !watched.isTrying && onRetry && (
        <ActionButton onPress={onRetry}>{texts.answers.retry}</ActionButton>
      )}
      {watched.phase === 'refused' && watched.removal && <OperatorContact host={host} texts={texts} />}
      {watched.phase !== 'loading' && <p className="muted small">{texts.lead}</p>}
    </section>
  );
}

function wordsOf(watched: LinkState, texts: Texts): { title: string; lines: string[] } {
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

export function focus(element: HTMLElement | null) {
  element?.focus();
}

export function OperatorContact({
  host: { name, contact },
  texts,
}: {
  host: Pick<SiteInfo, 'name' | 'contact'>;
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

/** A live region of the document, outside the React root. */
const REGION = 'announce-polite';

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
