import type { Strings } from '../ui-strings.ts'

export const sv: Strings = {
  skip: 'Hoppa till innehållet',
  navigation: 'Avsnitt',
  openMenu: 'Meny',
  backToTop: 'Till toppen',
  scrollToSection: 'Gå till {section}',
  newTab: 'öppnas i en ny flik',
  theme: 'Tema',
  system: 'System',
  light: 'Ljust',
  dark: 'Mörkt',
  pause: 'Pausa skrivanimationen',
  play: 'Återuppta skrivanimationen',
  gallery: 'Projekt',
  carousel: 'karusell',
  slide: 'projekt',
  previous: 'Föregående projekt',
  next: 'Nästa projekt',
  slidePosition: '{first} av {count}',
  slideRange: '{first}–{last} av {count}',
  index: 'Utvalda arbeten',
  client: 'Kund',
  role: 'Roll',
  technologies: 'Tekniker',
  problem: 'Problem',
  approach: 'Lösning',
  result: 'Resultat',
  readMore: 'Läs mer',
  close: 'Stäng',
  present: 'nu',
  page: 'Sida {page} av {count}',
  localTime: '{time} lokal tid',
  saveContact: 'Spara kontakt',
  errorTitle: 'Oväntat programfel!',
  errorText:
    'Något gick fel på sidan. Det är inte ditt fel. I den enkla versionen finns allt, och där fungerar formuläret.',
  errorLink: 'Öppna den enkla versionen',
  missingTitle: 'Sidan finns inte',
  missingText:
    'Adressen kan vara felstavad, eller så har sidan flyttats. Allt finns på startsidan.',
  receivedTitle: 'Ditt meddelande har kommit fram',
  receivedText:
    'Det är sparat och kommer att läsas av en människa, bara lite senare än andra meddelanden.',
  failedTitle: 'Ditt meddelande skickades inte',
  failedText:
    'Gå tillbaka, se över det du skrev och försök igen lite senare; inget har gått förlorat.',
  back: 'Tillbaka till sidan',
  missingLink: 'Till startsidan',
  liveDemo: 'Livedemo',
  form: {
    name: 'Namn',
    email: 'E-post',
    subject: 'Ämne',
    subjectTitle: 'Ämne',
    message: 'Meddelande',
    optional: 'valfritt',
    honeypot: 'Lämna det här fältet tomt',
    send: 'Skicka meddelande',
    sending: 'Skickar …',
    waiting: 'Ditt meddelande väntar tills hela sidan har laddats.',
    orWrite: 'Eller skriv till',
    nameMissing: 'Ange ditt namn.',
    emailMissing: 'Ange din e-postadress så att jag kan svara.',
    emailWrong: 'E-postadressen är inte fullständig. Den ska se ut som namn@example.com.',
    messageMissing: 'Skriv ett meddelande.',
    toasts: 'Aviseringar',
    dismiss: 'Stäng',
    toastSent: 'Meddelandet har skickats!',
    toastFailed: 'Meddelandet kunde inte skickas. Försök igen senare.',
    toastCaptcha: 'Lös captchan',
    sent: 'Tack. Ditt meddelande har kommit fram och jag svarar via e-post.',
    captchaFirst: 'Lös först captchan ovan och skicka sedan meddelandet igen.',
    failed: 'Ditt meddelande kunde inte skickas. Texten finns kvar här; försök igen senare.',
    timeout:
      'Servern svarade inte i tid. Texten finns kvar här; även om du skickar den igen kommer den bara fram en gång.',
    offline: 'Du verkar vara offline. Texten finns kvar här; skicka den när du är ansluten igen.',
    tooMany:
      'Det kom för många meddelanden på kort tid. Texten finns kvar här; vänta några minuter.',
    forbidden: 'Meddelandet avvisades. Texten finns kvar här.',
    headless: 'Webbläsaren verkar styras av ett program, så inget skickades.',
    refused:
      'Något av det du angav godtogs inte. Texten finns kvar här; kontrollera e-postadressen eller korta texten.',
    faults: 'Kontrollera de markerade fälten.',
    captchaRefused: 'Captchan godtogs inte. Lös den en gång till och skicka meddelandet igen.',
    captcha: 'Captcha',
    captchaLabel: 'Jag är inte en robot',
    captchaChecking: 'Kontrollerar …',
    captchaDone: 'Kontrollen är klar',
    captchaWaiting: 'Här visas snart en kort skräppostkontroll.',
    captchaLoading: 'Laddar captchan …',
    captchaExpired: 'Captchan har gått ut. Lös den en gång till.',
    captchaFailed:
      'Captchan kunde inte laddas. Den behövs för att meddelandet ska kunna skickas: försök igen eller ladda om sidan; texten finns kvar.',
    captchaOffline:
      'Captchan kunde inte laddas eftersom du verkar vara offline. Texten finns kvar här.',
    captchaRetry: 'Försök igen',
  },
  legal: {
    imprint: 'Juridisk information',
    privacy: 'Integritetspolicy',
    responsible: 'Personuppgiftsansvarig',
    visit: 'När du besöker sidan',
    visitText:
      'Din webbläsare hämtar sidan från en server, som då får din IP-adress. Sidan använder inga kakor.',
    host: 'Webbplatsen ligger hos {host}.',
    logs: 'Serverleverantören kan logga förfrågningar med IP-adresser. Fråga mig hur länge de sparas.',
    sameServer: 'Typsnitt, skript och bilder kommer från samma server.',
    imageHosts:
      'Typsnitt och skript kommer från samma server. Bilder kommer också från {hosts}, som då får din IP-adress.',
    outsideScripts:
      'På sidan körs också skript från {hosts}, som då får din IP-adress och uppgifter om din webbläsare.',
    theme: 'Om du byter tema sparar webbläsaren valet på din enhet.',
    formHeading: 'Kontaktformulär',
    ownGateway:
      'När du skickar ett meddelande sparar webbplatsens server ditt namn, din e-postadress, ämnet och texten och skickar dem till mig med e-post.',
    otherGateway:
      'När du skickar ett meddelande sparar {host} ditt namn, din e-postadress, ämnet och texten och skickar dem till mig med e-post.',
    emailJs:
      'När du skickar ett meddelande går ditt namn, din e-postadress, ämnet och texten till tjänsten EmailJS ({host}), som skickar dem till mig med e-post.',
    retention: {
      one: 'Servern raderar ett meddelande efter {days} dag.',
      other: 'Servern raderar ett meddelande efter {days} dagar.',
    },
    retentionUnknown:
      'Hur länge servern sparar ett meddelande beror på dess inställningar. Fråga mig om du vill veta.',
    mailServer: 'E-postmeddelandet skickas via {host}.',
    mailbox: 'E-postmeddelandet finns kvar i min inkorg tills jag raderar det.',
    autoReply: 'Servern skickar ett automatiskt svar till din e-postadress.',
    rateLimit:
      'För att begränsa missbruk räknar servern hur många meddelanden som kommer från varje nätverk per timme.',
    rateLimitMemory: 'Antalen finns bara i arbetsminnet, i högst en timme.',
    formLog: 'Dess logg över meddelanden innehåller varken din IP-adress eller din text.',
    draft:
      'Det du skriver stannar i den här webbläsarfliken tills du skickar det eller stänger fliken.',
    throttle:
      'Tidpunkten för ditt senaste meddelande sparas på din enhet, eftersom det måste gå en stund innan du kan skicka nästa.',
    altcha:
      'Din webbläsare löser en liten uppgift som skyddar formuläret mot skräppost. Inget annat företag är inblandat.',
    captcha:
      '{service} skyddar formuläret mot skräppost. Tjänsten laddas när du använder formuläret och får din IP-adress och uppgifter om din webbläsare.',
    rights: 'Dina rättigheter',
    rightsText:
      'Du kan fråga vilka uppgifter om dig som är sparade och få dem rättade eller raderade. Du kan också lämna in ett klagomål till en dataskyddsmyndighet.',
  },
}
