import { MailedLink } from '#client/routes/sign-in/mailed-link.tsx';

export function ConfirmEmail() {
  return <MailedLink purpose="confirm" />;
}
