/** The pages that answer questions; part of the text pages. */
export const help = {
  contact: {
    title: 'Kontakt',
    lead: 'Vänd dig till den som driver tjänsten, oftast den som tipsade dig om den.',
    sections: [
      {
        heading: 'Frågor om ditt konto',
        text: 'Bara den som driver tjänsten kan svara på frågor om ditt konto och dina uppgifter. Skriv inte lösenordet till någon.',
      },
      {
        heading: 'Frågor om ett besök',
        text: 'Ring den andra föräldern. Telefonnumret står vid vännens namn i din profil.',
      },
      {
        heading: 'Har du fått en länk till ett besök?',
        text: 'Under ”Det här finns sparat om er” på länkens sida kan du säga nej till fler länkar från den familjen och be att bli borttagen. Hör de inte av sig på 30 dagar, eller vill du att ingen familj här ska kunna skicka länkar till ditt nummer, skriver du till den som driver tjänsten.',
      },
    ],
  },
  support: {
    title: 'Support',
    lead: 'Svar på det som oftast händer.',
    sections: [
      {
        heading: 'Jag har ingen täckning',
        text: 'Tryck som vanligt. Ändringen sparas på telefonen, märks med ”Väntar på nät” och skickas av sig själv när nätet är tillbaka. Tiden blir den när du tryckte. Är du inloggad går översikten oftast att öppna också utan nät.',
      },
      {
        heading: 'Jag tryckte fel',
        text: 'Tryck på Ångra i rutan som visas efteråt, eller vid namnet inom fem minuter. Då blir allt som det var före trycket. En tid som blev fel rättar du i historiken.',
      },
      {
        heading: 'Det står att jag behöver logga in igen',
        text: 'Din inloggning har tagit slut, till exempel för att enheten loggades ut från en annan, eller för att lösenordet byttes där. Logga in igen, så skickas det som väntar.',
      },
      {
        heading: 'Något kunde inte sparas',
        text: 'En röd ruta säger vad och varför. Välj Försök igen, eller Kasta ändringen om den inte längre behövs. Inget försvinner av sig självt.',
      },
      {
        heading: 'Vi är två föräldrar',
        text: 'Gå till Profil, Föräldrar i familjen, och bjud in den andra. Visa koden eller skicka länken. Den som öppnar den loggar in eller skapar ett eget konto och frågar; sedan släpper du in. Ni ser och gör då samma saker, och det står vem av er som tryckte. Den som lämnar får en egen kopia.',
      },
      {
        heading: 'Det har kommit ett svar via länken',
        text: 'Alla som har länken kan svara, så ett svar säger inte vem som skrev det. Lämna aldrig ut ett barn på grund av ett svar: ring föräldern om du undrar.',
      },
      {
        heading: 'En familj vill inte ha länkar, eller vill bli borttagen',
        text: 'Då visar länkarna inget längre, och överst på översikten står vad de har bett om. Tar du bort försvinner vännen och alla besöken helt. Behåller du står deras nej till länkar ändå kvar. Du kan alltid ringa.',
      },
    ],
  },
} as const;
