import { DataExport } from '#client/features/account/data-export.tsx';
import { JoinSteps, type JoinStepsProps } from '#client/features/join/join-steps.tsx';
import { ReauthProvider } from '#client/features/sign-in/reauth-provider.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** The steps of joining, with what they need of other features. */
export function Joining(props: Omit<JoinStepsProps, 'takeAlong'>) {
  // The question who it is, and the export.
  useTranslation(['account', 'rare']);
  return (
    <ReauthProvider>
      <JoinSteps {...props} takeAlong={<DataExport />} />
    </ReauthProvider>
  );
}
