import { useId, useState } from 'react';
import * as v from 'valibot';
import { useAuthAction } from '#client/features/sign-in/auth-form.tsx';
import formStyles from '#client/features/sign-in/sign-in.module.css';
import { EmailField, NAME_INPUT, TextField, type TextFieldProps } from '#client/forms/field.tsx';
import { SendForm } from '#client/forms/send-form.tsx';
import { NewPasswordField } from '#client/forms/sign-in-fields.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { newId } from '#client/people/new-id.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useReturnTo } from '#client/session/return-to.ts';
import { useRegistration } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { House } from '#client/ui/house.tsx';
import { Link } from '#client/ui/link.tsx';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import { fieldProblem } from '#domain/fields.ts';
import { type Registration, registrationSchema } from '#domain/protocol/calls.ts';
import { useLinkToken } from './sign-in/mailed-link-page.tsx';
import styles from './sign-in/sign-in-page.module.css';
import { AuthorizationOutcome, SignInProviders } from './sign-in/sign-in-providers.tsx';

export function Register() {
  const { t, texts, language } = useTranslation('public');
  const returnTo = useReturnTo();
  const { register } = useAuth();
  const registration = useRegistration();
  const invitation = useLinkToken() ?? undefined;
  const [email, setEmail] = useState(returnTo.email ?? '');
  const isOpen = registration === 'open' || (registration === 'invite' && invitation !== undefined);
  return (
    <div className={`${styles.page} stack gap-4`}>
      <div className="line gap-4">
        <House lit={1} className={styles.house} />
        <div>
          <PageTitle>{texts.signIn.createAccount}</PageTitle>
          <p className="muted">
            {registration === 'open' || isOpen
              ? texts.signIn.registerLead
              : t(($) => $.common.registration[registration])}
          </p>
        </div>
      </div>
      <AuthorizationOutcome />
      {isOpen && (
        <Card>
          <RegisterForm
            email={email}
            onEmail={setEmail}
            onSend={(sent) => register({ ...sent, language, ...(invitation && { invitation }) })}
          />
          <SignInProviders page="register" invitation={invitation} />
        </Card>
      )}
      <p className="text-center">
        <span>{`${texts.common.registration.haveAccount} `}</span>
        <Link className="target strong" to="/login" state={{ ...returnTo, email }}>
          {texts.common.nav.signIn}
        </Link>
      </p>
    </div>
  );
}

interface RegisterFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (registration: Registration) => Promise<unknown>;
}

function RegisterForm({ email, onEmail, onSend }: RegisterFormProps) {
  const { t, texts } = useTranslation('public');
  const boxId = useId();
  // Stable: sent again, it is the same registration.
  const [attempt] = useState(newId);
  const [boxField, setBoxField] = useState<RegisterField>();
  const { run, fail, ...action } = useAuthAction('register');
  const initial = { firstName: '', lastName: '', email, password: '', confirmPassword: '' };
  const { values, ...fields } = useFields(SCHEMAS, initial, true);
  const submit = (form: HTMLFormElement) => {
    const wrong = firstProblem(values, fields.check());
    const box = wrong?.box;
    setBoxField(box && wrong.field);
    fail(box && ((t) => t(($) => $.callFailures[box])));
    if (wrong) return focusField(form, wrong.field);
    const { confirmPassword: _same, ...registration } = values;
    void run(() => onSend({ ...registration, attempt }));
  };
  const change = (name: RegisterField, value: string) => {
    fields.change(name, value);
    setBoxField(undefined);
    if (boxField) fail(undefined);
  };
  const field = (name: RegisterField, autoComplete: string): TextFieldProps & { value: string } => ({
    ...fields.input(name, {
      missing: t(($) => $.signIn.missing[name === 'password' ? 'newPassword' : name]),
    }),
    ...(name === boxField && { problem: undefined, describedBy: action.failure && boxId }),
    autoComplete,
    required: true,
    label: t(($) => $.signIn[name]),
    onChange: ({ target }) => change(name, target.value),
  });
  return (
    <SendForm
      form={{ ...action, submit }}
      className={formStyles.form}
      label={texts.signIn.createAccount}
      busyLabel={texts.signIn.creatingAccount}
      boxId={boxId}
    >
      <div className={`${formStyles.names} stack gap-4`}>
        <TextField {...field('firstName', 'given-name')} {...NAME_INPUT} />
        <TextField {...field('lastName', 'family-name')} {...NAME_INPUT} />
      </div>
      <EmailField
        {...field('email', 'username')}
        onChange={({ target }) => {
          change('email', target.value);
          onEmail(target.value);
        }}
      />
      <NewPasswordField {...field('password', 'new-password')} />
      <TextField {...field('confirmPassword', 'new-password')} type="password" isRepeated enterKeyHint="go" />
    </SendForm>
  );
}

const { firstName, lastName, email, password } = registrationSchema.entries;
const repeated = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
);
const SCHEMAS = { firstName, lastName, email, password, confirmPassword: repeated };
type RegisterField = keyof typeof SCHEMAS;
type Values = Readonly<Record<RegisterField, string>>;

/** `box`: the red box shows a message of the error catalogue. */
interface FormProblem {
  field: RegisterField;
  box?: 'weak-password' | 'passwordsDiffer';
}

/** `wrong`: the first field that its own schema rejects. */
export function firstProblem(values: Values, wrong: RegisterField | undefined): FormProblem | undefined {
  const isWeak = wrong === 'password' && fieldProblem(password, values.password) === 'weak';
  if (wrong && !isWeak) return { field: wrong };
  if (values.confirmPassword !== '' && values.confirmPassword !== values.password)
    return { field: 'confirmPassword', box: 'passwordsDiffer' };
  return isWeak ? { field: 'password', box: 'weak-password' } : undefined;
}
