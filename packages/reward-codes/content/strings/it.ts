import type { Strings } from '../ui-strings.ts'

export const it: Strings = {
  skip: 'Vai al contenuto',
  navigation: 'Sezioni',
  openMenu: 'Menu',
  backToTop: 'Torna su',
  scrollToSection: 'Vai a {section}',
  newTab: 'si apre in una nuova scheda',
  theme: 'Tema',
  system: 'Sistema',
  light: 'Chiaro',
  dark: 'Scuro',
  pause: 'Metti in pausa l’animazione del testo',
  play: 'Riprendi l’animazione del testo',
  gallery: 'Progetti',
  carousel: 'carosello',
  slide: 'progetto',
  previous: 'Progetto precedente',
  next: 'Progetto successivo',
  slidePosition: '{first} di {count}',
  slideRange: '{first}–{last} di {count}',
  index: 'Progetti selezionati',
  client: 'Cliente',
  role: 'Ruolo',
  technologies: 'Tecnologie',
  problem: 'Problema',
  approach: 'Approccio',
  result: 'Risultato',
  readMore: 'Leggi di più',
  close: 'Chiudi',
  present: 'oggi',
  page: 'Pagina {page} di {count}',
  localTime: '{time}, ora locale',
  saveContact: 'Salva contatto',
  errorTitle: 'Errore imprevisto dell’applicazione!',
  errorText:
    'Qualcosa in questa pagina non ha funzionato. Non è colpa sua. La versione semplice contiene tutto, compreso un modulo che funziona.',
  errorLink: 'Apri la versione semplice',
  missingTitle: 'Questa pagina non esiste',
  missingText:
    'Forse l’indirizzo è scritto male, o la pagina è stata spostata. Tutto si trova nella pagina iniziale.',
  receivedTitle: 'Il messaggio è arrivato',
  receivedText: 'È conservato al sicuro e sarà letto da una persona, un po’ più tardi di altri.',
  failedTitle: 'Il messaggio non è stato inviato',
  failedText:
    'Torni indietro, controlli quanto ha scritto e riprovi un po’ più tardi; nulla è andato perso.',
  back: 'Torna alla pagina',
  missingLink: 'Vai alla pagina iniziale',
  liveDemo: 'Demo online',
  form: {
    name: 'Nome',
    email: 'E-mail',
    subject: 'Oggetto',
    subjectTitle: 'Oggetto',
    message: 'Messaggio',
    optional: 'facoltativo',
    honeypot: 'Lasci vuoto questo campo',
    send: 'Invia messaggio',
    sending: 'Invio in corso…',
    waiting: 'Il messaggio attende che la pagina finisca di caricarsi.',
    orWrite: 'Oppure scriva a',
    nameMissing: 'Inserisca il suo nome.',
    emailMissing: 'Inserisca il suo indirizzo e-mail, così potrò risponderle.',
    emailWrong: 'L’indirizzo e-mail è incompleto. Esempio: nome@example.com.',
    messageMissing: 'Scriva un messaggio.',
    toasts: 'Avvisi',
    dismiss: 'Chiudi',
    toastSent: 'Messaggio inviato!',
    toastFailed: 'Non è stato possibile inviare il messaggio. Riprovi più tardi.',
    toastCaptcha: 'Completi il captcha',
    sent: 'Grazie. Il messaggio è arrivato e le risponderò per e-mail.',
    captchaFirst: 'Completi prima il captcha qui sopra, poi invii di nuovo il messaggio.',
    failed: 'Non è stato possibile inviare il messaggio. Il testo resta qui; riprovi più tardi.',
    timeout:
      'La risposta non è arrivata in tempo. Il testo resta qui; se lo invia di nuovo, non arriverà due volte.',
    offline:
      'Sembra che manchi la connessione. Il testo resta qui; lo invii quando sarà di nuovo online.',
    tooMany:
      'Sono arrivati troppi messaggi in poco tempo. Il testo resta qui; attenda qualche minuto.',
    forbidden: 'Questo messaggio è stato rifiutato. Il testo resta qui.',
    headless:
      'Questo browser sembra controllato da un programma, perciò non è stato inviato nulla.',
    refused:
      'Qualcosa non è stato accettato. Il testo resta qui; controlli l’indirizzo o abbrevi il messaggio.',
    faults: 'Controlli i campi segnalati.',
    captchaRefused:
      'Il captcha non è stato accettato. Lo completi di nuovo e invii di nuovo il messaggio.',
    captcha: 'Captcha',
    captchaLabel: 'Non sono un robot',
    captchaChecking: 'Verifica in corso…',
    captchaDone: 'Verificato',
    captchaWaiting: 'Qui apparirà una breve verifica antispam.',
    captchaLoading: 'Caricamento del captcha…',
    captchaExpired: 'Il captcha è scaduto. Lo completi di nuovo.',
    captchaFailed:
      'Non è stato possibile caricare il captcha, necessario per l’invio: riprovi o ricarichi la pagina; il testo resta qui.',
    captchaOffline:
      'Non è stato possibile caricare il captcha perché sembra che manchi la connessione. Il testo resta qui.',
    captchaRetry: 'Riprova',
  },
  legal: {
    imprint: 'Note legali',
    privacy: 'Privacy',
    responsible: 'Titolare del trattamento',
    visit: 'Visita a questa pagina',
    visitText:
      'Il browser richiede questa pagina a un server, che riceve così il suo indirizzo IP. La pagina non usa cookie.',
    host: 'Il sito è ospitato da {host}.',
    logs: 'Il fornitore di hosting può registrare le richieste con gli indirizzi IP. Mi chieda per quanto tempo li conserva.',
    sameServer: 'Font, script e immagini provengono dallo stesso server.',
    imageHosts:
      'Font e script provengono dallo stesso server. Alcune immagini vengono caricate da {hosts}, a cui viene così trasmesso il suo indirizzo IP.',
    theme: 'Se cambia il tema, il browser salva la scelta sul suo dispositivo.',
    formHeading: 'Modulo di contatto',
    ownGateway:
      'Quando invia un messaggio, il server di questo sito salva il suo nome, il suo indirizzo e-mail, l’oggetto e il testo, e me li invia per e-mail.',
    otherGateway:
      'Quando invia un messaggio, {host} salva il suo nome, il suo indirizzo e-mail, l’oggetto e il testo, e me li invia per e-mail.',
    emailJs:
      'Quando invia un messaggio, il suo nome, il suo indirizzo e-mail, l’oggetto e il testo vengono trasmessi al servizio EmailJS ({host}), che me li invia per e-mail.',
    retention: {
      one: 'Il server elimina ogni messaggio dopo {days} giorno.',
      other: 'Il server elimina ogni messaggio dopo {days} giorni.',
    },
    retentionUnknown:
      'La durata di conservazione dei messaggi dipende dalle impostazioni del server. Su richiesta le darò informazioni.',
    mailServer: 'L’e-mail viene inviata tramite {host}.',
    mailbox: 'L’e-mail resta nella mia casella di posta finché non la elimino.',
    autoReply: 'Il server invia una risposta automatica al suo indirizzo e-mail.',
    rateLimit: 'Per limitare gli abusi, il server conta i messaggi per ora e per rete.',
    rateLimitMemory: 'Questi conteggi restano solo in memoria, per un’ora al massimo.',
    formLog:
      'Il registro dei messaggi del server non contiene né il suo indirizzo IP né il suo testo.',
    draft:
      'Ciò che scrive resta in questa scheda del browser fino all’invio o alla chiusura della scheda.',
    throttle:
      'L’ora del suo ultimo messaggio resta sul suo dispositivo, perché prima di inviarne un altro bisogna attendere.',
    altcha:
      'Il browser esegue un piccolo calcolo che protegge il modulo dallo spam. Nessun’altra azienda è coinvolta.',
    captcha:
      '{service} protegge il modulo dallo spam. Si carica quando usa il modulo e riceve il suo indirizzo IP e dati sul suo browser.',
    rights: 'I suoi diritti',
    rightsText:
      'Può chiedere quali dati che la riguardano sono conservati, e farli rettificare o cancellare. Può anche presentare un reclamo a un’autorità per la protezione dei dati.',
  },
}
