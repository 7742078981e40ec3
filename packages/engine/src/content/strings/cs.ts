import type { Strings } from '../ui-strings.ts'

export const cs: Strings = {
  skip: 'Přejít na obsah',
  navigation: 'Sekce',
  openMenu: 'Nabídka',
  backToTop: 'Nahoru',
  scrollToSection: 'Přejít na: {section}',
  newTab: 'otevře se na nové kartě',
  theme: 'Motiv',
  system: 'Podle systému',
  light: 'Světlý',
  dark: 'Tmavý',
  pause: 'Pozastavit animaci psaní',
  play: 'Pokračovat v animaci psaní',
  gallery: 'Projekty',
  carousel: 'karusel',
  slide: 'projekt',
  previous: 'Předchozí projekt',
  next: 'Další projekt',
  slidePosition: '{first} z {count}',
  slideRange: '{first}–{last} z {count}',
  allProjects: 'Vše',
  index: 'Vybrané práce',
  client: 'Klient',
  role: 'Role',
  technologies: 'Technologie',
  problem: 'Problém',
  approach: 'Řešení',
  result: 'Výsledek',
  readMore: 'Číst dál',
  close: 'Zavřít',
  present: 'dosud',
  page: 'Strana {page} z {count}',
  localTime: '{time} místního času',
  saveContact: 'Uložit kontakt',
  errorTitle: 'Neočekávaná chyba aplikace!',
  errorText:
    'Na této stránce se něco pokazilo. Není to vaše chyba. Jednoduchá verze obsahuje vše a její formulář funguje.',
  errorLink: 'Otevřít jednoduchou verzi',
  missingTitle: 'Taková stránka neexistuje',
  missingText:
    'Možná je v adrese překlep, nebo byla stránka přesunuta. Vše najdete na úvodní stránce.',
  receivedTitle: 'Vaše zpráva dorazila',
  receivedText: 'Je bezpečně uložená a přečte si ji člověk, jen o něco později než ostatní.',
  failedTitle: 'Vaše zpráva nebyla odeslána',
  failedText:
    'Vraťte se, zkontrolujte svůj text a zkuste to o něco později znovu; nic se neztratilo.',
  back: 'Zpět na stránku',
  missingLink: 'Přejít na úvodní stránku',
  liveDemo: 'Živá ukázka',
  form: {
    name: 'Jméno',
    email: 'E-mail',
    subject: 'Předmět',
    subjectTitle: 'Předmět',
    message: 'Zpráva',
    optional: 'nepovinné',
    honeypot: 'Toto pole nechte prázdné',
    send: 'Odeslat zprávu',
    sending: 'Odesílá se…',
    waiting: 'Vaše zpráva čeká, až se stránka celá načte.',
    orWrite: 'Nebo napište na',
    nameMissing: 'Zadejte prosím své jméno.',
    emailMissing: 'Zadejte prosím svůj e-mail, ať vám mohu odpovědět.',
    emailWrong: 'Tato adresa není úplná. Měla by vypadat takto: jmeno@example.com.',
    messageMissing: 'Napište prosím zprávu.',
    toasts: 'Oznámení',
    dismiss: 'Zavřít',
    toastSent: 'Zpráva byla odeslána!',
    toastFailed: 'Zprávu se nepodařilo odeslat. Zkuste to prosím později.',
    toastCaptcha: 'Vyplňte prosím captchu',
    sent: 'Děkuji. Vaše zpráva dorazila a odpovím vám e-mailem.',
    captchaFirst: 'Nejprve prosím vyplňte captchu výše a poté zprávu odešlete znovu.',
    failed: 'Zprávu se nepodařilo odeslat. Text zůstal ve formuláři; zkuste to prosím později.',
    timeout:
      'Server neodpověděl včas. Text zůstal ve formuláři; i když ho odešlete znovu, dorazí jen jednou.',
    offline:
      'Zdá se, že jste offline. Text zůstal ve formuláři; odešlete ho, až se připojení obnoví.',
    tooMany:
      'Za krátkou dobu přišlo příliš mnoho zpráv. Text zůstal ve formuláři; počkejte několik minut.',
    forbidden: 'Tato zpráva byla odmítnuta. Text zůstal ve formuláři.',
    headless: 'Tento prohlížeč zřejmě ovládá program, proto nebylo nic odesláno.',
    refused:
      'Některý údaj nebyl přijat. Text zůstal ve formuláři; zkontrolujte e-mailovou adresu nebo text zkraťte.',
    faults: 'Zkontrolujte prosím označená pole.',
    captchaRefused:
      'Captcha nebyla přijata. Vyplňte ji prosím ještě jednou a zprávu odešlete znovu.',
    captcha: 'Captcha',
    captchaLabel: 'Nejsem robot',
    captchaChecking: 'Ověřuje se…',
    captchaDone: 'Ověřeno',
    captchaWaiting: 'Zde se objeví krátká kontrola proti spamu.',
    captchaLoading: 'Načítá se captcha…',
    captchaExpired: 'Platnost captchy vypršela. Vyplňte ji prosím ještě jednou.',
    captchaFailed:
      'Captchu se nepodařilo načíst. Bez ní zprávu nelze odeslat: zkuste to znovu, nebo obnovte stránku; text se neztratí.',
    captchaOffline:
      'Captchu se nepodařilo načíst, protože jste zřejmě offline. Text zůstal ve formuláři.',
    captchaRetry: 'Zkusit znovu',
  },
  legal: {
    imprint: 'Právní informace',
    privacy: 'Ochrana osobních údajů',
    responsible: 'Správce osobních údajů',
    visit: 'Návštěva této stránky',
    visitText:
      'Váš prohlížeč si tuto stránku vyžádá od serveru, který tím získá vaši IP adresu. Stránka nepoužívá soubory cookie.',
    host: 'Hosting webu zajišťuje {host}.',
    logs: 'Poskytovatel hostingu může zaznamenávat požadavky včetně IP adres. Na dotaz vám sdělím, jak dlouho je uchovává.',
    visitCounts:
      'Server počítá, kolikrát denně se otevře tato stránka, životopis a vizitka a z jakých webů návštěvníci přicházejí.',
    countsStored:
      'Neukládá k tomu IP adresu, soubory cookie ani identifikátor a počty po 400 dnech smaže.',
    noVisitCounts: 'Server návštěvy nepočítá.',
    visitsUnknown: 'Server možná počítá návštěvy. Na dotaz vám to sdělím.',
    sameServer: 'Písma, skripty a obrázky pocházejí ze stejného serveru.',
    imageHosts:
      'Písma a skripty pocházejí ze stejného serveru. Obrázky pocházejí také z {hosts}, kam se tím dostane vaše IP adresa.',
    outsideScripts:
      'Na této stránce běží také skripty z {hosts}, kam se tím dostane vaše IP adresa a údaje o prohlížeči.',
    theme: 'Když přepnete motiv, prohlížeč uloží volbu ve vašem zařízení.',
    formHeading: 'Kontaktní formulář',
    ownGateway:
      'Když odešlete zprávu, server tohoto webu uloží vaše jméno, e-mailovou adresu, předmět a text a pošle mi je e-mailem.',
    otherGateway:
      'Když odešlete zprávu, {host} uloží vaše jméno, e-mailovou adresu, předmět a text a pošle mi je e-mailem.',
    emailJs:
      'Když odešlete zprávu, vaše jméno, e-mailová adresa, předmět a text se předají službě EmailJS ({host}), která mi je pošle e-mailem.',
    retention: {
      one: 'Server zprávu smaže po {days} dni.',
      other: 'Server zprávu smaže po {days} dnech.',
    },
    retentionUnknown:
      'Jak dlouho server zprávu uchovává, závisí na jeho nastavení. Na dotaz vám to sdělím.',
    mailServer: 'E-mail se odesílá přes {host}.',
    mailbox: 'E-mail zůstává v mé schránce, dokud ho nesmažu.',
    autoReply: 'Server odešle automatickou odpověď na vaši e-mailovou adresu.',
    rateLimit: 'Aby se omezilo zneužití, server počítá, kolik zpráv za hodinu přijde z každé sítě.',
    rateLimitCode: 'Ukládá k tomu kód, který po dvou dnech nikdo nespojí s vaší IP adresou.',
    formLog: 'Jeho protokol zpráv neobsahuje vaši IP adresu ani váš text.',
    draft: 'To, co píšete, zůstává do odeslání ve vašem zařízení, nejvýše 30 dní.',
    throttle:
      'Čas vaší poslední zprávy se ukládá ve vašem zařízení, protože další lze odeslat až po určité době.',
    altcha:
      'Váš prohlížeč vyřeší malou úlohu, která chrání formulář před spamem. Žádná jiná firma do toho není zapojena.',
    captcha:
      '{service} chrání formulář před spamem. Služba se načte, když formulář použijete, a získá vaši IP adresu a údaje o prohlížeči.',
    rights: 'Vaše práva',
    rightsText:
      'Můžete se zeptat, které údaje o vás jsou uloženy, a nechat je opravit nebo smazat. Můžete také podat stížnost u úřadu pro ochranu osobních údajů.',
  },
}
