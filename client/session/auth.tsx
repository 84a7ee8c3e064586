import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { FrammeData } from '#client/data/port.ts';
import type { Elements } from '#client/lib/jsx.ts';
import type { Profile } from '#domain/documents.ts';
import type { Account, LogIn, Registration, SignInReply } from '#domain/protocol/calls.ts';
import { DataContext, useHouseholdIfAny, useViewPart } from './use-household.ts';

interface Auth {
  account: Account | undefined;
  profile: Profile | undefined;
  register(registration: Registration): Promise<SignInReply>;
  login(credentials: LogIn): Promise<SignInReply>;
  logout(): Promise<void>;
}

const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

interface AuthProviderProps {
  data: FrammeData;
  /** The authentication state is known before the first render. */
  settled?: boolean;
  children: Elements;
}

/** Renders no children until the authentication state is known. */
export function AuthProvider({ data, settled = false, children }: AuthProviderProps) {
  return (
    <DataContext value={data}>
      <Authentication data={data} settled={settled}>
        {children}
      </Authentication>
    </DataContext>
  );
}

function Authentication({ data, settled, children }: Required<AuthProviderProps>) {
  const [loading, setLoading] = useState(!settled);
  useEffect(() => {
    data.ready.then(() => setLoading(false)).catch(console.error);
  }, [data]);
  const household = useHouseholdIfAny();
  // The profile only, so that a tap does not rerender the whole app.
  const profile = useViewPart((view) => view.profile);
  const auth = useMemo<Auth>(
    () => ({
      account: household?.account,
      profile,
      register: (registration) => data.signIn('register', registration),
      login: (credentials) => data.signIn('logIn', credentials),
      logout: () => data.logOut(),
    }),
    [data, household, profile],
  );
  return <AuthContext value={auth}>{loading ? null : children}</AuthContext>;
}
