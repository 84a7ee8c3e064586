import type { Language } from '#domain/language.ts';
import type { SharedTrip, SharedVisit } from '#domain/protocol/link-calls.ts';

const zone = 'Europe/Stockholm';

export const at = (time: string) => `2026-11-20T${time}:00.000Z`;

/** An end of a visit at a time of the day in UTC, an hour behind the visit's place. */
export const end = (time: string, more: object = {}) => ({ at: at(time), zone, ...more });

/** A visit since 15:04, as of 16:10, in its own zone. */
export function shown(more: Partial<SharedVisit> = {}): SharedVisit {
  return {
    ...{ visitor: 'Ella', child: 'Noah', open: true, arrived: end('14:04'), left: null },
    ...{ expected: null, answer: null, isOwn: false, asOf: at('15:10') },
    ...more,
  };
}

const FRESH: Record<Language, string> = { sv: 'Uppdaterad 16:10', en: 'Updated 16:10' };
export const LEAD: Record<Language, string> = {
  sv: 'Framme visar när barn kommer fram och går hem. Inget konto behövs.',
  en: 'Framme shows when children arrive and go home. No account needed.',
};
const TRIP_NOTE: Record<Language, string> = {
  sv: 'Framme vet bara vad någon har tryckt. Ring om du undrar.',
  en: 'Framme only knows what somebody has tapped. Call if you are unsure.',
};
export const IN: Record<Language, string[]> = {
  sv: ['Incheckad', 'Ella är hos Noah', 'Kom 15:04', FRESH.sv],
  en: ['Checked in', 'Ella is with Noah', 'Arrived 15:04', FRESH.en],
};
/** Gone home alone at 16:02, as of 16:10, and expected at 16:15. */
export const onTheWay = (trip: Partial<SharedTrip> = {}): Partial<SharedVisit> => ({
  ...{ open: false, left: end('15:02') },
  trip: { startedAt: at('15:02'), due: at('15:15'), until: at('16:15'), ...trip },
});

const answered = { code: 'stay' as const, until: at('17:30'), at: at('15:08') };

type State = [visit: Parameters<typeof shown>[0], sv: string[], en: string[]];
const STATES: Record<string, State> = {
  in: [{}, IN.sv, IN.en],
  planned: [{ expected: at('17:00') }, [...IN.sv, 'Hem omkring 18:00'], [...IN.en, 'Home at about 18:00']],
  overdue: [
    { expected: at('15:00') },
    [...IN.sv, 'Planerat 16:00. Ingen utcheckning än.'],
    [...IN.en, 'Planned 16:00. No check-out yet.'],
  ],
  'open for long': [
    { arrived: end('03:10') },
    ['Kom 04:10', 'Ingen utcheckning har nått servern.'],
    ['Arrived 04:10', 'No check-out has reached the server.'],
  ],
  'in another zone than the device': [
    { arrived: end('14:04', { zone: 'America/New_York' }) },
    ['Kom 09:04', 'Tiderna anges i östnordamerikansk tid.'],
    ['Arrived 09:04', 'Times are in Eastern Time.'],
  ],
  out: [
    { open: false, left: end('15:09') },
    ['Utcheckad', 'Ella har gått hem', 'Gick 16:09', 'Besöket är slut. Ett nytt besök syns inte här.'],
    ['Checked out', 'Ella has gone home', 'Left 16:09', 'The visit is over. A new visit is not shown here.'],
  ],
  'on the way home alone': [
    onTheWay(),
    ['Ella har gått från Noah', 'Gick hem själv 16:02\u00a0· väntas 16:15', 'Är hemma', TRIP_NOTE.sv],
    [
      'Ella is no longer with Noah',
      'Left for home alone 16:02\u00a0· expected 16:15',
      'Is home',
      TRIP_NOTE.en,
    ],
  ],
  'home, and was late': [
    onTheWay({ due: at('15:08'), said: { isHome: true, at: at('15:09') } }),
    ['Gick hem själv 16:02\u00a0· väntades 16:08', 'Sagt 16:09: Ella är hemma'],
    ['Left for home alone 16:02\u00a0· was expected 16:08', 'Said at 16:09: Ella is home'],
  ],
  'not going home alone': [
    onTheWay({ said: { isHome: false, at: at('15:09') } }),
    ['Gick 16:02', 'Ångrat 16:09: Ella går inte hem själv'],
    ['Left 16:02', 'Taken back at 16:09: Ella is not going home alone'],
  ],
  'unknown ends': [
    { open: false, arrived: null },
    ['När Ella kom är inte känt.', 'När Ella gick är inte känt.'],
    ['It is not known when Ella arrived.', 'It is not known when Ella left.'],
  ],
  corrected: [
    { arrived: end('14:00', { corrected: true }) },
    ['Kom 15:00 (rättad)'],
    ['Arrived 15:00 (corrected)'],
  ],
  uncertain: [{ arrived: end('14:04', { uncertain: true }) }, ['Kom ungefär 15:04'], ['Arrived about 15:04']],
  own: [
    { isOwn: true },
    [...IN.sv, 'Så här ser den andra familjen det. Det räknas inte som öppnat.'],
    [...IN.en, 'This is what the other family sees. It does not count as opened.'],
  ],
  answered: [
    { answer: { ...answered, reply: { yes: true, at: at('15:09') } } },
    ['Du frågade: Kan Ella stanna till 18:30?', 'Svar: ja, till 18:30'],
    ['You asked: Can Ella stay until 18:30?', 'Answer: yes, until 18:30'],
  ],
  'answered with no': [
    { answer: { ...answered, reply: { yes: false, at: at('15:09') } } },
    ['Svar: tyvärr inte'],
    ['Answer: sorry, no'],
  ],
  'asked and waiting': [
    { answer: answered },
    ['Du frågade: Kan Ella stanna till 18:30?', 'Skickat 16:08'],
    ['You asked: Can Ella stay until 18:30?', 'Sent 16:08'],
  ],
  'sent by a parent who can be called': [
    { sender: { name: 'Maja', phone: '070-123 45 67' } },
    ['Från Maja, Noahs förälder', LEAD.sv, 'Ring Maja, 070-123 45 67'],
    ['From Maja, Noah’s parent', LEAD.en, 'Call Maja, 070-123 45 67'],
  ],
  'of the day before': [
    { asOf: at('15:10').replace('-20T', '-21T') },
    ['Kom 20 nov. 15:04'],
    ['Arrived 20 Nov, 15:04'],
  ],
};

/** Each state of a visit by its name, with the texts that it shows. */
export const VISIT_STATES = Object.entries(STATES).map(([name, [visit, sv, en]]) => ({
  name,
  visit,
  texts: { sv, en },
}));
