import type { Strings } from '../ui-strings.ts'

export const nl: Strings = {
  skip: 'Naar de inhoud',
  navigation: 'Onderdelen',
  openMenu: 'Menu',
  backToTop: 'Naar boven',
  scrollToSection: 'Naar {section}',
  newTab: 'opent in een nieuw tabblad',
  theme: 'Thema',
  system: 'Systeem',
  light: 'Licht',
  dark: 'Donker',
  pause: 'Getypte regel stoppen',
  play: 'Getypte regel hervatten',
  gallery: 'Projecten',
  carousel: 'carrousel',
  slide: 'project',
  previous: 'Vorig project',
  next: 'Volgend project',
  slidePosition: '{first} van {count}',
  slideRange: '{first}–{last} van {count}',
  allProjects: 'Alle',
  index: 'Geselecteerd werk',
  client: 'Opdrachtgever',
  role: 'Rol',
  technologies: 'Technieken',
  problem: 'Probleem',
  approach: 'Aanpak',
  result: 'Resultaat',
  readMore: 'Lees meer',
  close: 'Sluiten',
  present: 'heden',
  page: 'Pagina {page} van {count}',
  localTime: '{time} lokale tijd',
  saveContact: 'Contact opslaan',
  errorTitle: 'Onverwachte fout in de toepassing!',
  errorText:
    'Er ging iets mis op deze pagina. Dat ligt niet aan u. De eenvoudige versie bevat alles, en het formulier ervan werkt.',
  errorLink: 'Eenvoudige versie openen',
  missingTitle: 'Deze pagina bestaat niet',
  missingText:
    'Misschien is het adres verkeerd gespeld of is de pagina verplaatst. Alles staat op de startpagina.',
  receivedTitle: 'Uw bericht is aangekomen',
  receivedText: 'Het is veilig bewaard en wordt gelezen, iets later dan andere.',
  failedTitle: 'Uw bericht is niet verzonden',
  failedText:
    'Ga terug, kijk na wat u schreef en probeer het iets later opnieuw; er is niets verloren.',
  back: 'Terug naar de pagina',
  missingLink: 'Naar de startpagina',
  liveDemo: 'Live demo',
  form: {
    name: 'Naam',
    email: 'E-mail',
    subject: 'Onderwerp',
    subjectTitle: 'Onderwerp',
    message: 'Bericht',
    optional: 'optioneel',
    honeypot: 'Laat dit veld leeg',
    send: 'Bericht verzenden',
    sending: 'Verzenden…',
    waiting: 'Uw bericht wacht tot de pagina helemaal is geladen.',
    orWrite: 'Of schrijf naar',
    nameMissing: 'Vul uw naam in.',
    emailMissing: 'Vul uw e-mailadres in, zodat ik kan antwoorden.',
    emailWrong: 'Dit e-mailadres is niet volledig. Het hoort eruit te zien als naam@example.com.',
    messageMissing: 'Schrijf een bericht.',
    toasts: 'Meldingen',
    dismiss: 'Sluiten',
    toastSent: 'Bericht verzonden!',
    toastFailed: 'Het bericht kon niet worden verzonden. Probeer het later opnieuw.',
    toastCaptcha: 'Los de captcha op',
    sent: 'Bedankt. Uw bericht is aangekomen en ik antwoord u per e-mail.',
    captchaFirst: 'Los eerst de captcha hierboven op en verzend dan opnieuw.',
    failed:
      'Uw bericht kon niet worden verzonden. Uw tekst blijft hier staan; probeer het later opnieuw.',
    timeout:
      'Er kwam niet op tijd antwoord. Uw tekst blijft hier staan; opnieuw verzenden stuurt hem niet dubbel.',
    offline:
      'U lijkt offline te zijn. Uw tekst blijft hier staan; verzend hem zodra u weer verbinding hebt.',
    tooMany:
      'Er kwamen te veel berichten in korte tijd. Uw tekst blijft hier staan; wacht een paar minuten.',
    forbidden: 'Dit bericht is geweigerd. Uw tekst blijft hier staan.',
    headless: 'Deze browser lijkt door een programma te worden bestuurd; er is niets verzonden.',
    refused:
      'Iets werd niet geaccepteerd. Uw tekst blijft hier staan; controleer het adres of kort de tekst in.',
    faults: 'Controleer de gemarkeerde velden.',
    captchaRefused: 'De captcha werd niet geaccepteerd. Los hem nog eens op en verzend opnieuw.',
    captcha: 'Captcha',
    captchaLabel: 'Ik ben geen robot',
    captchaChecking: 'Controleren…',
    captchaDone: 'Gecontroleerd',
    captchaWaiting: 'Hier verschijnt een korte spamcontrole.',
    captchaLoading: 'Captcha laden…',
    captchaExpired: 'De captcha is verlopen. Los hem nog eens op.',
    captchaFailed:
      'De captcha kon niet worden geladen. Hij is nodig om te verzenden: probeer het opnieuw of herlaad de pagina; uw tekst blijft bewaard.',
    captchaOffline:
      'De captcha kon niet worden geladen, omdat u offline lijkt te zijn. Uw tekst blijft hier staan.',
    captchaRetry: 'Opnieuw proberen',
  },
  legal: {
    imprint: 'Juridische informatie',
    privacy: 'Privacy',
    responsible: 'Verantwoordelijk voor deze site',
    visit: 'Bezoek aan deze pagina',
    visitText:
      'Uw browser vraagt deze pagina op bij een server, die daarbij uw netwerkadres ontvangt. De pagina plaatst geen cookies.',
    host: 'De site wordt gehost door {host}.',
    logs: 'De beheerder van de server kan verzoeken met netwerkadressen vastleggen. Vraag mij hoe lang.',
    visitCounts:
      'De server telt hoe vaak deze pagina, het cv en het visitekaartje per dag worden geopend en van welke sites bezoekers komen.',
    countsStored:
      'Hij bewaart daarvoor geen netwerkadres, geen cookie en geen kenmerk, en verwijdert de aantallen na 400 dagen.',
    noVisitCounts: 'De server telt geen bezoeken.',
    visitsUnknown: 'De server telt mogelijk bezoeken. Als u ernaar vraagt, vertel ik het u.',
    sameServer: 'Lettertypen, scripts en afbeeldingen komen van dezelfde server.',
    imageHosts:
      'Lettertypen en scripts komen van dezelfde server. Afbeeldingen komen ook van {hosts}, dat daarbij uw netwerkadres ontvangt.',
    outsideScripts:
      'Op deze pagina draaien ook scripts van {hosts}, dat daarbij uw netwerkadres en gegevens over uw browser ontvangt.',
    theme: 'Als u van thema wisselt, bewaart uw browser die keuze op uw apparaat.',
    formHeading: 'Contactformulier',
    ownGateway:
      'Als u een bericht verstuurt, bewaart de server van deze site uw naam, uw e-mailadres, het onderwerp en de tekst, en stuurt die per e-mail naar mij.',
    otherGateway:
      'Als u een bericht verstuurt, bewaart {host} uw naam, uw e-mailadres, het onderwerp en de tekst, en stuurt die per e-mail naar mij.',
    emailJs:
      'Als u een bericht verstuurt, gaan uw naam, uw e-mailadres, het onderwerp en de tekst naar de dienst EmailJS ({host}), die ze per e-mail naar mij stuurt.',
    retention: 'De server verwijdert een bericht na {days} dagen.',
    retentionUnknown:
      'Hoe lang de server een bericht bewaart, hangt af van zijn instellingen. Als u ernaar vraagt, vertel ik het u.',
    mailServer: 'De e-mail wordt verstuurd via {host}.',
    mailbox: 'De e-mail blijft in mijn mailbox tot ik die verwijder.',
    autoReply: 'De server stuurt een automatisch antwoord naar uw e-mailadres.',
    rateLimit: 'Om misbruik te beperken telt de server de berichten van elk netwerk per uur.',
    rateLimitCode:
      'Daarvoor bewaart hij een code die na twee dagen door niemand tot uw netwerkadres is te herleiden.',
    formLog: 'Zijn logboek van berichten bevat noch uw netwerkadres, noch uw tekst.',
    draft: 'Wat u schrijft, blijft tot het verzenden op uw apparaat, hoogstens 30 dagen.',
    throttle:
      'De tijd van uw laatste bericht blijft op uw apparaat, omdat een tweede moet wachten.',
    altcha:
      'Uw browser lost een kleine taak op die het formulier tegen spam beschermt. Geen ander bedrijf doet daaraan mee.',
    captcha:
      '{service} beschermt het formulier tegen spam. De dienst wordt geladen als u het formulier gebruikt, en ontvangt uw netwerkadres en gegevens over uw browser.',
    rights: 'Uw rechten',
    rightsText:
      'U kunt vragen welke gegevens over u worden bewaard, en die laten verbeteren of verwijderen. U kunt ook een klacht indienen bij een toezichthouder voor gegevensbescherming.',
  },
}
