/** The texts of the message and of the automatic reply in one language. `{name}` and the like are filled in. */
export type MailText = {
  /** The display name of the sender. */
  via: string
  wrote: string
  /** What follows a label, if it is not a colon alone. */
  colon?: string
  /** The name of a visitor who gave none. */
  somebody: string
  /** The first line of the plain text part. */
  through: string
  address: string
  subject: string
  /** The label of the number that the visitor sees after sending. */
  receipt: string
  empty: string
  answer: string
  received: string
  page: string
  block: string
  reply: { subject: string; greeting: string; text: string }
}

export const TEXTS = {
  en: {
    via: '{name} via {host}',
    wrote: '{name} wrote to you',
    somebody: 'Somebody',
    through: '{name} wrote to you through {host}.',
    address: 'Address',
    subject: 'Subject',
    receipt: 'Receipt',
    empty: 'The message is empty.',
    answer: 'Reply to this mail and it goes to {address}.',
    received: 'Received {time}, message {id}.',
    page: 'Sent from {page}.',
    block: 'Block this sender',
    reply: {
      subject: 'Your message to {site} has arrived',
      greeting: 'Hello,',
      text: 'Your message has arrived, and a person will read it. You will hear back within two working days. If you did not send it, you can ignore this mail; no other will follow.',
    },
  },
  de: {
    via: '{name} via {host}',
    wrote: 'Nachricht von {name}',
    somebody: 'jemandem',
    through: 'Nachricht von {name}, gesendet über {host}.',
    address: 'Adresse',
    subject: 'Betreff',
    receipt: 'Beleg',
    empty: 'Die Nachricht ist leer.',
    answer: 'Eine Antwort auf diese Mail geht an {address}.',
    received: 'Empfangen: {time}. Nachricht {id}.',
    page: 'Gesendet von {page}.',
    block: 'Diesen Absender blockieren',
    reply: {
      subject: 'Ihre Nachricht an {site} ist angekommen',
      greeting: 'Guten Tag,',
      text: 'Ihre Nachricht ist angekommen und wird von einem Menschen gelesen. Sie erhalten innerhalb von zwei Werktagen eine Antwort. Falls Sie nicht geschrieben haben, können Sie diese Mail ignorieren; es folgt keine weitere.',
    },
  },
  pl: {
    via: '{name} przez {host}',
    wrote: 'Nowa wiadomość od: {name}',
    somebody: 'nieznany nadawca',
    through: 'Nowa wiadomość od: {name} (przez {host}).',
    address: 'Adres',
    subject: 'Temat',
    receipt: 'Potwierdzenie',
    empty: 'Wiadomość jest pusta.',
    answer: 'Odpowiedź na ten e-mail trafi na adres {address}.',
    received: 'Otrzymano: {time}. Wiadomość {id}.',
    page: 'Wysłano ze strony {page}.',
    block: 'Zablokuj tego nadawcę',
    reply: {
      subject: 'Twoja wiadomość do {site} dotarła',
      greeting: 'Dzień dobry,',
      text: 'Twoja wiadomość dotarła i przeczyta ją człowiek. Odpowiedź przyjdzie w ciągu dwóch dni roboczych. Jeśli to nie była Twoja wiadomość, zignoruj ten e-mail; kolejnych nie będzie.',
    },
  },
  fr: {
    via: '{name} via {host}',
    wrote: '{name} vous a écrit',
    colon: '\u00a0:',
    somebody: 'Quelqu’un',
    through: '{name} vous a écrit via {host}.',
    address: 'Adresse',
    subject: 'Objet',
    receipt: 'Accusé de réception',
    empty: 'Le message est vide.',
    answer: 'Répondez à cet e-mail pour écrire à {address}.',
    received: 'Reçu le {time}, message {id}.',
    page: 'Envoyé depuis {page}.',
    block: 'Bloquer cet expéditeur',
    reply: {
      subject: 'Votre message à {site} est bien arrivé',
      greeting: 'Bonjour,',
      text: 'Votre message est bien arrivé et sera lu par une vraie personne. Vous recevrez une réponse sous deux jours ouvrés. Si vous n’avez pas écrit ce message, vous pouvez ignorer cet e-mail\u202f; il n’y en aura pas d’autre.',
    },
  },
  es: {
    via: '{name} a través de {host}',
    wrote: 'Mensaje de {name}',
    somebody: 'alguien',
    through: 'Mensaje de {name} a través de {host}.',
    address: 'Dirección',
    subject: 'Asunto',
    receipt: 'Acuse de recibo',
    empty: 'El mensaje está vacío.',
    answer: 'Si responde a este correo, la respuesta llega a {address}.',
    received: 'Recibido: {time}. Mensaje {id}.',
    page: 'Enviado desde {page}.',
    block: 'Bloquear a este remitente',
    reply: {
      subject: 'Su mensaje a {site} ha llegado',
      greeting: 'Hola:',
      text: 'Su mensaje ha llegado y lo leerá una persona. Recibirá una respuesta en un plazo de dos días laborables. Si no ha escrito usted, puede ignorar este correo; no recibirá ninguno más.',
    },
  },
  it: {
    via: '{name} tramite {host}',
    wrote: 'Messaggio da {name}',
    somebody: 'qualcuno',
    through: 'Messaggio da {name} tramite {host}.',
    address: 'Indirizzo',
    subject: 'Oggetto',
    receipt: 'Ricevuta',
    empty: 'Il messaggio è vuoto.',
    answer: 'Rispondendo a questa e-mail si scrive a {address}.',
    received: 'Ricevuto: {time}. Messaggio {id}.',
    page: 'Inviato da {page}.',
    block: 'Blocca questo mittente',
    reply: {
      subject: 'Il suo messaggio a {site} è arrivato',
      greeting: 'Buongiorno,',
      text: 'il suo messaggio è arrivato e sarà letto da una persona. Riceverà una risposta entro due giorni lavorativi. Se non ha scritto lei, può ignorare questa e-mail; non ne arriveranno altre.',
    },
  },
  pt: {
    via: '{name} via {host}',
    wrote: 'Mensagem de {name}',
    somebody: 'alguém',
    through: 'Mensagem de {name} através de {host}.',
    address: 'Endereço',
    subject: 'Assunto',
    receipt: 'Comprovativo',
    empty: 'A mensagem está vazia.',
    answer: 'Se responder a este e-mail, a resposta segue para {address}.',
    received: 'Recebida: {time}. Mensagem {id}.',
    page: 'Enviada a partir de {page}.',
    block: 'Bloquear este remetente',
    reply: {
      subject: 'A sua mensagem para {site} chegou',
      greeting: 'Olá,',
      text: 'A sua mensagem chegou e será lida por uma pessoa. Terá resposta no prazo de dois dias úteis. Se não escreveu esta mensagem, pode ignorar este e-mail; não receberá mais nenhum.',
    },
  },
  nl: {
    via: '{name} via {host}',
    wrote: 'Bericht van {name}',
    somebody: 'iemand',
    through: 'Bericht van {name} via {host}.',
    address: 'Adres',
    subject: 'Onderwerp',
    receipt: 'Ontvangstbewijs',
    empty: 'Het bericht is leeg.',
    answer: 'Een antwoord op deze e-mail gaat naar {address}.',
    received: 'Ontvangen: {time}. Bericht {id}.',
    page: 'Verzonden vanaf {page}.',
    block: 'Deze afzender blokkeren',
    reply: {
      subject: 'Uw bericht aan {site} is aangekomen',
      greeting: 'Goedendag,',
      text: 'Uw bericht is aangekomen en wordt door een mens gelezen. U krijgt binnen twee werkdagen antwoord. Als u dit bericht niet zelf hebt geschreven, kunt u deze e-mail negeren; er volgen er geen meer.',
    },
  },
  cs: {
    via: '{name} přes {host}',
    wrote: 'Nová zpráva od: {name}',
    somebody: 'neznámý odesílatel',
    through: 'Nová zpráva od: {name} (přes {host}).',
    address: 'Adresa',
    subject: 'Předmět',
    receipt: 'Potvrzení',
    empty: 'Zpráva je prázdná.',
    answer: 'Odpověď na tento e-mail půjde na adresu {address}.',
    received: 'Přijato: {time}. Zpráva {id}.',
    page: 'Odesláno ze stránky {page}.',
    block: 'Zablokovat tohoto odesílatele',
    reply: {
      subject: 'Vaše zpráva pro {site} dorazila',
      greeting: 'Dobrý den,',
      text: 'vaše zpráva dorazila a přečte si ji člověk. Odpověď dostanete do dvou pracovních dnů. Pokud ta zpráva není od vás, můžete tento e-mail ignorovat; žádný další nepřijde.',
    },
  },
  uk: {
    via: '{name} через {host}',
    wrote: 'Нове повідомлення від: {name}',
    somebody: 'невідомий відправник',
    through: 'Нове повідомлення від: {name} (через {host}).',
    address: 'Адреса',
    subject: 'Тема',
    receipt: 'Підтвердження',
    empty: 'Повідомлення порожнє.',
    answer: 'Відповідь на цей лист надійде на адресу {address}.',
    received: 'Отримано: {time}. Повідомлення {id}.',
    page: 'Надіслано зі сторінки {page}.',
    block: 'Заблокувати цього відправника',
    reply: {
      subject: 'Ваше повідомлення для {site} надійшло',
      greeting: 'Добрий день!',
      text: 'Ваше повідомлення надійшло, і його прочитає людина. Ви отримаєте відповідь протягом двох робочих днів. Якщо писали не ви, просто проігноруйте цей лист; інших не буде.',
    },
  },
  sv: {
    via: '{name} via {host}',
    wrote: 'Meddelande från {name}',
    somebody: 'någon',
    through: 'Meddelande från {name} via {host}.',
    address: 'Adress',
    subject: 'Ämne',
    receipt: 'Kvittens',
    empty: 'Meddelandet är tomt.',
    answer: 'Ett svar på det här mejlet går till {address}.',
    received: 'Mottaget: {time}. Meddelande {id}.',
    page: 'Skickat från {page}.',
    block: 'Blockera den här avsändaren',
    reply: {
      subject: 'Ditt meddelande till {site} har kommit fram',
      greeting: 'Hej!',
      text: 'Ditt meddelande har kommit fram och läses av en människa. Du får svar inom två arbetsdagar. Om det inte var du som skrev kan du bortse från det här mejlet; du får inga fler.',
    },
  },
} satisfies Record<string, MailText>
