import Bell from 'lucide-react/icons/bell';
import Hand from 'lucide-react/icons/hand';
import Shield from 'lucide-react/icons/shield';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import styles from './home-sections.module.css';

const FEATURES = [
  { key: 'checkIn', Icon: Hand },
  { key: 'notifications', Icon: Bell },
  { key: 'privacy', Icon: Shield },
] as const;

export function HomeFeatures() {
  const { t } = useTranslation();
  return (
    <section className={styles.features} aria-labelledby="home-features">
      <h2 id="home-features">{t(($) => $.home.featuresTitle)}</h2>
      <div className={styles.cards}>
        {FEATURES.map(({ key, Icon }) => (
          <Card key={key} className={styles.feature}>
            <span className={styles.featureIcon}>
              <Icon size={26} aria-hidden="true" />
            </span>
            <h3>{t(($) => $.home.features[key].title)}</h3>
            <p>{t(($) => $.home.features[key].text)}</p>
          </Card>
        ))}
      </div>
    </section>
  );
}
