import type { VisitView } from '#client/data/port.ts';
import type { Moment } from '#domain/documents.ts';

const ID = 'aaaaaaaaaaaa';

/** One end of a visit at an ISO time; seconds are optional. */
function moment(at: string): Moment {
  const time = new Date(at).toISOString();
  return {
    at: time,
    tappedAt: time,
    receivedAt: time,
    zone: 'Europe/Stockholm',
    certainty: 'exact',
    by: ID,
    device: ID,
    op: ID,
  };
}

/**
 * Makes the view of a visit: `visitView('Ella', '2026-10-02T13:42Z')` is open, with a second time it is closed.
 */
export function visitView(
  name: string,
  arrived: string | undefined,
  left?: string,
  rest: Partial<VisitView> = {},
): VisitView {
  return {
    ref: { child: ID, kind: 'friend', visitor: ID },
    visit: name.toLowerCase().padEnd(10, '0'),
    childName: 'Nova',
    name,
    open: arrived !== undefined && left === undefined,
    arrived: arrived === undefined ? undefined : moment(arrived),
    left: left === undefined ? undefined : moment(left),
    corrections: [],
    row: 'confirmed',
    undo: undefined,
    ...rest,
  };
}
