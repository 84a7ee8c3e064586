import { activity } from './activity.ts';
import { ownData } from './own-data.ts';
import { passkeySettings } from './passkey-settings.ts';
import { services } from './services.ts';

/** The account and security page. */
export const account = {
  title: 'Konto och säkerhet',
  toProfile: 'Till profilen',
  proof: {
    title: 'Är det du?',
    why: 'Skriv ditt lösenord en gång till, så att ingen annan kan ändra ditt konto.',
    password: 'Ditt lösenord',
    confirm: 'Fortsätt',
    wrong: 'Fel lösenord. Försök igen.',
    byService:
      'Kontot har inget lösenord. Visa att det är du hos en tjänst som du har kopplat, och försök sedan igen. Ett lösenord som du har skrivit får du skriva om.',
    noPassword: 'Kontot har inget lösenord. Logga ut och in igen, och välj ett inom tio minuter.',
  },
  password: {
    title: 'Lösenord',
    consequence: 'När du byter lösenord loggas dina andra enheter ut.',
    first: 'Du loggar in med en annan tjänst. Med ett lösenord kan du logga in utan den också.',
    new: 'Nytt lösenord',
    change: 'Byt lösenord',
    set: 'Välj lösenord',
    changed: 'Lösenordet är bytt.',
  },
  email: {
    title: 'E-post',
    verified: 'Bekräftad',
    unverified: 'Inte bekräftad',
    prove: 'Mejla en länk som bekräftar',
    proofSent: 'Länken är på väg. Titta i skräpposten också.',
    new: 'Ny e-postadress',
    change: 'Byt e-postadress',
    changeSent: 'En länk är på väg till {{email}}. Bytet sker när du har använt den, inom 24 timmar.',
    code: 'Skriv koden från ett mejl',
    codeLabel: 'Kod',
    codeHint: 'Åtta siffror, i mejlet som bekräftar adressen.',
    codeMissing: 'Skriv koden från mejlet.',
    codeMalformed: 'Koden är åtta siffror. Titta i mejlet igen.',
    codeWrong: 'Koden stämmer inte, eller så gäller den inte längre. Titta i det senaste mejlet.',
    codeSend: 'Bekräfta med koden',
    codeDone: '{{email}} är bekräftad.',
    taken: 'Ett annat konto har redan den adressen.',
    noMail: 'Den här servern skickar ingen e-post, så adressen går inte att byta.',
  },
  services,
  passkeys: passkeySettings,
  ownData,
  activity,
  devices: {
    title: 'Inloggade enheter',
    lead: 'Här är du inloggad. Logga ut det du inte känner igen, och byt sedan lösenord.',
    unknown: 'Okänd enhet',
    browserOn: '{{browser}} på {{system}}',
    this: 'Den här enheten',
    seen: 'Senast sedd {{time}}',
    since: 'Inloggad sedan {{date}}',
    name: 'Namn',
    nameTitle: 'Namnge enheten',
    nameHint: 'Till exempel ”Köksplattan”.',
    nameNamed: 'Namnge {{name}}',
    signOut: 'Logga ut',
    signOutNamed: 'Logga ut {{name}}',
    signOutTitle: 'Logga ut {{name}}?',
    signOutOthers: 'Logga ut alla andra',
    signOutOthersTitle: 'Logga ut alla andra enheter?',
    consequence:
      'Den som använder enheten måste logga in igen. Det som inte har skickats ligger kvar där tills dess.',
    gone: 'Enheten är redan utloggad.',
  },
} as const;
