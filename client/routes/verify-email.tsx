import { MailedLink } from '#client/routes/sign-in/mailed-link.tsx';

export function VerifyEmail() {
  return <MailedLink purpose="verify" />;
}
