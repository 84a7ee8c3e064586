import { present } from '#client/lib/present.ts';
import { useViewPart } from './use-household.ts';

/** Returns true while somebody asks to join by this parent's own invitation. The family's phones are told of it by the feed. */
export function useIsAsked(): boolean {
  const until = useViewPart((view) => view.profile?.askedUntil);
  return until !== undefined && Date.parse(until) > present();
}
