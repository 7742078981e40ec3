import type { Strings } from '../schema/strings.ts'

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
  pause: 'Typanimatie pauzeren',
  play: 'Typanimatie hervatten',
  gallery: 'Projecten',
  carousel: 'carrousel',
  slide: 'project',
  previous: 'Vorig project',
  next: 'Volgend project',
  slidePosition: '{first} van {count}',
  slideRange: '{first}–{last} van {count}',
  index: 'Geselecteerd werk',
  client: 'Opdrachtgever',
  role: 'Rol',
  technologies: 'Technologieën',
  problem: 'Probleem',
  approach: 'Aanpak',
  result: 'Resultaat',
  placeholder: 'binnenkort',
  close: 'Sluiten',
  present: 'heden',
  page: 'Pagina {page} van {count}',
  localTime: '{time} lokale tijd',
  saveContact: 'Contact opslaan',
  errorTitle: 'Onverwachte fout in de toepassing!',
  errorText:
    'Er is iets misgegaan op deze pagina. Dat ligt niet aan u. De eenvoudige versie bevat alles en het formulier werkt daar gewoon.',
  errorLink: 'Eenvoudige versie openen',
  missingTitle: 'Deze pagina bestaat niet',
  missingText:
    'Misschien is het adres verkeerd gespeld of is de pagina verplaatst. Alles staat op de startpagina.',
  receivedTitle: 'Uw bericht is aangekomen',
  receivedText:
    'Het is veilig opgeslagen en wordt door een mens gelezen, alleen iets later dan andere berichten.',
  failedTitle: 'Uw bericht is niet verzonden',
  failedText:
    'Ga terug, controleer wat u hebt geschreven en probeer het iets later opnieuw; er gaat niets verloren.',
  back: 'Terug naar de pagina',
  missingLink: 'Naar de startpagina',
  content: {
    greeting: 'Hallo!',
    button: 'Schrijf een bericht',
    about: 'Over mij',
    services: 'Diensten',
    projects: 'Projecten',
    testimonials: 'Referenties',
    resume: 'Cv',
    contact: 'Contact',
    download: 'Cv downloaden',
    fileName: 'Cv.pdf',
    education: 'Opleiding',
    experience: 'Werkervaring',
    volunteering: 'Vrijwilligerswerk',
    skills: 'Vaardigheden',
    languages: 'Talen',
    certificates: 'Certificaten',
    awards: 'Onderscheidingen',
    publications: 'Publicaties',
    liveDemo: 'Livedemo',
    lead: 'Schrijf mij waar het over gaat. Ik lees elk bericht zelf.',
    subjects: ['Algemene vraag', 'Samenwerking aan een project', 'Vacature', 'Feedback', 'Anders'],
  },
  draft: {
    claim: 'Zeg in één zin wat u bouwt, en voor wie.',
    bio: 'Schrijf twee of drie zinnen over uzelf: wat u doet, voor wie en hoe u werkt.',
    project: 'Uw eerste project',
    summary: 'Waar het voor dient, en wat erdoor is veranderd.',
    job: 'Uw functie',
    employer: 'Opdrachtgever of bedrijf',
    degree: 'Diploma of opleiding',
    school: 'School of universiteit',
    skill: 'Uw eerste vaardigheid',
  },
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
    orWrite: 'Of schrijf naar',
    nameMissing: 'Vul uw naam in.',
    emailMissing: 'Vul uw e-mailadres in, zodat ik kan antwoorden.',
    emailWrong: 'Dit e-mailadres is niet volledig. Het hoort eruit te zien als naam@example.com.',
    emailUnusable:
      'Dit e-mailadres kan niet worden gebruikt. Controleer het, of gebruik een ander.',
    messageMissing: 'Schrijf een bericht.',
    messageLength: '{count} van {limit} tekens',
    messageTooLong: 'Een bericht kan hoogstens {limit} tekens hebben, niet {count}.',
    receipt: 'Ontvangstbewijs',
    receiptNumber: 'Nummer',
    receiptTime: 'Verzonden',
    receiptAnswer: 'Antwoord uiterlijk',
    toasts: 'Meldingen',
    dismiss: 'Sluiten',
    toastSent: 'Bericht verzonden!',
    toastFailed: 'Het bericht kon niet worden verzonden. Probeer het later opnieuw.',
    toastCaptcha: 'Los de captcha op',
    sent: 'Bedankt. Uw bericht is aangekomen en ik antwoord u per e-mail.',
    unconfirmed: 'Het antwoord bevestigt niet dat uw bericht is aangekomen. Uw tekst is bewaard.',
    restore: 'Tekst terugzetten',
    captchaFirst: 'Los eerst de captcha hierboven op en verzend uw bericht dan opnieuw.',
    failed:
      'Uw bericht kon niet worden verzonden. Uw tekst blijft hier staan; probeer het later opnieuw.',
    timeout:
      'De server heeft niet op tijd geantwoord. Uw tekst blijft hier staan; ook als u hem opnieuw verzendt, komt hij maar één keer aan.',
    offline:
      'U lijkt offline te zijn. Uw tekst blijft hier staan; verzend hem zodra u weer verbinding hebt.',
    tooMany:
      'Er kwamen in korte tijd te veel berichten binnen. Uw tekst blijft hier staan; wacht een paar minuten.',
    forbidden: 'Dit bericht is geweigerd. Uw tekst blijft hier staan.',
    headless:
      'Deze browser lijkt door een programma te worden bestuurd, daarom is er niets verzonden.',
    refused:
      'Een deel van uw gegevens is niet geaccepteerd. Uw tekst blijft hier staan; controleer het e-mailadres of kort de tekst in.',
    faults: 'Controleer de gemarkeerde velden.',
    captchaRefused:
      'De captcha is niet geaccepteerd. Los hem nog eens op en verzend uw bericht opnieuw.',
    captcha: 'Captcha',
    captchaLabel: 'Ik ben geen robot',
    captchaChecking: 'Controleren…',
    captchaDone: 'Gecontroleerd',
    captchaLoading: 'Captcha laden…',
    captchaExpired: 'De captcha is verlopen. Los hem nog eens op.',
    captchaFailed:
      'De captcha kon niet worden geladen. Zonder captcha kunt u niet verzenden: probeer het opnieuw of vernieuw de pagina; uw tekst blijft bewaard.',
    captchaOffline:
      'De captcha kon niet worden geladen, omdat u offline lijkt te zijn. Uw tekst blijft hier staan.',
    captchaRetry: 'Opnieuw proberen',
  },
  legal: {
    imprint: 'Juridische informatie',
    privacy: 'Privacyverklaring',
    responsible: 'Verantwoordelijk voor deze site',
    visit: 'Bezoek aan deze pagina',
    visitText:
      'Uw browser vraagt deze pagina op bij een server, die daarbij uw IP-adres ontvangt. De pagina plaatst geen cookies.',
    host: 'De site wordt gehost door {host}.',
    logs: 'De hostingprovider kan verzoeken met IP-adressen vastleggen. Als u ernaar vraagt, vertel ik u hoe lang die worden bewaard.',
    sameServer: 'Lettertypen, scripts en afbeeldingen komen van dezelfde server.',
    imageHosts:
      'Lettertypen en scripts komen van dezelfde server. Afbeeldingen komen ook van {hosts}; daarbij wordt uw IP-adres doorgegeven.',
    theme: 'Als u van thema wisselt, bewaart uw browser die keuze op uw apparaat.',
    formHeading: 'Contactformulier',
    ownGateway:
      'Als u een bericht verstuurt, bewaart de server van deze site uw naam, uw e-mailadres, het onderwerp en de tekst, en stuurt die per e-mail naar mij.',
    otherGateway:
      'Als u een bericht verstuurt, bewaart {host} uw naam, uw e-mailadres, het onderwerp en de tekst, en stuurt die per e-mail naar mij.',
    emailJs:
      'Als u een bericht verstuurt, gaan uw naam, uw e-mailadres, het onderwerp en de tekst naar de dienst EmailJS ({host}), die ze per e-mail naar mij stuurt.',
    retention: 'Bewaartermijn op de server: {time}.',
    retentionUnknown:
      'Hoe lang de server een bericht bewaart, hangt af van zijn instellingen. Als u ernaar vraagt, vertel ik het u.',
    mailServer: 'De e-mail wordt verstuurd via {host}.',
    mailbox: 'De e-mail blijft in mijn mailbox totdat ik die verwijder.',
    autoReply: 'De server stuurt een automatisch antwoord naar uw e-mailadres.',
    rateLimit:
      'Om misbruik te beperken, telt de server hoeveel berichten er per uur uit elk netwerk komen.',
    rateLimitMemory: 'Deze aantallen blijven alleen in het werkgeheugen, hooguit een uur.',
    formLog: 'Het berichtenlogboek van de server bevat uw IP-adres en uw tekst niet.',
    draft:
      'Wat u schrijft, blijft in dit tabblad van uw browser tot u het verzendt of het tabblad sluit.',
    throttle:
      'Het tijdstip van uw laatste bericht wordt op uw apparaat bewaard, omdat er tussen twee berichten een wachttijd geldt.',
    altcha:
      'Uw browser lost een kleine taak op die het formulier tegen spam beschermt. Er is geen ander bedrijf bij betrokken.',
    captcha:
      '{service} beschermt het formulier tegen spam. De dienst wordt geladen als u het formulier gebruikt, en ontvangt uw IP-adres en gegevens over uw browser.',
    rights: 'Uw rechten',
    visitBasis:
      'Ik verwerk deze gegevens om u de pagina te tonen en haar veilig te houden; dat is mijn gerechtvaardigd belang (art.\u00a06 lid 1 onder f AVG).',
    formBasis:
      'Ik gebruik wat u schrijft alleen om u te antwoorden: om een overeenkomst voor te bereiden of uit te voeren (art.\u00a06 lid 1 onder b AVG), of op grond van mijn gerechtvaardigd belang om berichten te beantwoorden (art.\u00a06 lid 1 onder f AVG).',
    voluntary:
      'U hoeft geen van deze gegevens te geven; zonder e-mailadres kan ik niet antwoorden.',
    transfer: '{service} verwerkt gegevens mogelijk buiten de Europese Unie.',
    mailText:
      'Als u mij een e-mail schrijft, ontvang ik uw adres en uw tekst en bewaar ik die in mijn mailbox totdat ik ze verwijder.',
    rightsText:
      'U kunt vragen welke gegevens over u ik bewaar, die laten corrigeren of wissen of het gebruik ervan laten beperken, en de gegevens die u mij hebt gegeven in een gangbaar formaat ontvangen (art.\u00a015 tot en met 18 en 20 AVG).',
    objection:
      'U kunt op elk moment bezwaar maken tegen een verwerking op grond van mijn gerechtvaardigd belang (art.\u00a021 AVG).',
    complaint:
      'U kunt een klacht indienen bij een toezichthouder voor gegevensbescherming (art.\u00a077 AVG).',
    formNotice: 'Ik gebruik wat u schrijft alleen om u te antwoorden.',
    vatId: 'Btw-nummer',
    contentResponsible: 'Verantwoordelijk voor de inhoud',
  },
}
