/** The texts of the mails in one language. `{name}` and the like are filled in. */
type MailText = {
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
  empty: string
  answer: string
  received: string
  reply: { subject: string; greeting: string; text: string }
  /** How many messages: "one message", "3 messages". */
  messages: Plural
  /** The notice of held messages: what happened, and the labels of two commands. */
  notice: { subject: string; text: string; list: string; release: string }
  alerts: {
    /** The display name of the sender. */
    from: string
    /** In place of an error. */
    noAttempt: string
    stalled: AlertText
    failed: AlertText
  }
}

/** `error` introduces the response of the mail server. */
type AlertText = {
  subject: string
  text: string
  error: string
  advice: string
  repeat: string
}

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const TEXTS: Record<string, MailText> = {
  en: {
    via: '{name} via {host}',
    wrote: '{name} wrote to you',
    somebody: 'Somebody',
    through: '{name} wrote to you through {site}.',
    address: 'Address',
    subject: 'Subject',
    empty: 'The message is empty.',
    answer: 'Reply to this mail and it goes to {address}.',
    received: 'Received {time}, message {id}.',
    reply: {
      subject: 'Your message to {site} has arrived',
      greeting: 'Hello,',
      text: 'Your message has arrived, and a person will read it. You will hear back within two working days. If you did not send it, you can ignore this mail; no other will follow.',
    },
    messages: { one: 'one message', other: '{count} messages' },
    notice: {
      subject: 'Held for review: {messages} on {site}',
      text: 'On {site}, {messages} looked like spam or came from a browser without JavaScript. Held messages are stored and not delivered until you release them.',
      list: 'List them',
      release: 'Release one',
    },
    alerts: {
      from: 'Your mail gateway',
      noAttempt: 'No attempt has finished yet.',
      stalled: {
        subject: 'Delivery has stalled: {Messages} not delivered to you',
        text: 'Waiting to be delivered to you: {messages} from your visitors, the oldest since\n{since}. No message is lost: all are stored and retried.',
        error: 'The last attempt failed with:',
        advice:
          'What to do: run "npm run doctor" where the gateway runs. It checks everything that delivery depends on and shows how to fix it. "npm run messages -- list --state queued" lists the messages.',
        repeat:
          'This alert was sent through {service}. It repeats daily while delivery is stalled.',
      },
      failed: {
        subject: 'Delivery has failed: {Messages} not delivered to you',
        text: 'Not delivered and not retried: {messages} from your visitors, which no recipient got. No message is lost: all are stored.',
        error: 'The latest failed with:',
        advice:
          'What to do: list them with "npm run messages -- list --state failed". Fix the cause and retry with "npm run messages -- retry ID", or answer the visitor yourself and acknowledge the failure with "npm run messages -- acknowledge ID".',
        repeat:
          'This alert was sent through {service}. It repeats daily while a failure is not acknowledged.',
      },
    },
  },
  de: {
    via: '{name} via {host}',
    wrote: 'Nachricht von {name}',
    somebody: 'jemandem',
    through: 'Nachricht von {name}, gesendet über {site}.',
    address: 'Adresse',
    subject: 'Betreff',
    empty: 'Die Nachricht ist leer.',
    answer: 'Eine Antwort auf diese Mail geht an {address}.',
    received: 'Empfangen: {time}. Nachricht {id}.',
    reply: {
      subject: 'Ihre Nachricht an {site} ist angekommen',
      greeting: 'Guten Tag,',
      text: 'Ihre Nachricht ist angekommen und wird von einem Menschen gelesen. Sie erhalten innerhalb von zwei Werktagen eine Antwort. Falls Sie nicht geschrieben haben, können Sie diese Mail ignorieren; es folgt keine weitere.',
    },
    messages: { one: 'eine Nachricht', other: '{count} Nachrichten' },
    notice: {
      subject: 'Zur Prüfung zurückgehalten: {messages} auf {site}',
      text: 'Zurückgehalten auf {site}: {messages}. Der Grund ist Spamverdacht oder ein Browser ohne JavaScript. Zurückgehaltene Nachrichten sind gespeichert und werden erst zugestellt, wenn Sie sie freigeben.',
      list: 'Auflisten',
      release: 'Freigeben',
    },
    alerts: {
      from: 'Ihr Mail-Gateway',
      noAttempt: 'Noch ist kein Versuch abgeschlossen.',
      stalled: {
        subject: 'Die Zustellung stockt: {Messages} nicht zugestellt',
        text: 'Noch nicht zugestellt: {messages}. Eingang der ältesten: {since}. Keine Nachricht geht verloren: Alle sind gespeichert, und die Zustellung wird weiter versucht.',
        error: 'Der letzte Versuch scheiterte mit:',
        advice:
          'Was zu tun ist: Führen Sie „npm run doctor“ dort aus, wo das Gateway läuft. Der Befehl prüft alles, wovon die Zustellung abhängt, und zeigt, wie Sie Fehler beheben. „npm run messages -- list --state queued“ listet die Nachrichten auf.',
        repeat:
          'Diese Warnung wurde über {service} gesendet. Sie kommt täglich, solange die Zustellung stockt.',
      },
      failed: {
        subject: 'Die Zustellung ist gescheitert: {Messages} nicht zugestellt',
        text: 'Endgültig nicht zugestellt: {messages}. Kein Empfänger hat sie erhalten, und es gibt keinen weiteren Versuch. Keine Nachricht geht verloren: Alle sind gespeichert.',
        error: 'Die neueste scheiterte mit:',
        advice:
          'Was zu tun ist: „npm run messages -- list --state failed“ listet sie auf. Beheben Sie die Ursache und wiederholen Sie die Zustellung mit „npm run messages -- retry ID“, oder antworten Sie selbst und bestätigen Sie den Fehler mit „npm run messages -- acknowledge ID“.',
        repeat:
          'Diese Warnung wurde über {service} gesendet. Sie kommt täglich, solange ein Fehler nicht bestätigt ist.',
      },
    },
  },
  pl: {
    via: '{name} przez {host}',
    wrote: 'Nowa wiadomość od: {name}',
    somebody: 'nieznany nadawca',
    through: 'Nowa wiadomość od: {name} (przez {site}).',
    address: 'Adres',
    subject: 'Temat',
    empty: 'Wiadomość jest pusta.',
    answer: 'Odpowiedź na ten e-mail trafi na adres {address}.',
    received: 'Otrzymano: {time}. Wiadomość {id}.',
    reply: {
      subject: 'Twoja wiadomość do {site} dotarła',
      greeting: 'Dzień dobry,',
      text: 'Twoja wiadomość dotarła i przeczyta ją człowiek. Odpowiedź przyjdzie w ciągu dwóch dni roboczych. Jeśli to nie była Twoja wiadomość, zignoruj ten e-mail; kolejnych nie będzie.',
    },
    messages: {
      one: 'jedna wiadomość',
      few: '{count} wiadomości',
      many: '{count} wiadomości',
      other: '{count} wiadomości',
    },
    notice: {
      subject: 'Wstrzymano do sprawdzenia na {site}: {messages}',
      text: 'Wstrzymano na {site}: {messages}. Powodem jest podejrzenie spamu lub przeglądarka bez JavaScriptu. Wstrzymane wiadomości są zapisane i zostaną dostarczone dopiero po zwolnieniu.',
      list: 'Lista',
      release: 'Zwolnienie wiadomości',
    },
    alerts: {
      from: 'Twoja bramka pocztowa',
      noAttempt: 'Żadna próba jeszcze się nie zakończyła.',
      stalled: {
        subject: 'Dostarczanie utknęło. Niedostarczone: {messages}',
        text: 'W kolejce do dostarczenia: {messages}. Najstarsza czeka od: {since}. Żadna wiadomość nie ginie: wszystkie są zapisane, a próby trwają.',
        error: 'Ostatnia próba nie powiodła się:',
        advice:
          'Co zrobić: uruchom „npm run doctor” tam, gdzie działa bramka. Polecenie sprawdza wszystko, od czego zależy dostarczanie, i pokazuje, jak usunąć błędy. „npm run messages -- list --state queued” wyświetla wiadomości.',
        repeat:
          'To ostrzeżenie wysłano przez {service}. Powtarza się codziennie, dopóki dostarczanie nie ruszy.',
      },
      failed: {
        subject: 'Dostarczanie nie powiodło się. Niedostarczone: {messages}',
        text: 'Ostatecznie niedostarczone: {messages}. Żaden odbiorca nic nie otrzymał i nie będzie kolejnych prób. Żadna wiadomość nie ginie: wszystkie są zapisane.',
        error: 'Błąd najnowszej wiadomości:',
        advice:
          'Co zrobić: „npm run messages -- list --state failed” wyświetla te wiadomości. Usuń przyczynę i ponów dostarczanie poleceniem „npm run messages -- retry ID” albo odpowiedz samodzielnie i potwierdź błąd poleceniem „npm run messages -- acknowledge ID”.',
        repeat:
          'To ostrzeżenie wysłano przez {service}. Powtarza się codziennie, dopóki błąd nie zostanie potwierdzony.',
      },
    },
  },
  fr: {
    via: '{name} via {host}',
    wrote: '{name} vous a écrit',
    colon: '\u00a0:',
    somebody: 'Quelqu’un',
    through: '{name} vous a écrit via {site}.',
    address: 'Adresse',
    subject: 'Objet',
    empty: 'Le message est vide.',
    answer: 'Répondez à cet e-mail pour écrire à {address}.',
    received: 'Reçu le {time}, message {id}.',
    reply: {
      subject: 'Votre message à {site} est bien arrivé',
      greeting: 'Bonjour,',
      text: 'Votre message est bien arrivé et sera lu par une vraie personne. Vous recevrez une réponse sous deux jours ouvrés. Si vous n’avez pas écrit ce message, vous pouvez ignorer cet e-mail\u202f; il n’y en aura pas d’autre.',
    },
    messages: { one: 'un message', other: '{count} messages' },
    notice: {
      subject: 'À vérifier sur {site}\u00a0: {messages}',
      text: 'En attente de vérification sur {site}\u00a0: {messages}. Motif\u00a0: soupçon de spam ou navigateur sans JavaScript. Les messages retenus sont enregistrés et ne vous seront remis que si vous les libérez.',
      list: 'Afficher la liste',
      release: 'Libérer un message',
    },
    alerts: {
      from: 'Votre passerelle de messagerie',
      noAttempt: 'Aucune tentative n’est encore terminée.',
      stalled: {
        subject: 'La remise est bloquée\u00a0: {messages} en attente',
        text: 'En attente de remise\u00a0: {messages}. Le plus ancien attend depuis le {since}. Aucun message n’est perdu\u00a0: tous sont enregistrés et les tentatives continuent.',
        error: 'Erreur de la dernière tentative\u00a0:',
        advice:
          'Que faire\u00a0: exécutez «\u202fnpm run doctor\u202f» là où fonctionne la passerelle. La commande vérifie tout ce dont dépend la remise et indique comment corriger les erreurs. «\u202fnpm run messages -- list --state queued\u202f» affiche les messages.',
        repeat:
          'Cette alerte a été envoyée via {service}. Elle est répétée chaque jour tant que la remise est bloquée.',
      },
      failed: {
        subject: 'La remise a échoué\u00a0: {messages}',
        text: 'Échec définitif de la remise\u00a0: {messages}. Aucun destinataire n’a rien reçu et il n’y aura pas d’autre tentative. Aucun message n’est perdu\u00a0: tous sont enregistrés.',
        error: 'Erreur du message le plus récent\u00a0:',
        advice:
          'Que faire\u00a0: «\u202fnpm run messages -- list --state failed\u202f» affiche ces messages. Corrigez la cause et relancez la remise avec «\u202fnpm run messages -- retry ID\u202f», ou répondez vous-même et marquez l’échec comme traité avec «\u202fnpm run messages -- acknowledge ID\u202f».',
        repeat:
          'Cette alerte a été envoyée via {service}. Elle est répétée chaque jour tant qu’un échec n’est pas marqué comme traité.',
      },
    },
  },
  es: {
    via: '{name} a través de {host}',
    wrote: 'Mensaje de {name}',
    somebody: 'alguien',
    through: 'Mensaje de {name} a través de {site}.',
    address: 'Dirección',
    subject: 'Asunto',
    empty: 'El mensaje está vacío.',
    answer: 'Si responde a este correo, la respuesta llega a {address}.',
    received: 'Recibido: {time}. Mensaje {id}.',
    reply: {
      subject: 'Su mensaje a {site} ha llegado',
      greeting: 'Hola:',
      text: 'Su mensaje ha llegado y lo leerá una persona. Recibirá una respuesta en un plazo de dos días laborables. Si no ha escrito usted, puede ignorar este correo; no recibirá ninguno más.',
    },
    messages: { one: 'un mensaje', other: '{count} mensajes' },
    notice: {
      subject: 'Por revisar en {site}: {messages}',
      text: 'En {site} hay {messages} por revisar. Motivo: sospecha de spam o navegador sin JavaScript. Los mensajes retenidos se guardan y no se entregan hasta que usted los libere.',
      list: 'Ver la lista',
      release: 'Liberar un mensaje',
    },
    alerts: {
      from: 'Su pasarela de correo',
      noAttempt: 'Todavía no ha terminado ningún intento.',
      stalled: {
        subject: 'La entrega está detenida: {messages} sin entregar',
        text: 'Por entregar: {messages}. El más antiguo espera desde el {since}. No se pierde ningún mensaje: todos están guardados y se sigue intentando la entrega.',
        error: 'Error del último intento:',
        advice:
          'Qué hacer: ejecute «npm run doctor» donde funciona la pasarela. El comando comprueba todo aquello de lo que depende la entrega y muestra cómo corregir los errores. «npm run messages -- list --state queued» muestra los mensajes.',
        repeat:
          'Este aviso se envió a través de {service}. Se repite cada día mientras la entrega esté detenida.',
      },
      failed: {
        subject: 'La entrega ha fallado: {messages} sin entregar',
        text: 'Sin entregar de forma definitiva: {messages}. Ningún destinatario ha recibido nada y no habrá más intentos. No se pierde ningún mensaje: todos están guardados.',
        error: 'Error del mensaje más reciente:',
        advice:
          'Qué hacer: «npm run messages -- list --state failed» muestra estos mensajes. Corrija la causa y repita la entrega con «npm run messages -- retry ID», o responda personalmente y marque el fallo como atendido con «npm run messages -- acknowledge ID».',
        repeat:
          'Este aviso se envió a través de {service}. Se repite cada día mientras haya un fallo sin marcar como atendido.',
      },
    },
  },
  it: {
    via: '{name} tramite {host}',
    wrote: 'Messaggio da {name}',
    somebody: 'qualcuno',
    through: 'Messaggio da {name} tramite {site}.',
    address: 'Indirizzo',
    subject: 'Oggetto',
    empty: 'Il messaggio è vuoto.',
    answer: 'Rispondendo a questa e-mail si scrive a {address}.',
    received: 'Ricevuto: {time}. Messaggio {id}.',
    reply: {
      subject: 'Il suo messaggio a {site} è arrivato',
      greeting: 'Buongiorno,',
      text: 'il suo messaggio è arrivato e sarà letto da una persona. Riceverà una risposta entro due giorni lavorativi. Se non ha scritto lei, può ignorare questa e-mail; non ne arriveranno altre.',
    },
    messages: { one: 'un messaggio', other: '{count} messaggi' },
    notice: {
      subject: 'Da verificare su {site}: {messages}',
      text: 'In attesa di verifica su {site}: {messages}. Motivo: sospetto spam o browser senza JavaScript. I messaggi trattenuti sono salvati e vengono consegnati solo dopo lo sblocco.',
      list: 'Mostra l’elenco',
      release: 'Sblocca un messaggio',
    },
    alerts: {
      from: 'Il suo gateway di posta',
      noAttempt: 'Nessun tentativo è ancora terminato.',
      stalled: {
        subject: 'La consegna è ferma: {messages} in attesa',
        text: 'In attesa di consegna: {messages}. Il più vecchio attende da {since}. Nessun messaggio va perso: tutti sono salvati e i tentativi continuano.',
        error: 'Errore dell’ultimo tentativo:',
        advice:
          'Che cosa fare: esegua «npm run doctor» dove è in funzione il gateway. Il comando controlla tutto ciò da cui dipende la consegna e mostra come correggere gli errori. «npm run messages -- list --state queued» elenca i messaggi.',
        repeat:
          'Questo avviso è stato inviato tramite {service}. Si ripete ogni giorno finché la consegna è ferma.',
      },
      failed: {
        subject: 'Consegna non riuscita: {messages}',
        text: 'Consegna definitivamente non riuscita: {messages}. Nessun destinatario ha ricevuto nulla e non ci saranno altri tentativi. Nessun messaggio va perso: tutti sono salvati.',
        error: 'Errore del messaggio più recente:',
        advice:
          'Che cosa fare: «npm run messages -- list --state failed» elenca questi messaggi. Corregga la causa e ripeta la consegna con «npm run messages -- retry ID», oppure risponda personalmente e segni l’errore come gestito con «npm run messages -- acknowledge ID».',
        repeat:
          'Questo avviso è stato inviato tramite {service}. Si ripete ogni giorno finché un errore non è segnato come gestito.',
      },
    },
  },
  pt: {
    via: '{name} via {host}',
    wrote: 'Mensagem de {name}',
    somebody: 'alguém',
    through: 'Mensagem de {name} através de {site}.',
    address: 'Endereço',
    subject: 'Assunto',
    empty: 'A mensagem está vazia.',
    answer: 'Se responder a este e-mail, a resposta segue para {address}.',
    received: 'Recebida: {time}. Mensagem {id}.',
    reply: {
      subject: 'A sua mensagem para {site} chegou',
      greeting: 'Olá,',
      text: 'A sua mensagem chegou e será lida por uma pessoa. Terá resposta no prazo de dois dias úteis. Se não escreveu esta mensagem, pode ignorar este e-mail; não receberá mais nenhum.',
    },
    messages: { one: 'uma mensagem', other: '{count} mensagens' },
    notice: {
      subject: 'Por verificar em {site}: {messages}',
      text: 'Em {site} há {messages} por verificar. Motivo: suspeita de spam ou navegador sem JavaScript. As mensagens retidas ficam guardadas e só são entregues depois de as libertar.',
      list: 'Ver a lista',
      release: 'Libertar uma mensagem',
    },
    alerts: {
      from: 'O seu gateway de e-mail',
      noAttempt: 'Ainda não terminou nenhuma tentativa.',
      stalled: {
        subject: 'A entrega está parada: {messages} por entregar',
        text: 'Por entregar: {messages}. A mais antiga espera desde {since}. Nenhuma mensagem se perde: todas estão guardadas e as tentativas continuam.',
        error: 'Erro da última tentativa:',
        advice:
          'O que fazer: execute «npm run doctor» onde o gateway está a funcionar. O comando verifica tudo aquilo de que a entrega depende e mostra como corrigir os erros. «npm run messages -- list --state queued» mostra as mensagens.',
        repeat:
          'Este aviso foi enviado através de {service}. Repete-se todos os dias enquanto a entrega estiver parada.',
      },
      failed: {
        subject: 'A entrega falhou: {messages} por entregar',
        text: 'Falha definitiva na entrega: {messages}. Nenhum destinatário recebeu nada e não haverá mais tentativas. Nenhuma mensagem se perde: todas estão guardadas.',
        error: 'Erro da mensagem mais recente:',
        advice:
          'O que fazer: «npm run messages -- list --state failed» mostra estas mensagens. Corrija a causa e repita a entrega com «npm run messages -- retry ID», ou responda pessoalmente e marque a falha como tratada com «npm run messages -- acknowledge ID».',
        repeat:
          'Este aviso foi enviado através de {service}. Repete-se todos os dias enquanto houver uma falha por tratar.',
      },
    },
  },
  nl: {
    via: '{name} via {host}',
    wrote: 'Bericht van {name}',
    somebody: 'iemand',
    through: 'Bericht van {name} via {site}.',
    address: 'Adres',
    subject: 'Onderwerp',
    empty: 'Het bericht is leeg.',
    answer: 'Een antwoord op deze e-mail gaat naar {address}.',
    received: 'Ontvangen: {time}. Bericht {id}.',
    reply: {
      subject: 'Uw bericht aan {site} is aangekomen',
      greeting: 'Goedendag,',
      text: 'Uw bericht is aangekomen en wordt door een mens gelezen. U krijgt binnen twee werkdagen antwoord. Als u dit bericht niet zelf hebt geschreven, kunt u deze e-mail negeren; er volgen er geen meer.',
    },
    messages: { one: 'één bericht', other: '{count} berichten' },
    notice: {
      subject: 'Ter controle vastgehouden op {site}: {messages}',
      text: 'Vastgehouden op {site}: {messages}. De reden is een vermoeden van spam of een browser zonder JavaScript. Vastgehouden berichten zijn opgeslagen en worden pas bezorgd als u ze vrijgeeft.',
      list: 'Lijst tonen',
      release: 'Een bericht vrijgeven',
    },
    alerts: {
      from: 'Uw mailgateway',
      noAttempt: 'Er is nog geen poging voltooid.',
      stalled: {
        subject: 'De bezorging stokt: {messages} niet bezorgd',
        text: 'Nog niet bezorgd: {messages}. Het oudste wacht sinds {since}. Er gaat geen bericht verloren: alles is opgeslagen en de pogingen gaan door.',
        error: 'De laatste poging mislukte met:',
        advice:
          'Wat te doen: voer ‘npm run doctor’ uit waar de gateway draait. De opdracht controleert alles waarvan de bezorging afhangt en laat zien hoe u fouten verhelpt. ‘npm run messages -- list --state queued’ toont de berichten.',
        repeat:
          'Deze waarschuwing is verzonden via {service}. Ze komt dagelijks zolang de bezorging stokt.',
      },
      failed: {
        subject: 'De bezorging is mislukt: {messages} niet bezorgd',
        text: 'Definitief niet bezorgd: {messages}. Geen enkele ontvanger heeft iets gekregen en er volgt geen nieuwe poging. Er gaat geen bericht verloren: alles is opgeslagen.',
        error: 'De fout van het nieuwste bericht:',
        advice:
          'Wat te doen: ‘npm run messages -- list --state failed’ toont deze berichten. Verhelp de oorzaak en herhaal de bezorging met ‘npm run messages -- retry ID’, of antwoord zelf en bevestig de fout met ‘npm run messages -- acknowledge ID’.',
        repeat:
          'Deze waarschuwing is verzonden via {service}. Ze komt dagelijks zolang een fout niet is bevestigd.',
      },
    },
  },
  cs: {
    via: '{name} přes {host}',
    wrote: 'Nová zpráva od: {name}',
    somebody: 'neznámý odesílatel',
    through: 'Nová zpráva od: {name} (přes {site}).',
    address: 'Adresa',
    subject: 'Předmět',
    empty: 'Zpráva je prázdná.',
    answer: 'Odpověď na tento e-mail půjde na adresu {address}.',
    received: 'Přijato: {time}. Zpráva {id}.',
    reply: {
      subject: 'Vaše zpráva pro {site} dorazila',
      greeting: 'Dobrý den,',
      text: 'vaše zpráva dorazila a přečte si ji člověk. Odpověď dostanete do dvou pracovních dnů. Pokud ta zpráva není od vás, můžete tento e-mail ignorovat; žádný další nepřijde.',
    },
    messages: {
      one: 'jedna zpráva',
      few: '{count} zprávy',
      many: '{count} zprávy',
      other: '{count} zpráv',
    },
    notice: {
      subject: 'Zadrženo ke kontrole na {site}: {messages}',
      text: 'Zadrženo na {site}: {messages}. Důvodem je podezření na spam nebo prohlížeč bez JavaScriptu. Zadržené zprávy jsou uložené a doručí se, až je uvolníte.',
      list: 'Seznam',
      release: 'Uvolnění zprávy',
    },
    alerts: {
      from: 'Vaše poštovní brána',
      noAttempt: 'Žádný pokus zatím neskončil.',
      stalled: {
        subject: 'Doručování vázne. Nedoručeno: {messages}',
        text: 'Ve frontě k doručení: {messages}. Nejstarší čeká od: {since}. Žádná zpráva se neztratí: všechny jsou uložené a pokusy pokračují.',
        error: 'Poslední pokus selhal:',
        advice:
          'Co dělat: spusťte „npm run doctor“ tam, kde brána běží. Příkaz zkontroluje vše, na čem doručování závisí, a ukáže, jak chyby odstranit. „npm run messages -- list --state queued“ zprávy vypíše.',
        repeat:
          'Toto upozornění bylo odesláno přes {service}. Opakuje se denně, dokud doručování vázne.',
      },
      failed: {
        subject: 'Doručení selhalo. Nedoručeno: {messages}',
        text: 'Definitivně nedoručeno: {messages}. Žádný příjemce nic nedostal a další pokus nebude. Žádná zpráva se neztratí: všechny jsou uložené.',
        error: 'Chyba nejnovější zprávy:',
        advice:
          'Co dělat: „npm run messages -- list --state failed“ tyto zprávy vypíše. Odstraňte příčinu a doručení zopakujte příkazem „npm run messages -- retry ID“, nebo odpovězte sami a chybu potvrďte příkazem „npm run messages -- acknowledge ID“.',
        repeat:
          'Toto upozornění bylo odesláno přes {service}. Opakuje se denně, dokud chyba není potvrzena.',
      },
    },
  },
  uk: {
    via: '{name} через {host}',
    wrote: 'Нове повідомлення від: {name}',
    somebody: 'невідомий відправник',
    through: 'Нове повідомлення від: {name} (через {site}).',
    address: 'Адреса',
    subject: 'Тема',
    empty: 'Повідомлення порожнє.',
    answer: 'Відповідь на цей лист надійде на адресу {address}.',
    received: 'Отримано: {time}. Повідомлення {id}.',
    reply: {
      subject: 'Ваше повідомлення для {site} надійшло',
      greeting: 'Добрий день!',
      text: 'Ваше повідомлення надійшло, і його прочитає людина. Ви отримаєте відповідь протягом двох робочих днів. Якщо писали не ви, просто проігноруйте цей лист; інших не буде.',
    },
    messages: {
      one: '{count} повідомлення',
      few: '{count} повідомлення',
      many: '{count} повідомлень',
      other: '{count} повідомлення',
    },
    notice: {
      subject: 'Затримано для перевірки на {site}: {messages}',
      text: 'Затримано на {site}: {messages}. Причина — підозра на спам або браузер без JavaScript. Затримані повідомлення збережено, і вони надійдуть лише після того, як ви їх схвалите.',
      list: 'Список',
      release: 'Схвалити повідомлення',
    },
    alerts: {
      from: 'Ваш поштовий шлюз',
      noAttempt: 'Жодна спроба ще не завершилася.',
      stalled: {
        subject: 'Доставка зупинилася. Не доставлено: {messages}',
        text: 'У черзі на доставку: {messages}. Найдавніше чекає від: {since}. Жодне повідомлення не втрачено: усі збережено, а спроби тривають.',
        error: 'Остання спроба завершилася помилкою:',
        advice:
          'Що робити: запустіть «npm run doctor» там, де працює шлюз. Команда перевіряє все, від чого залежить доставка, і показує, як усунути помилки. «npm run messages -- list --state queued» показує повідомлення.',
        repeat:
          'Це попередження надіслано через {service}. Воно повторюється щодня, доки доставку не відновлено.',
      },
      failed: {
        subject: 'Доставка не вдалася. Не доставлено: {messages}',
        text: 'Остаточно не доставлено: {messages}. Жоден одержувач нічого не отримав, і нових спроб не буде. Жодне повідомлення не втрачено: усі збережено.',
        error: 'Помилка найновішого повідомлення:',
        advice:
          'Що робити: «npm run messages -- list --state failed» показує ці повідомлення. Усуньте причину й повторіть доставку командою «npm run messages -- retry ID» або дайте відповідь самостійно й підтвердьте помилку командою «npm run messages -- acknowledge ID».',
        repeat:
          'Це попередження надіслано через {service}. Воно повторюється щодня, доки помилку не підтверджено.',
      },
    },
  },
  sv: {
    via: '{name} via {host}',
    wrote: 'Meddelande från {name}',
    somebody: 'någon',
    through: 'Meddelande från {name} via {site}.',
    address: 'Adress',
    subject: 'Ämne',
    empty: 'Meddelandet är tomt.',
    answer: 'Ett svar på det här mejlet går till {address}.',
    received: 'Mottaget: {time}. Meddelande {id}.',
    reply: {
      subject: 'Ditt meddelande till {site} har kommit fram',
      greeting: 'Hej!',
      text: 'Ditt meddelande har kommit fram och läses av en människa. Du får svar inom två arbetsdagar. Om det inte var du som skrev kan du bortse från det här mejlet; du får inga fler.',
    },
    messages: { one: 'ett meddelande', other: '{count} meddelanden' },
    notice: {
      subject: 'Hålls kvar för granskning på {site}: {messages}',
      text: 'På {site} hålls {messages} kvar. Orsaken är misstanke om skräppost eller en webbläsare utan JavaScript. Kvarhållna meddelanden är sparade och levereras först när du släpper fram dem.',
      list: 'Visa listan',
      release: 'Släpp fram ett meddelande',
    },
    alerts: {
      from: 'Din e-postgateway',
      noAttempt: 'Inget försök har avslutats än.',
      stalled: {
        subject: 'Leveransen har stannat: {messages} väntar',
        text: 'Väntar på leverans: {messages}. Det äldsta har väntat sedan {since}. Inget meddelande går förlorat: allt är sparat och försöken fortsätter.',
        error: 'Det senaste försöket misslyckades med:',
        advice:
          'Gör så här: kör ”npm run doctor” där gatewayen körs. Kommandot kontrollerar allt som leveransen beror på och visar hur fel åtgärdas. ”npm run messages -- list --state queued” listar meddelandena.',
        repeat:
          'Den här varningen skickades via {service}. Den upprepas varje dag så länge leveransen står still.',
      },
      failed: {
        subject: 'Leveransen misslyckades: {messages}',
        text: 'Kunde inte levereras: {messages}. Ingen mottagare har fått något och inga fler försök görs. Inget meddelande går förlorat: allt är sparat.',
        error: 'Felet för det senaste meddelandet:',
        advice:
          'Gör så här: ”npm run messages -- list --state failed” listar dessa meddelanden. Åtgärda orsaken och försök igen med ”npm run messages -- retry ID”, eller svara själv och bekräfta felet med ”npm run messages -- acknowledge ID”.',
        repeat:
          'Den här varningen skickades via {service}. Den upprepas varje dag så länge ett fel inte är bekräftat.',
      },
    },
  },
}

export const MAIL_LANGUAGES = Object.keys(TEXTS)

/** The texts for a language tag such as de-AT, and the tag that they are in; English for others. */
export function mailTextIn(tag = 'en'): { language: string; text: MailText } {
  const text = TEXTS[tag.split('-')[0]?.toLowerCase() ?? '']
  return text ? { language: tag, text } : { language: 'en', text: TEXTS.en as MailText }
}

/** "one message" or "3 messages" in a language. */
export function describeCount(count: number, tag: string | undefined): string {
  const { language, text } = mailTextIn(tag)
  const form = new Intl.PluralRules(language).select(count)
  const number = new Intl.NumberFormat(language).format(count)
  return fill(text.messages[form] ?? text.messages.other, { count: number })
}

/** Fills the placeholders of a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
