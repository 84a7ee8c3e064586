import home from '#client/routes/home.module.css';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Status } from '#domain/documents.ts';
import { BoardPicture } from './board-picture.tsx';
import styles from './home-hero.module.css';
import { ParentPanel } from './parent-panel.tsx';
import { VisitorPanel } from './visitor-panel.tsx';

interface HomeHeroProps {
  isSignedIn: boolean;
  onMode: (mode: Status) => void;
}

/**
 * The title and the check-in and check-out buttons, which fit on the first screen of a small phone; for a parent the buttons
 * come first, with who is here. The title stays the
 * same element when somebody signs out, because it has the focus then.
 */
export function HomeHero({ isSignedIn, onMode }: HomeHeroProps) {
  const { t } = useTranslation();
  return (
    <section className={home.hero} data-signed-in={isSignedIn || undefined}>
      {isSignedIn && <ParentPanel onMode={onMode} />}
      <div className={styles.words}>
        <PageTitle tab={t(($) => $.home.tab)} className={home.title}>
          {isSignedIn ? t(($) => $.home.title) : <WelcomeAndPromise />}
        </PageTitle>
        <p className={home.description}>{t(($) => $.home.description)}</p>
        {!isSignedIn && <VisitorPanel onMode={onMode} />}
      </div>
      {!isSignedIn && <BoardPicture />}
    </section>
  );
}

/** The first words to a parent who never heard of Framme: the welcome above what it promises. */
function WelcomeAndPromise() {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.welcome}>{t(($) => $.home.title)}</span>{' '}
      <span className={styles.promise}>{t(($) => $.home.promise)}</span>
    </>
  );
}
