import { MailedLink } from './mailed-link.tsx';

export function VerifyEmail() {
  return <MailedLink purpose="verify" />;
}
