import type { Strings } from '../ui-strings.ts'

export const fr: Strings = {
  skip: 'Aller au contenu',
  navigation: 'Sections',
  openMenu: 'Menu',
  backToTop: 'Haut de page',
  scrollToSection: 'Aller à {section}',
  newTab: 's’ouvre dans un nouvel onglet',
  theme: 'Thème',
  system: 'Système',
  light: 'Clair',
  dark: 'Sombre',
  pause: 'Mettre en pause l’animation du texte',
  play: 'Reprendre l’animation du texte',
  gallery: 'Projets',
  carousel: 'carrousel',
  slide: 'projet',
  previous: 'Projet précédent',
  next: 'Projet suivant',
  slidePosition: '{first} sur {count}',
  slideRange: '{first}–{last} sur {count}',
  index: 'Sélection de projets',
  client: 'Client',
  role: 'Rôle',
  technologies: 'Technologies',
  problem: 'Problème',
  approach: 'Démarche',
  result: 'Résultat',
  readMore: 'Lire la suite',
  close: 'Fermer',
  present: 'aujourd’hui',
  page: 'Page {page} sur {count}',
  localTime: '{time}, heure locale',
  saveContact: 'Enregistrer le contact',
  errorTitle: 'Erreur inattendue de l’application !',
  errorText:
    'Quelque chose n’a pas fonctionné sur cette page. Vous n’y êtes pour rien. La version simple contient tout, et son formulaire fonctionne.',
  errorLink: 'Ouvrir la version simple',
  missingTitle: 'Cette page n’existe pas',
  missingText:
    'L’adresse est peut-être mal écrite, ou la page a été déplacée. Tout se trouve sur la page d’accueil.',
  receivedTitle: 'Votre message est bien arrivé',
  receivedText:
    'Il est conservé en lieu sûr et sera lu par une vraie personne, un peu plus tard que d’autres.',
  failedTitle: 'Votre message n’a pas été envoyé',
  failedText:
    'Revenez en arrière, vérifiez ce que vous avez écrit et réessayez un peu plus tard ; rien n’est perdu.',
  back: 'Retour à la page',
  missingLink: 'Aller à la page d’accueil',
  liveDemo: 'Démo en ligne',
  form: {
    name: 'Nom',
    email: 'E-mail',
    subject: 'Objet',
    subjectTitle: 'Objet',
    message: 'Message',
    optional: 'facultatif',
    honeypot: 'Laissez ce champ vide',
    send: 'Envoyer le message',
    sending: 'Envoi en cours…',
    waiting: 'Votre message attend la fin du chargement de la page.',
    orWrite: 'Ou écrivez à',
    nameMissing: 'Veuillez indiquer votre nom.',
    emailMissing: 'Veuillez indiquer votre adresse e-mail pour que je puisse vous répondre.',
    emailWrong: 'Cette adresse e-mail est incomplète. Exemple : nom@example.com.',
    messageMissing: 'Veuillez écrire un message.',
    toasts: 'Notifications',
    dismiss: 'Fermer',
    toastSent: 'Message envoyé !',
    toastFailed: 'L’envoi du message a échoué. Veuillez réessayer plus tard.',
    toastCaptcha: 'Veuillez compléter le captcha',
    sent: 'Merci. Votre message est bien arrivé et je vous répondrai par e-mail.',
    captchaFirst: 'Veuillez d’abord compléter le captcha ci-dessus, puis renvoyer le message.',
    failed:
      'Votre message n’a pas pu être envoyé. Votre texte est conservé ici ; veuillez réessayer plus tard.',
    timeout:
      'Aucune réponse n’est arrivée à temps. Votre texte est conservé ici ; un nouvel envoi ne le transmettra pas deux fois.',
    offline:
      'Vous semblez être hors ligne. Votre texte est conservé ici ; renvoyez-le une fois la connexion rétablie.',
    tooMany:
      'Trop de messages sont arrivés en peu de temps. Votre texte est conservé ici ; veuillez patienter quelques minutes.',
    forbidden: 'Ce message a été refusé. Votre texte est conservé ici.',
    headless: 'Ce navigateur semble piloté par un programme ; rien n’a donc été envoyé.',
    refused:
      'Un élément n’a pas été accepté. Votre texte est conservé ici ; vérifiez l’adresse ou raccourcissez le texte.',
    faults: 'Veuillez vérifier les champs signalés.',
    captchaRefused:
      'Le captcha n’a pas été accepté. Veuillez le compléter à nouveau et renvoyer le message.',
    captcha: 'Captcha',
    captchaLabel: 'Je ne suis pas un robot',
    captchaChecking: 'Vérification…',
    captchaDone: 'Vérifié',
    captchaWaiting: 'Une courte vérification antispam apparaîtra ici.',
    captchaLoading: 'Chargement du captcha…',
    captchaExpired: 'Le captcha a expiré. Veuillez le compléter à nouveau.',
    captchaFailed:
      'Le captcha n’a pas pu être chargé. Il est nécessaire à l’envoi : réessayez ou rechargez la page ; votre texte est conservé.',
    captchaOffline:
      'Le captcha n’a pas pu être chargé, car vous semblez être hors ligne. Votre texte est conservé ici.',
    captchaRetry: 'Réessayer',
  },
  legal: {
    imprint: 'Mentions légales',
    privacy: 'Confidentialité',
    responsible: 'Responsable du traitement',
    visit: 'Consultation de cette page',
    visitText:
      'Votre navigateur demande cette page à un serveur, qui reçoit ainsi votre adresse IP. La page ne dépose aucun cookie.',
    host: 'Le site est hébergé par {host}.',
    logs: 'L’hébergeur peut journaliser les requêtes avec les adresses IP. Demandez-moi combien de temps il les conserve.',
    sameServer: 'Les polices, les scripts et les images viennent du même serveur.',
    imageHosts:
      'Les polices et les scripts viennent du même serveur. Des images sont aussi chargées depuis {hosts} ; votre adresse IP y est alors transmise.',
    theme: 'Si vous changez de thème, votre navigateur enregistre ce choix sur votre appareil.',
    formHeading: 'Formulaire de contact',
    ownGateway:
      'Quand vous envoyez un message, le serveur de ce site enregistre votre nom, votre adresse e-mail, l’objet et le texte, et me les envoie par e-mail.',
    otherGateway:
      'Quand vous envoyez un message, {host} enregistre votre nom, votre adresse e-mail, l’objet et le texte, et me les envoie par e-mail.',
    emailJs:
      'Quand vous envoyez un message, votre nom, votre adresse e-mail, l’objet et le texte sont transmis au service EmailJS ({host}), qui me les envoie par e-mail.',
    retention: {
      one: 'Le serveur supprime chaque message au bout de {days} jour.',
      other: 'Le serveur supprime chaque message au bout de {days} jours.',
    },
    retentionUnknown:
      'La durée pendant laquelle le serveur conserve un message dépend de ses réglages. Je vous renseigne sur demande.',
    mailServer: 'L’e-mail est envoyé via {host}.',
    mailbox: 'L’e-mail reste dans ma messagerie jusqu’à ce que je le supprime.',
    autoReply: 'Le serveur envoie une réponse automatique à votre adresse e-mail.',
    rateLimit: 'Pour limiter les abus, le serveur compte les messages par heure et par réseau.',
    rateLimitMemory: 'Ces nombres ne restent qu’en mémoire vive, pendant une heure au plus.',
    formLog: 'Le journal des messages du serveur ne contient ni votre adresse IP ni votre texte.',
    draft:
      'Ce que vous écrivez reste dans cet onglet du navigateur jusqu’à l’envoi ou à la fermeture de l’onglet.',
    throttle:
      'L’heure de votre dernier message est conservée sur votre appareil, car il faut patienter avant d’en envoyer un autre.',
    altcha:
      'Votre navigateur effectue un petit calcul qui protège le formulaire contre le spam. Aucune autre entreprise n’intervient.',
    captcha:
      '{service} protège le formulaire contre le spam. Ce service est chargé quand vous utilisez le formulaire et reçoit votre adresse IP et des données sur votre navigateur.',
    rights: 'Vos droits',
    rightsText:
      'Vous pouvez demander quelles données vous concernant sont enregistrées, et les faire rectifier ou effacer. Vous pouvez aussi saisir une autorité de protection des données.',
  },
}
