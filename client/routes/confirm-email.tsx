import { MailedLink } from './mailed-link.tsx';

export function ConfirmEmail() {
  return <MailedLink purpose="confirm" />;
}
