import type { Strings } from '../ui-strings.ts'

/** European Portuguese. */
export const pt: Strings = {
  skip: 'Ir para o conteúdo',
  navigation: 'Secções',
  openMenu: 'Menu',
  backToTop: 'Voltar ao topo',
  scrollToSection: 'Ir para {section}',
  newTab: 'abre num novo separador',
  theme: 'Tema',
  system: 'Sistema',
  light: 'Claro',
  dark: 'Escuro',
  pause: 'Pausar a animação do texto',
  play: 'Retomar a animação do texto',
  gallery: 'Projetos',
  carousel: 'carrossel',
  slide: 'projeto',
  previous: 'Projeto anterior',
  next: 'Projeto seguinte',
  slidePosition: '{first} de {count}',
  slideRange: '{first}–{last} de {count}',
  index: 'Trabalhos selecionados',
  client: 'Cliente',
  role: 'Função',
  technologies: 'Tecnologias',
  problem: 'Problema',
  approach: 'Abordagem',
  result: 'Resultado',
  readMore: 'Ler mais',
  close: 'Fechar',
  present: 'atualidade',
  page: 'Página {page} de {count}',
  localTime: '{time}, hora local',
  saveContact: 'Guardar contacto',
  errorTitle: 'Erro inesperado da aplicação!',
  errorText:
    'Algo nesta página falhou. A culpa não é sua. A versão simples contém tudo e o formulário funciona.',
  errorLink: 'Abrir a versão simples',
  missingTitle: 'Esta página não existe',
  missingText:
    'O endereço pode estar mal escrito, ou a página mudou de lugar. Está tudo na página inicial.',
  receivedTitle: 'A sua mensagem chegou',
  receivedText:
    'Está guardada em segurança e será lida por uma pessoa, um pouco mais tarde do que outras.',
  failedTitle: 'A sua mensagem não foi enviada',
  failedText:
    'Volte atrás, reveja o que escreveu e tente de novo um pouco mais tarde; nada se perdeu.',
  back: 'Voltar à página',
  missingLink: 'Ir para a página inicial',
  liveDemo: 'Demo online',
  form: {
    name: 'Nome',
    email: 'E-mail',
    subject: 'Assunto',
    subjectTitle: 'Assunto',
    message: 'Mensagem',
    optional: 'opcional',
    honeypot: 'Deixe este campo vazio',
    send: 'Enviar mensagem',
    sending: 'A enviar…',
    waiting: 'A sua mensagem espera que a página acabe de carregar.',
    orWrite: 'Ou escreva para',
    nameMissing: 'Indique o seu nome.',
    emailMissing: 'Indique o seu e-mail para que eu possa responder-lhe.',
    emailWrong: 'Este endereço está incompleto. Exemplo: nome@example.com.',
    messageMissing: 'Escreva uma mensagem.',
    toasts: 'Avisos',
    dismiss: 'Fechar',
    toastSent: 'Mensagem enviada com sucesso!',
    toastFailed: 'Não foi possível enviar a mensagem. Tente de novo mais tarde.',
    toastCaptcha: 'Complete o captcha',
    sent: 'Agradeço a sua mensagem. Chegou bem e responderei por e-mail.',
    captchaFirst: 'Complete primeiro o captcha acima e envie a mensagem de novo.',
    failed:
      'Não foi possível enviar a sua mensagem. O texto fica aqui guardado; tente de novo mais tarde.',
    timeout:
      'A resposta não chegou a tempo. O texto fica aqui guardado; se o enviar de novo, não chegará duas vezes.',
    offline:
      'Parece não haver ligação à internet. O texto fica aqui guardado; envie-o quando a ligação voltar.',
    tooMany:
      'Chegaram demasiadas mensagens em pouco tempo. O texto fica aqui guardado; aguarde alguns minutos.',
    forbidden: 'Esta mensagem foi recusada. O texto fica aqui guardado.',
    headless: 'Este navegador parece ser controlado por um programa, por isso nada foi enviado.',
    refused:
      'Algo não foi aceite. O texto fica aqui guardado; reveja o endereço ou encurte a mensagem.',
    faults: 'Reveja os campos assinalados.',
    captchaRefused: 'O captcha não foi aceite. Complete-o outra vez e envie a mensagem de novo.',
    captcha: 'Captcha',
    captchaLabel: 'Não sou um robô',
    captchaChecking: 'A verificar…',
    captchaDone: 'Verificado',
    captchaWaiting: 'Aqui aparecerá uma breve verificação contra spam.',
    captchaLoading: 'A carregar o captcha…',
    captchaExpired: 'O captcha expirou. Complete-o outra vez.',
    captchaFailed:
      'Não foi possível carregar o captcha, necessário para enviar: tente de novo ou recarregue a página; o texto fica guardado.',
    captchaOffline:
      'Não foi possível carregar o captcha, porque parece não haver ligação à internet. O texto fica aqui guardado.',
    captchaRetry: 'Tentar de novo',
  },
  legal: {
    imprint: 'Aviso legal',
    privacy: 'Privacidade',
    responsible: 'Responsável pelo tratamento',
    visit: 'Visita a esta página',
    visitText:
      'O seu navegador pede esta página a um servidor, que recebe assim o seu endereço IP. A página não usa cookies.',
    host: 'O site é alojado por {host}.',
    logs: 'O fornecedor de alojamento pode registar os pedidos com os endereços IP. Pergunte-me durante quanto tempo os conserva.',
    sameServer: 'Os tipos de letra, os scripts e as imagens vêm do mesmo servidor.',
    imageHosts:
      'Os tipos de letra e os scripts vêm do mesmo servidor. Algumas imagens são carregadas a partir de {hosts}, para onde é assim transmitido o seu endereço IP.',
    theme: 'Se mudar o tema, o seu navegador guarda a escolha no seu dispositivo.',
    formHeading: 'Formulário de contacto',
    ownGateway:
      'Quando envia uma mensagem, o servidor deste site guarda o seu nome, o seu e-mail, o assunto e o texto, e envia-os para mim por e-mail.',
    otherGateway:
      'Quando envia uma mensagem, {host} guarda o seu nome, o seu e-mail, o assunto e o texto, e envia-os para mim por e-mail.',
    emailJs:
      'Quando envia uma mensagem, o seu nome, o seu e-mail, o assunto e o texto são transmitidos ao serviço EmailJS ({host}), que os envia para mim por e-mail.',
    retention: {
      one: 'O servidor apaga cada mensagem ao fim de {days} dia.',
      other: 'O servidor apaga cada mensagem ao fim de {days} dias.',
    },
    retentionUnknown:
      'O prazo de conservação das mensagens depende das definições do servidor. Dou essa informação a pedido.',
    mailServer: 'O e-mail é enviado através de {host}.',
    mailbox: 'O e-mail fica na minha caixa de correio até eu o apagar.',
    autoReply: 'O servidor envia uma resposta automática para o seu endereço de e-mail.',
    rateLimit: 'Para limitar abusos, o servidor conta as mensagens por hora e por rede.',
    rateLimitMemory: 'Estes números ficam apenas na memória, no máximo durante uma hora.',
    formLog: 'O registo de mensagens do servidor não contém nem o seu endereço IP nem o seu texto.',
    draft: 'O que escreve fica neste separador do navegador até o enviar ou fechar o separador.',
    throttle:
      'A hora da sua última mensagem fica no seu dispositivo, porque é preciso esperar antes de enviar outra.',
    altcha:
      'O seu navegador faz um pequeno cálculo que protege o formulário contra spam. Nenhuma outra empresa participa.',
    captcha:
      '{service} protege o formulário contra spam. O serviço é carregado quando usa o formulário e recebe o seu endereço IP e dados sobre o seu navegador.',
    rights: 'Os seus direitos',
    rightsText:
      'Pode perguntar que dados sobre si estão guardados, e pedir que sejam retificados ou apagados. Também pode apresentar uma reclamação a uma autoridade de proteção de dados.',
  },
}
