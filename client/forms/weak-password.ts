/**
 * From leaked lists, English and Swedish. Passwords under ten characters are weak anyway, so short words
 * stand for padded variants.
 */
const COMMON_WORDS = `
password passwort passord pass passw lösenord losenord losen lösen kodord hemlig hemligt hemlighet secret
qwerty qwertyuiop qwertyuiopå asdfgh asdfghjkl asdf zxcvbnm qazwsx qwer qwert qweasd qweasdzxc qwertyqwerty azerty
abc abcd abcdef abcabc aaaaaa test testing tester login logga inloggning admin administrator root user guest gäst
welcome welcomehome välkommen valkommen letmein changeme master access trustno iloveyou iloveu loveyou lovely love
jagälskardig jagalskardig älskling alskling älskar alskar älskardig alskardig kärlek karlek puss pussgurka pussochkram
hej hejhej hejsan hejhejhej hejdå hello helloworld goodbye mamma pappa mammaochpappa mormor farmor morfar farfar
familj familjen barn barnen bebis gubbe gumman hjärtat hjartat solsken stjärna stjarna blomma fjäril
sommar sommarlov sommaren vinter hösten host våren varen januari februari mars april maj juni juli augusti september
oktober november december måndag tisdag onsdag torsdag fredag lördag lordag söndag sondag midsommar julafton jultomten
summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march june july
august october christmas sverige sweden svensk svenska stockholm göteborg goteborg malmö malmo uppsala västerås vasteras
örebro orebro linköping helsingborg jönköping norrköping lund umeå gävle borås sundsvall norrland skåne skane dalarna
hammarby djurgården djurgarden malmöff ifkgöteborg ifkgoteborg frölunda frolunda brynäs leksand färjestad hockey
fotboll football baseball basketball soccer liverpool arsenal chelsea barcelona realmadrid manchester manchesterunited
zlatan zlatanibrahimovic ronaldo messi ferrari porsche mercedes volvo saab scania yamaha harley corvette mustang
batman superman spiderman pokemon pikachu starwars harrypotter minecraft fortnite roblox nintendo playstation
princess prinsessa sunshine flower butterfly dragon monkey tiger lion shadow angel ängel angelina diamond golden silver
cookie banana banan orange apelsin chocolate choklad cheese ost potatis kaffe coffee pizza pannkaka bulle kanelbulle
computer dator internet google facebook instagram samsung android windows microsoft apple iphone linux samsunggalaxy
katt katten kisse kissen misse hund hunden vovve häst hästar hasten horses kanin pepper ginger buster charlie bella molly
ludde sigge zorro killer ninja matrix phoenix eagle falcon warrior hunter ranger soldier thunder lightning
michael michelle jessica jennifer daniel andrea andreas anders johan johanna maria marie anna annika erik erika emma
oscar oskar hugo lucas liam noah elias alice maja ella wilma saga freja astrid nils olle kalle pelle lisa linnea matilda
ashley nicole jordan robert thomas william joshua anthony matthew richard charlotte elizabeth victoria samantha
fuckyou fuckme fuckoff fuck shit fan fanfan helvete skit skitskit jävlar javlar whatever nothing blahblah mustafa
trustnoone maverick cowboy cowboys dallas yankees lakers america american london paris newyork merlin wizard
framme incheckad checkin familjeappen
`;

const WORDS: ReadonlySet<string> = new Set(COMMON_WORDS.trim().split(/\s+/));
/** Key sequences on Swedish and English keyboards, and the alphabet. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyzåäö',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const LEET_LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

export function isGuessable(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  if ([...text].length < 10 || new Set(text).size < 5) return true;
  if (/^\d+$/.test(text) || /^(.{1,6})\1+$/su.test(text)) return true;
  return SEQUENCES.some((sequence) => sequence.includes(text)) || isCommon(text);
}

/** Ignores digits and signs around the word, and leet letters such as 0 for o. */
function isCommon(text: string): boolean {
  const variants = [
    text,
    trimmed(text),
    withoutLeet(text),
    withoutLeet(trimmed(text)),
    trimmed(withoutLeet(text.replace(/\d{2,}$/, ''))),
  ];
  return variants.some((variant) => WORDS.has(variant));
}

function trimmed(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function withoutLeet(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LEET_LETTERS[sign] ?? sign);
}
