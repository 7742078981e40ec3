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
  pause: 'Arrêter le texte animé',
  play: 'Reprendre le texte animé',
  gallery: 'Projets',
  carousel: 'carrousel',
  slide: 'projet',
  previous: 'Projet précédent',
  next: 'Projet suivant',
  slidePosition: '{first} sur {count}',
  slideRange: '{first}–{last} sur {count}',
  allProjects: 'Toutes',
  index: 'Projets choisis',
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
  receivedText: 'Il est conservé en lieu sûr et sera lu, un peu plus tard que les autres.',
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
    sending: 'Envoi…',
    waiting: 'Votre message attend la fin du chargement de la page.',
    orWrite: 'Ou écrivez à',
    nameMissing: 'Veuillez indiquer votre nom.',
    emailMissing: 'Veuillez indiquer votre adresse e-mail, pour que je puisse répondre.',
    emailWrong: 'Cette adresse e-mail est incomplète. Exemple : nom@example.com.',
    messageMissing: 'Veuillez écrire un message.',
    toasts: 'Notifications',
    dismiss: 'Fermer',
    toastSent: 'Message envoyé !',
    toastFailed: 'L’envoi du message a échoué. Veuillez réessayer plus tard.',
    toastCaptcha: 'Veuillez compléter le captcha',
    sent: 'Merci. Votre message est arrivé, je vous répondrai par e-mail.',
    captchaFirst: 'Veuillez d’abord compléter le captcha ci-dessus, puis renvoyer.',
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
    captchaRefused: 'Le captcha n’a pas été accepté. Veuillez le compléter à nouveau et renvoyer.',
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
    responsible: 'Responsable de ce site',
    visit: 'Visite de cette page',
    visitText:
      'Votre navigateur demande cette page à un serveur, qui reçoit ainsi votre adresse réseau. La page ne dépose aucun cookie.',
    host: 'Le site est hébergé par {host}.',
    logs: 'L’hébergeur du serveur peut journaliser les requêtes avec les adresses réseau. Demandez-moi pendant combien de temps.',
    visitCounts:
      'Le serveur compte combien de fois par jour cette page, le CV et la carte de contact sont ouverts, et de quels sites viennent les visiteurs.',
    countsStored:
      'Il n’enregistre pour cela ni adresse réseau, ni cookie, ni identifiant, et supprime ces nombres après 400 jours.',
    noVisitCounts: 'Le serveur ne compte pas les visites.',
    visitsUnknown: 'Le serveur compte peut-être les visites. Je vous renseigne sur demande.',
    sameServer: 'Les polices, les scripts et les images viennent du même serveur.',
    imageHosts:
      'Les polices et les scripts viennent du même serveur. Des images viennent aussi de {hosts}, qui reçoit ainsi votre adresse réseau.',
    outsideScripts:
      'Cette page exécute aussi des scripts de {hosts}, qui reçoit ainsi votre adresse réseau et des données sur votre navigateur.',
    theme: 'Si vous changez de thème, votre navigateur enregistre ce choix sur votre appareil.',
    formHeading: 'Formulaire de contact',
    ownGateway:
      'Quand vous envoyez un message, le serveur de ce site enregistre votre nom, votre adresse e-mail, l’objet et le texte, et me les envoie par e-mail.',
    otherGateway:
      'Quand vous envoyez un message, {host} enregistre votre nom, votre adresse e-mail, l’objet et le texte, et me les envoie par e-mail.',
    emailJs:
      'Quand vous envoyez un message, votre nom, votre adresse e-mail, l’objet et le texte sont transmis au service EmailJS ({host}), qui me les envoie par e-mail.',
    retention: 'Le serveur supprime un message après {days} jours.',
    retentionUnknown:
      'La durée pendant laquelle le serveur conserve un message dépend de ses réglages. Je vous renseigne sur demande.',
    mailServer: 'L’e-mail est envoyé par {host}.',
    mailbox: 'L’e-mail reste dans ma boîte jusqu’à ce que je le supprime.',
    autoReply: 'Le serveur envoie une réponse automatique à votre adresse e-mail.',
    rateLimit: 'Pour limiter les abus, le serveur compte les messages de chaque réseau par heure.',
    rateLimitCode:
      'Il enregistre pour cela un code que personne ne peut plus relier à votre adresse réseau après deux jours.',
    formLog: 'Son journal des messages ne contient ni votre adresse réseau ni votre texte.',
    draft:
      'Ce que vous écrivez reste sur votre appareil jusqu’à l’envoi, pendant 30 jours au plus.',
    throttle:
      'L’heure de votre dernier message reste sur votre appareil, car un second message doit attendre.',
    altcha:
      'Votre navigateur résout une petite tâche qui protège le formulaire du spam. Aucune autre entreprise n’y participe.',
    captcha:
      '{service} protège le formulaire du spam. Ce service se charge quand vous utilisez le formulaire, et reçoit votre adresse réseau et des données sur votre navigateur.',
    rights: 'Vos droits',
    rightsText:
      'Vous pouvez demander quelles données vous concernant sont enregistrées, et les faire corriger ou supprimer. Vous pouvez aussi saisir une autorité de protection des données.',
  },
}
