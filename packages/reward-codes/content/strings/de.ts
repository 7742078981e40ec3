import type { Strings } from '../schema/strings.ts'

export const de: Strings = {
  skip: 'Zum Inhalt springen',
  navigation: 'Abschnitte',
  openMenu: 'Menü',
  backToTop: 'Nach oben',
  scrollToSection: 'Zum Abschnitt {section}',
  newTab: 'öffnet sich in einem neuen Tab',
  theme: 'Farbschema',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  pause: 'Schreibanimation anhalten',
  play: 'Schreibanimation fortsetzen',
  gallery: 'Projekte',
  carousel: 'Karussell',
  slide: 'Projekt',
  previous: 'Vorheriges Projekt',
  next: 'Nächstes Projekt',
  slidePosition: '{first} von {count}',
  slideRange: '{first}–{last} von {count}',
  index: 'Ausgewählte Arbeiten',
  client: 'Auftraggeber',
  role: 'Rolle',
  technologies: 'Technologien',
  problem: 'Problem',
  approach: 'Lösung',
  result: 'Ergebnis',
  placeholder: 'bald',
  close: 'Schließen',
  present: 'heute',
  page: 'Seite {page} von {count}',
  localTime: '{time} Uhr Ortszeit',
  saveContact: 'Kontakt speichern',
  errorTitle: 'Unerwarteter Anwendungsfehler!',
  errorText:
    'Auf dieser Seite ist etwas schiefgegangen. Das liegt nicht an Ihnen. Die einfache Version enthält alles, und ihr Formular funktioniert.',
  errorLink: 'Einfache Version öffnen',
  missingTitle: 'Diese Seite gibt es nicht',
  missingText:
    'Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen. Auf der Startseite finden Sie alles.',
  receivedTitle: 'Ihre Nachricht ist angekommen',
  receivedText:
    'Sie ist sicher gespeichert und wird von einem Menschen gelesen, nur etwas später als andere Nachrichten.',
  failedTitle: 'Ihre Nachricht wurde nicht gesendet',
  failedText:
    'Gehen Sie zurück, prüfen Sie Ihre Angaben und versuchen Sie es etwas später noch einmal; es geht nichts verloren.',
  back: 'Zurück zur Seite',
  missingLink: 'Zur Startseite',
  content: {
    greeting: 'Hallo!',
    button: 'Nachricht schreiben',
    about: 'Über mich',
    services: 'Leistungen',
    projects: 'Projekte',
    testimonials: 'Stimmen',
    resume: 'Lebenslauf',
    contact: 'Kontakt',
    download: 'Lebenslauf herunterladen',
    fileName: 'Lebenslauf.pdf',
    education: 'Ausbildung',
    experience: 'Berufserfahrung',
    volunteering: 'Ehrenamt',
    skills: 'Kenntnisse',
    languages: 'Sprachen',
    certificates: 'Zertifikate',
    awards: 'Auszeichnungen',
    publications: 'Veröffentlichungen',
    liveDemo: 'Live-Demo',
    lead: 'Schreiben Sie mir, worum es geht. Ich lese jede Nachricht selbst.',
    subjects: [
      'Allgemeine Anfrage',
      'Gemeinsames Projekt',
      'Stellenangebot',
      'Rückmeldung',
      'Anderes',
    ],
  },
  draft: {
    claim: 'Sagen Sie in einem Satz, was Sie bauen und für wen.',
    bio: 'Schreiben Sie zwei oder drei Sätze über sich: was Sie tun, für wen und wie Sie arbeiten.',
    project: 'Ihr erstes Projekt',
    summary: 'Wozu es dient, und was sich dadurch geändert hat.',
    job: 'Ihre Aufgabe',
    employer: 'Auftraggeber oder Unternehmen',
    degree: 'Abschluss oder Ausbildung',
    school: 'Schule oder Hochschule',
    skill: 'Ihre erste Fähigkeit',
  },
  form: {
    name: 'Name',
    email: 'E-Mail',
    subject: 'Betreff',
    subjectTitle: 'Betreff',
    message: 'Nachricht',
    optional: 'optional',
    honeypot: 'Dieses Feld bitte leer lassen',
    send: 'Nachricht senden',
    sending: 'Wird gesendet\u00a0…',
    orWrite: 'Oder schreiben Sie an',
    nameMissing: 'Bitte geben Sie Ihren Namen an.',
    emailMissing: 'Bitte geben Sie Ihre E-Mail-Adresse an, damit ich antworten kann.',
    emailWrong: 'Diese E-Mail-Adresse ist unvollständig. Sie sollte so aussehen: name@example.com.',
    emailUnusable:
      'Diese E-Mail-Adresse kann nicht verwendet werden. Bitte prüfen Sie sie, oder nehmen Sie eine andere.',
    messageMissing: 'Bitte schreiben Sie eine Nachricht.',
    messageLength: '{count} von {limit} Zeichen',
    messageTooLong: 'Eine Nachricht kann höchstens {limit} Zeichen haben, nicht {count}.',
    receipt: 'Beleg',
    receiptNumber: 'Nummer',
    receiptTime: 'Gesendet',
    receiptAnswer: 'Antwort bis',
    toasts: 'Hinweise',
    dismiss: 'Schließen',
    toastSent: 'Nachricht erfolgreich gesendet!',
    toastFailed:
      'Die Nachricht konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
    toastCaptcha: 'Bitte lösen Sie das Captcha',
    sent: 'Vielen Dank. Ihre Nachricht ist angekommen, ich antworte Ihnen per E-Mail.',
    unconfirmed:
      'Die Antwort bestätigt nicht, dass Ihre Nachricht angekommen ist. Ihr Text ist noch da.',
    restore: 'Text zurückholen',
    captchaFirst:
      'Bitte lösen Sie zuerst das Captcha oben und senden Sie die Nachricht dann noch einmal.',
    failed:
      'Ihre Nachricht konnte nicht gesendet werden. Ihr Text bleibt hier erhalten; bitte versuchen Sie es später noch einmal.',
    timeout:
      'Der Server hat nicht rechtzeitig geantwortet. Ihr Text bleibt hier erhalten; auch wenn Sie ihn noch einmal senden, kommt er nur einmal an.',
    offline:
      'Sie scheinen offline zu sein. Ihr Text bleibt hier erhalten; bitte senden Sie ihn, sobald Sie wieder verbunden sind.',
    tooMany:
      'Es kamen zu viele Nachrichten in kurzer Zeit. Ihr Text bleibt hier erhalten; bitte warten Sie einige Minuten.',
    forbidden: 'Diese Nachricht wurde abgelehnt. Ihr Text bleibt hier erhalten.',
    headless:
      'Dieser Browser wird offenbar von einem Programm gesteuert, deshalb wurde nichts gesendet.',
    refused:
      'Ein Teil Ihrer Angaben wurde nicht akzeptiert. Ihr Text bleibt hier erhalten; bitte prüfen Sie die E-Mail-Adresse oder kürzen Sie den Text.',
    faults: 'Bitte prüfen Sie die markierten Felder.',
    captchaRefused:
      'Das Captcha wurde nicht akzeptiert. Bitte lösen Sie es noch einmal und senden Sie die Nachricht erneut.',
    captcha: 'Captcha',
    captchaLabel: 'Ich bin kein Roboter',
    captchaChecking: 'Wird geprüft\u00a0…',
    captchaDone: 'Geprüft',
    captchaLoading: 'Captcha wird geladen\u00a0…',
    captchaExpired: 'Das Captcha ist abgelaufen. Bitte lösen Sie es noch einmal.',
    captchaFailed:
      'Das Captcha konnte nicht geladen werden. Es wird zum Senden benötigt: Bitte versuchen Sie es noch einmal, oder laden Sie die Seite neu; Ihr Text bleibt erhalten.',
    captchaOffline:
      'Das Captcha konnte nicht geladen werden, weil Sie offline zu sein scheinen. Ihr Text bleibt hier erhalten.',
    captchaRetry: 'Erneut versuchen',
  },
  legal: {
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    responsible: 'Verantwortlich für diese Website',
    visit: 'Besuch dieser Seite',
    visitText:
      'Ihr Browser fordert diese Seite von einem Server an, der dabei Ihre IP-Adresse erhält. Die Seite setzt keine Cookies.',
    host: 'Die Website wird von {host} gehostet.',
    logs: 'Der Anbieter des Servers protokolliert möglicherweise Zugriffe mit IP-Adressen. Wie lange er sie speichert, sage ich Ihnen auf Anfrage.',
    sameServer: 'Schriften, Skripte und Bilder kommen vom selben Server.',
    imageHosts:
      'Schriften und Skripte kommen vom selben Server. Bilder kommen auch von {hosts}; dabei wird Ihre IP-Adresse übertragen.',
    theme: 'Wenn Sie das Farbschema wechseln, speichert Ihr Browser die Auswahl auf Ihrem Gerät.',
    formHeading: 'Kontaktformular',
    ownGateway:
      'Wenn Sie eine Nachricht senden, speichert der Server dieser Website Ihren Namen, Ihre E-Mail-Adresse, den Betreff und den Text und sendet sie mir per E-Mail.',
    otherGateway:
      'Wenn Sie eine Nachricht senden, speichert {host} Ihren Namen, Ihre E-Mail-Adresse, den Betreff und den Text und sendet sie mir per E-Mail.',
    emailJs:
      'Wenn Sie eine Nachricht senden, gehen Ihr Name, Ihre E-Mail-Adresse, der Betreff und der Text an den Dienst EmailJS ({host}), der sie mir per E-Mail sendet.',
    retention: 'Speicherdauer auf dem Server: {time}.',
    retentionUnknown:
      'Wie lange der Server eine Nachricht speichert, hängt von seinen Einstellungen ab. Auf Anfrage gebe ich Auskunft.',
    mailServer: 'Die E-Mail wird über {host} gesendet.',
    mailbox: 'Die E-Mail bleibt in meinem Postfach, bis ich sie lösche.',
    autoReply: 'Der Server sendet eine automatische Antwort an Ihre E-Mail-Adresse.',
    rateLimit:
      'Um Missbrauch einzudämmen, zählt der Server, wie viele Nachrichten pro Stunde aus jedem Netzwerk kommen.',
    rateLimitMemory: 'Diese Zahlen bleiben nur im Arbeitsspeicher, höchstens eine Stunde lang.',
    formLog: 'Das Protokoll des Servers enthält weder Ihre IP-Adresse noch Ihren Text.',
    draft:
      'Was Sie schreiben, bleibt bis zum Senden in diesem Browser-Tab und verschwindet, wenn Sie ihn schließen.',
    throttle:
      'Der Zeitpunkt Ihrer letzten Nachricht wird auf Ihrem Gerät gespeichert, weil zwischen zwei Nachrichten eine Wartezeit liegt.',
    altcha:
      'Ihr Browser löst eine kleine Aufgabe, die das Formular vor Spam schützt. Kein anderes Unternehmen ist beteiligt.',
    captcha:
      '{service} schützt das Formular vor Spam. Der Dienst wird geladen, wenn Sie das Formular benutzen, und erhält Ihre IP-Adresse und Daten über Ihren Browser.',
    rights: 'Ihre Rechte',
    visitBasis:
      'Ich verarbeite diese Daten, um Ihnen die Seite zu zeigen und sie sicher zu betreiben; das ist mein berechtigtes Interesse (Art.\u00a06 Abs.\u00a01 Buchst.\u00a0f DSGVO).',
    formBasis:
      'Ich verwende Ihre Angaben nur, um Ihnen zu antworten: um einen Vertrag vorzubereiten oder zu erfüllen (Art.\u00a06 Abs.\u00a01 Buchst.\u00a0b DSGVO) oder weil ich ein berechtigtes Interesse daran habe, Nachrichten zu beantworten (Art.\u00a06 Abs.\u00a01 Buchst.\u00a0f DSGVO).',
    voluntary:
      'Sie müssen keine dieser Angaben machen; ohne E-Mail-Adresse kann ich nicht antworten.',
    transfer: '{service} verarbeitet Daten möglicherweise außerhalb der Europäischen Union.',
    mailText:
      'Wenn Sie mir eine E-Mail schreiben, erhalte ich Ihre Adresse und Ihren Text und bewahre sie in meinem Postfach auf, bis ich sie lösche.',
    rightsText:
      'Sie können Auskunft verlangen, welche Daten über Sie ich speichere, sie berichtigen oder löschen oder ihre Verarbeitung einschränken lassen und die Daten, die Sie mir gegeben haben, in einem gängigen Format erhalten (Art.\u00a015 bis 18 und 20 DSGVO).',
    objection:
      'Sie können einer Verarbeitung, die auf meinem berechtigten Interesse beruht, jederzeit widersprechen (Art.\u00a021 DSGVO).',
    complaint:
      'Sie können sich bei einer Datenschutz-Aufsichtsbehörde beschweren (Art.\u00a077 DSGVO).',
    formNotice: 'Ihre Angaben verwende ich nur, um Ihnen zu antworten.',
    vatId: 'USt-IdNr.',
    contentResponsible: 'Verantwortlich für den Inhalt',
  },
}
