import type { Language } from '#domain/language.ts';

interface AlertTexts {
  stay: string;
  onMyWay: string;
  waiting: string;
  planned: string;
  arrived: string;
  left: string;
  arrivalTakenBack: string;
  departureTakenBack: string;
  corrected: string;
  asked: string;
  agreed: string;
  tappedBy: string;
  withChild: string;
  test: string;
}

/** The texts of alerts on a family's own devices. */
export const alertTexts: Record<Language, AlertTexts> = {
  sv: {
    stay: 'Kan {{name}} stanna till {{time}}?',
    onMyWay: 'Svar om {{name}}: på väg',
    waiting: 'Ett svar om {{name}} väntar i Framme',
    planned: '{{name}} skulle gå hem {{time}}',
    arrived: '{{name}} har kommit {{time}}',
    left: '{{name}} har gått hem {{time}}',
    arrivalTakenBack: 'Återtaget: {{name}} har kommit',
    departureTakenBack: 'Återtaget: {{name}} har gått hem',
    corrected: 'Rättat: ',
    asked: 'En familj vill följa {{name}}',
    agreed: 'Ni får följa {{name}}',
    tappedBy: '{{parent}} tryckte',
    withChild: 'hos {{child}}',
    test: 'Så här säger Framme till.',
  },
  en: {
    stay: 'Can {{name}} stay until {{time}}?',
    onMyWay: 'About {{name}}: on my way',
    waiting: 'An answer about {{name}} is waiting in Framme',
    planned: '{{name}} was to go home at {{time}}',
    arrived: '{{name}} arrived at {{time}}',
    left: '{{name}} went home at {{time}}',
    arrivalTakenBack: 'Taken back: {{name}} arrived',
    departureTakenBack: 'Taken back: {{name}} went home',
    corrected: 'Corrected: ',
    asked: 'A family wants to follow {{name}}',
    agreed: 'You can now follow {{name}}',
    tappedBy: 'tapped by {{parent}}',
    withChild: 'with {{child}}',
    test: 'This is how Framme notifies you.',
  },
};
