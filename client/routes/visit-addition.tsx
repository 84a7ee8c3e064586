import type { ComponentProps } from 'react';
import { FollowersInSheet } from '#client/features/followers/lazy-followers.tsx';
import { SharingPart } from '#client/features/links/lazy-sharing.tsx';

/** The part of a visit's sheet about the other family: the planned time, links and answers, and who follows. */
export function VisitAddition(props: ComponentProps<typeof SharingPart>) {
  const { visitor, onDone } = props;
  return (
    <>
      <SharingPart {...props} />
      {visitor && <FollowersInSheet visitor={visitor} onDone={onDone} />}
    </>
  );
}
