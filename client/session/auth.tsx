import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { FrammeData } from '#client/data/port.ts';
import { Crash } from '#client/shell/crash.tsx';
import type { Profile } from '#domain/documents.ts';
import type { Account, LogIn, Registration, SignInReply } from '#domain/protocol/calls.ts';
import { DataContext } from './use-data.ts';
import { useHouseholdIfAny } from './use-household.ts';

export interface Auth {
  account: Account | undefined;
  profile: Profile | undefined;
  register(registration: Registration): Promise<SignInReply>;
  login(credentials: LogIn): Promise<SignInReply>;
  logout(): Promise<void>;
  /** True until the first authentication state has come; nothing below the provider is rendered before. */
  loading: boolean;
}

const AuthContext = createContext<Auth | undefined>(undefined);

/** Who is signed in, and how to change that. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

interface AuthProviderProps {
  data: FrammeData;
  /** The first authentication state has come before this is drawn. */
  settled?: boolean;
  children: ReactNode;
}

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
  const state = useStart(data, settled);
  const loading = state === 'loading';
  const household = useHouseholdIfAny();
  const profile = useProfile();
  const auth = useMemo<Auth>(
    () => ({
      account: household?.account,
      profile,
      register: (registration) => data.signIn('register', registration),
      login: (credentials) => data.signIn('logIn', credentials),
      logout: () => data.logOut(),
      loading,
    }),
    [data, household, profile, loading],
  );
  if (state === 'failed') return <Crash />;
  return <AuthContext value={auth}>{loading ? null : children}</AuthContext>;
}

/** 'failed' where somebody is signed in and what shows their household could not be fetched. */
function useStart(data: FrammeData, settled: boolean): 'loading' | 'ready' | 'failed' {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(settled ? 'ready' : 'loading');
  useEffect(() => {
    data.ready.then(
      () => setState('ready'),
      () => setState('failed'),
    );
  }, [data]);
  return state;
}

/** The profile alone, so that a tap on somebody does not render the whole app anew. */
function useProfile(): Profile | undefined {
  const household = useHouseholdIfAny();
  return useSyncExternalStore(
    useCallback((listener) => household?.subscribe(listener) ?? (() => {}), [household]),
    () => household?.view().profile,
    () => undefined,
  );
}
