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
import type { Profile } from '#domain/documents.ts';
import type { Account, LogIn, Registration } from '#domain/protocol.ts';
import { DataContext } from './data.ts';
import { useHouseholdIfAny } from './household.ts';

export interface Auth {
  account: Account | undefined;
  profile: Profile | undefined;
  register(registration: Registration): Promise<void>;
  login(credentials: LogIn): Promise<void>;
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

export function AuthProvider({ data, children }: { data: FrammeData; children: ReactNode }) {
  return (
    <DataContext value={data}>
      <Authentication data={data}>{children}</Authentication>
    </DataContext>
  );
}

function Authentication({ data, children }: { data: FrammeData; children: ReactNode }) {
  const loading = useLoading(data);
  const household = useHouseholdIfAny();
  const profile = useProfile();
  const auth = useMemo<Auth>(
    () => ({
      account: household?.account,
      profile,
      register: (registration) => data.register(registration),
      login: (credentials) => data.logIn(credentials),
      logout: () => data.logOut(),
      loading,
    }),
    [data, household, profile, loading],
  );
  return <AuthContext value={auth}>{loading ? null : children}</AuthContext>;
}

function useLoading(data: FrammeData): boolean {
  const [loading, setLoading] = useState(true);
  useEffect(() => {
    data.ready.then(() => setLoading(false), console.error);
  }, [data]);
  return loading;
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
