import type { Strings } from '../ui-strings.ts'

export const pl: Strings = {
  skip: 'Przejdź do treści',
  navigation: 'Sekcje',
  openMenu: 'Menu',
  backToTop: 'Do góry',
  scrollToSection: 'Przejdź do: {section}',
  newTab: 'otwiera się w nowej karcie',
  theme: 'Motyw',
  system: 'Systemowy',
  light: 'Jasny',
  dark: 'Ciemny',
  pause: 'Wstrzymaj animację pisania',
  play: 'Wznów animację pisania',
  gallery: 'Projekty',
  carousel: 'karuzela',
  slide: 'projekt',
  previous: 'Poprzedni projekt',
  next: 'Następny projekt',
  slidePosition: '{first} z {count}',
  slideRange: '{first}–{last} z {count}',
  index: 'Wybrane prace',
  client: 'Klient',
  role: 'Rola',
  technologies: 'Technologie',
  problem: 'Problem',
  approach: 'Rozwiązanie',
  result: 'Rezultat',
  readMore: 'Czytaj więcej',
  close: 'Zamknij',
  present: 'obecnie',
  page: 'Strona {page} z {count}',
  localTime: '{time} czasu lokalnego',
  saveContact: 'Zapisz kontakt',
  errorTitle: 'Nieoczekiwany błąd aplikacji!',
  errorText:
    'Coś na tej stronie przestało działać. To nie Twoja wina. Wersja uproszczona zawiera wszystko, a jej formularz działa.',
  errorLink: 'Otwórz wersję uproszczoną',
  missingTitle: 'Nie ma takiej strony',
  missingText:
    'Być może adres zawiera literówkę albo strona została przeniesiona. Wszystko jest na stronie głównej.',
  receivedTitle: 'Wiadomość dotarła',
  receivedText:
    'Została bezpiecznie zapisana i przeczyta ją człowiek, tylko nieco później niż inne.',
  failedTitle: 'Wiadomość nie została wysłana',
  failedText: 'Wróć, sprawdź wpisane dane i spróbuj ponownie nieco później; nic nie przepadło.',
  back: 'Wróć na stronę',
  missingLink: 'Przejdź na stronę główną',
  liveDemo: 'Demo na żywo',
  form: {
    name: 'Imię i nazwisko',
    email: 'E-mail',
    subject: 'Temat',
    subjectTitle: 'Temat',
    message: 'Wiadomość',
    optional: 'opcjonalnie',
    honeypot: 'Pozostaw to pole puste',
    send: 'Wyślij wiadomość',
    sending: 'Wysyłanie…',
    waiting: 'Wiadomość czeka, aż strona wczyta się do końca.',
    orWrite: 'Lub napisz na adres',
    nameMissing: 'Podaj imię i nazwisko.',
    emailMissing: 'Podaj adres e-mail, aby otrzymać odpowiedź.',
    emailWrong: 'Ten adres e-mail jest niepełny. Powinien wyglądać tak: nazwa@example.com.',
    messageMissing: 'Napisz wiadomość.',
    toasts: 'Powiadomienia',
    dismiss: 'Zamknij',
    toastSent: 'Wiadomość została wysłana!',
    toastFailed: 'Nie udało się wysłać wiadomości. Spróbuj ponownie później.',
    toastCaptcha: 'Rozwiąż zadanie captcha',
    sent: 'Dziękuję. Wiadomość dotarła, odpowiem e-mailem.',
    captchaFirst: 'Najpierw rozwiąż powyższe zadanie captcha, a potem wyślij wiadomość ponownie.',
    failed:
      'Nie udało się wysłać wiadomości. Tekst pozostał w formularzu; spróbuj ponownie później.',
    timeout:
      'Serwer nie odpowiedział na czas. Tekst pozostał w formularzu; jeśli wyślesz go ponownie, i tak dotrze tylko raz.',
    offline:
      'Wygląda na to, że nie ma połączenia z internetem. Tekst pozostał w formularzu; wyślij go, gdy połączenie wróci.',
    tooMany:
      'W krótkim czasie przyszło zbyt wiele wiadomości. Tekst pozostał w formularzu; odczekaj kilka minut.',
    forbidden: 'Ta wiadomość została odrzucona. Tekst pozostał w formularzu.',
    headless: 'Wygląda na to, że tą przeglądarką steruje program, więc nic nie zostało wysłane.',
    refused:
      'Część danych nie została przyjęta. Tekst pozostał w formularzu; sprawdź adres e-mail albo skróć wiadomość.',
    faults: 'Sprawdź oznaczone pola.',
    captchaRefused:
      'Captcha nie została przyjęta. Rozwiąż ją jeszcze raz i wyślij wiadomość ponownie.',
    captcha: 'Captcha',
    captchaLabel: 'Nie jestem robotem',
    captchaChecking: 'Sprawdzanie…',
    captchaDone: 'Sprawdzono',
    captchaWaiting: 'Tutaj pojawi się krótka kontrola antyspamowa.',
    captchaLoading: 'Wczytywanie zadania captcha…',
    captchaExpired: 'Captcha wygasła. Rozwiąż ją jeszcze raz.',
    captchaFailed:
      'Nie udało się wczytać zadania captcha. Bez niego nie można wysłać wiadomości: spróbuj ponownie albo odśwież stronę; tekst nie przepadnie.',
    captchaOffline:
      'Nie udało się wczytać zadania captcha: wygląda na to, że nie ma połączenia z internetem. Tekst pozostał w formularzu.',
    captchaRetry: 'Spróbuj ponownie',
  },
  legal: {
    imprint: 'Nota prawna',
    privacy: 'Polityka prywatności',
    responsible: 'Administrator danych',
    visit: 'Odwiedziny strony',
    visitText:
      'Przeglądarka pobiera tę stronę z serwera, który otrzymuje przy tym Twój adres IP. Strona nie używa plików cookie.',
    host: 'Hosting strony zapewnia {host}.',
    logs: 'Dostawca hostingu może zapisywać w dzienniku żądania wraz z adresami IP. Jeśli zapytasz, odpowiem, jak długo je przechowuje.',
    sameServer: 'Czcionki, skrypty i obrazy pochodzą z tego samego serwera.',
    imageHosts:
      'Czcionki i skrypty pochodzą z tego samego serwera. Obrazy pochodzą także z {hosts}, dokąd trafia przy tym Twój adres IP.',
    theme: 'Jeśli zmienisz motyw, przeglądarka zapisze ten wybór na Twoim urządzeniu.',
    formHeading: 'Formularz kontaktowy',
    ownGateway:
      'Gdy wysyłasz wiadomość, serwer tej strony zapisuje Twoje imię i nazwisko, adres e-mail, temat i treść oraz wysyła je do mnie e-mailem.',
    otherGateway:
      'Gdy wysyłasz wiadomość, {host} zapisuje Twoje imię i nazwisko, adres e-mail, temat i treść oraz wysyła je do mnie e-mailem.',
    emailJs:
      'Gdy wysyłasz wiadomość, Twoje imię i nazwisko, adres e-mail, temat i treść trafiają do usługi EmailJS ({host}), która wysyła je do mnie e-mailem.',
    retention: {
      one: 'Serwer usuwa wiadomość po upływie {days} dnia.',
      other: 'Serwer usuwa wiadomość po upływie {days} dni.',
    },
    retentionUnknown:
      'To, jak długo serwer przechowuje wiadomość, zależy od jego ustawień. Odpowiem, jeśli zapytasz.',
    mailServer: 'E-mail jest wysyłany przez {host}.',
    mailbox: 'E-mail pozostaje w mojej skrzynce, dopóki go nie usunę.',
    autoReply: 'Serwer wysyła automatyczną odpowiedź na Twój adres e-mail.',
    rateLimit:
      'Aby ograniczyć nadużycia, serwer liczy, ile wiadomości na godzinę przychodzi z każdej sieci.',
    rateLimitMemory: 'Te liczby pozostają tylko w pamięci operacyjnej, najwyżej przez godzinę.',
    formLog: 'Jego dziennik wiadomości nie zawiera ani Twojego adresu IP, ani treści wiadomości.',
    draft:
      'To, co piszesz, pozostaje w tej karcie przeglądarki do chwili wysłania lub zamknięcia karty.',
    throttle:
      'Czas wysłania ostatniej wiadomości jest zapisywany na Twoim urządzeniu, ponieważ kolejną można wysłać dopiero po pewnym czasie.',
    altcha:
      'Przeglądarka rozwiązuje małe zadanie, które chroni formularz przed spamem. Nie bierze w tym udziału żadna inna firma.',
    captcha:
      '{service} chroni formularz przed spamem. Usługa wczytuje się, gdy korzystasz z formularza, i otrzymuje Twój adres IP oraz dane o przeglądarce.',
    rights: 'Twoje prawa',
    rightsText:
      'Możesz zapytać, jakie dane o Tobie są przechowywane, oraz zażądać ich sprostowania lub usunięcia. Możesz też wnieść skargę do organu nadzorczego ds. ochrony danych osobowych.',
  },
}
