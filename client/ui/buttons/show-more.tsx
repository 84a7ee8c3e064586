import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button, type ButtonProps } from './button.tsx';

/** Shows the next part of a long list. */
export function ShowMore(props: ButtonProps) {
  const icon = <ChevronDown size={20} aria-hidden="true" />;
  return <Button variant="quiet" wide data-row="" icon={icon} {...props} />;
}
