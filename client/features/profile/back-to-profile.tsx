import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link } from '#client/ui/link.tsx';
import styles from './profile.module.css';

export function BackToProfile() {
  const { texts } = useTranslation();
  return (
    <Link to="/profile" className={`${styles.back} self-start target gap-1`}>
      <ChevronLeft size={20} />
      <span>{texts.profile.back}</span>
    </Link>
  );
}
