import type { Strings } from '../ui-strings.ts'

export const es: Strings = {
  skip: 'Ir al contenido',
  navigation: 'Secciones',
  openMenu: 'Menú',
  backToTop: 'Volver arriba',
  scrollToSection: 'Ir a {section}',
  newTab: 'se abre en una pestaña nueva',
  theme: 'Tema',
  system: 'Sistema',
  light: 'Claro',
  dark: 'Oscuro',
  pause: 'Pausar la animación del texto',
  play: 'Reanudar la animación del texto',
  gallery: 'Proyectos',
  carousel: 'carrusel',
  slide: 'proyecto',
  previous: 'Proyecto anterior',
  next: 'Proyecto siguiente',
  slidePosition: '{first} de {count}',
  slideRange: '{first}–{last} de {count}',
  index: 'Trabajos seleccionados',
  client: 'Cliente',
  role: 'Rol',
  technologies: 'Tecnologías',
  problem: 'Problema',
  approach: 'Enfoque',
  result: 'Resultado',
  readMore: 'Leer más',
  close: 'Cerrar',
  present: 'actualidad',
  page: 'Página {page} de {count}',
  localTime: '{time}, hora local',
  saveContact: 'Guardar contacto',
  errorTitle: '¡Error inesperado de la aplicación!',
  errorText:
    'Algo ha fallado en esta página. No es culpa suya. La versión sencilla lo contiene todo, incluido un formulario que funciona.',
  errorLink: 'Abrir la versión sencilla',
  missingTitle: 'Esta página no existe',
  missingText:
    'Puede que la dirección esté mal escrita o que la página se haya movido. Todo está en la página de inicio.',
  receivedTitle: 'Su mensaje ha llegado',
  receivedText:
    'Se ha guardado de forma segura y lo leerá una persona, un poco más tarde que otros.',
  failedTitle: 'Su mensaje no se ha enviado',
  failedText:
    'Vuelva atrás, revise lo que ha escrito e inténtelo de nuevo un poco más tarde; no se ha perdido nada.',
  back: 'Volver a la página',
  missingLink: 'Ir a la página de inicio',
  liveDemo: 'Demo en línea',
  form: {
    name: 'Nombre',
    email: 'Correo electrónico',
    subject: 'Asunto',
    subjectTitle: 'Asunto',
    message: 'Mensaje',
    optional: 'opcional',
    honeypot: 'Deje este campo vacío',
    send: 'Enviar mensaje',
    sending: 'Enviando…',
    waiting: 'Su mensaje espera a que termine de cargarse la página.',
    orWrite: 'O escriba a',
    nameMissing: 'Indique su nombre.',
    emailMissing: 'Indique su correo electrónico para que pueda responderle.',
    emailWrong: 'La dirección está incompleta. Ejemplo: nombre@example.com.',
    messageMissing: 'Escriba un mensaje.',
    toasts: 'Avisos',
    dismiss: 'Cerrar',
    toastSent: '¡Mensaje enviado!',
    toastFailed: 'No se ha podido enviar el mensaje. Inténtelo de nuevo más tarde.',
    toastCaptcha: 'Complete el captcha',
    sent: 'Gracias. Su mensaje ha llegado y le responderé por correo electrónico.',
    captchaFirst: 'Complete primero el captcha de arriba y vuelva a enviar el mensaje.',
    failed:
      'No se ha podido enviar su mensaje. El texto se conserva aquí; inténtelo de nuevo más tarde.',
    timeout:
      'La respuesta no ha llegado a tiempo. El texto se conserva aquí; si lo envía de nuevo, no llegará dos veces.',
    offline:
      'Parece que no tiene conexión. El texto se conserva aquí; envíelo cuando vuelva a estar en línea.',
    tooMany:
      'Han llegado demasiados mensajes en poco tiempo. El texto se conserva aquí; espere unos minutos.',
    forbidden: 'Este mensaje ha sido rechazado. El texto se conserva aquí.',
    headless: 'Parece que un programa controla este navegador, por lo que no se ha enviado nada.',
    refused:
      'Algún dato no se ha aceptado. El texto se conserva aquí; revise la dirección o acorte el mensaje.',
    faults: 'Revise los campos marcados.',
    captchaRefused:
      'El captcha no se ha aceptado. Complételo otra vez y vuelva a enviar el mensaje.',
    captcha: 'Captcha',
    captchaLabel: 'No soy un robot',
    captchaChecking: 'Comprobando…',
    captchaDone: 'Comprobado',
    captchaWaiting: 'Aquí aparecerá una breve comprobación antispam.',
    captchaLoading: 'Cargando el captcha…',
    captchaExpired: 'El captcha ha caducado. Complételo otra vez.',
    captchaFailed:
      'No se ha podido cargar el captcha. Es necesario para enviar: inténtelo de nuevo o recargue la página; el texto se conserva.',
    captchaOffline:
      'No se ha podido cargar el captcha porque parece que no tiene conexión. El texto se conserva aquí.',
    captchaRetry: 'Reintentar',
  },
  legal: {
    imprint: 'Aviso legal',
    privacy: 'Privacidad',
    responsible: 'Responsable del tratamiento',
    visit: 'Visita a esta página',
    visitText:
      'Su navegador solicita esta página a un servidor, que recibe así su dirección IP. La página no usa cookies.',
    host: 'El sitio está alojado en {host}.',
    logs: 'El proveedor de alojamiento puede registrar las solicitudes con sus direcciones IP. Pregúnteme cuánto tiempo las conserva.',
    sameServer: 'Las fuentes tipográficas, los scripts y las imágenes proceden del mismo servidor.',
    imageHosts:
      'Las fuentes tipográficas y los scripts proceden del mismo servidor. Algunas imágenes se cargan desde {hosts}, adonde se transmite así su dirección IP.',
    theme: 'Si cambia el tema, su navegador guarda la elección en su dispositivo.',
    formHeading: 'Formulario de contacto',
    ownGateway:
      'Cuando envía un mensaje, el servidor de este sitio guarda su nombre, su correo electrónico, el asunto y el texto, y me los envía por correo.',
    otherGateway:
      'Cuando envía un mensaje, {host} guarda su nombre, su correo electrónico, el asunto y el texto, y me los envía por correo.',
    emailJs:
      'Cuando envía un mensaje, su nombre, su correo electrónico, el asunto y el texto se transmiten al servicio EmailJS ({host}), que me los envía por correo.',
    retention: {
      one: 'El servidor elimina cada mensaje al cabo de {days} día.',
      other: 'El servidor elimina cada mensaje al cabo de {days} días.',
    },
    retentionUnknown:
      'El plazo de conservación de los mensajes depende de la configuración del servidor. Le informaré si lo solicita.',
    mailServer: 'El correo se envía a través de {host}.',
    mailbox: 'El correo permanece en mi buzón hasta que lo elimino.',
    autoReply: 'El servidor envía una respuesta automática a su dirección de correo.',
    rateLimit: 'Para limitar los abusos, el servidor cuenta los mensajes por hora y por red.',
    rateLimitMemory: 'Estas cifras solo se conservan en la memoria, una hora como máximo.',
    formLog: 'El registro de mensajes del servidor no contiene ni su dirección IP ni su texto.',
    draft:
      'Lo que escribe permanece en esta pestaña del navegador hasta que lo envía o cierra la pestaña.',
    throttle:
      'La hora de su último mensaje permanece en su dispositivo, porque hay que esperar antes de enviar otro.',
    altcha:
      'Su navegador realiza un pequeño cálculo que protege el formulario del spam. No participa ninguna otra empresa.',
    captcha:
      '{service} protege el formulario del spam. Se carga cuando usa el formulario y recibe su dirección IP y datos sobre su navegador.',
    rights: 'Sus derechos',
    rightsText:
      'Puede preguntar qué datos suyos se guardan, y pedir que se rectifiquen o se supriman. También puede presentar una reclamación ante una autoridad de protección de datos.',
  },
}
