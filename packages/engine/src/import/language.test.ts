import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { readJsonResume } from './json-resume.ts'
import { detectLanguage, languageOf } from './language.ts'

const RESUME = join(IMPORTS, 'resume.json')

test.each([
  [
    'en',
    'I build websites for small companies and stay with them after the launch. Led the rebuild of a ticket shop in React and Node.js.',
  ],
  [
    'de',
    'Ich entwickle barrierefreie Oberflächen für Verlage und Behörden. Aufbau eines Designsystems mit React und TypeScript.',
  ],
  [
    'de',
    'Verantwortlich für das Frontend im Team Checkout. Migration von jQuery auf React, Einführung von CI/CD und Code Reviews.',
  ],
  [
    'pl',
    'Tworzę strony i aplikacje internetowe dla małych firm. Przebudowa sklepu z biletami na React i Node.js, od projektu do wdrożenia.',
  ],
  [
    'fr',
    'Je développe des interfaces accessibles pour les éditeurs. Refonte de la boutique en ligne avec React, dans une équipe de cinq personnes.',
  ],
  [
    'es',
    'Desarrollo interfaces accesibles para editoriales y administraciones. Migración de la tienda a React con un equipo de cinco personas.',
  ],
  [
    'it',
    'Sviluppo interfacce accessibili per editori e pubbliche amministrazioni. Rifacimento del negozio online con React, dalla progettazione alla messa in linea.',
  ],
  [
    'pt',
    'Desenvolvo interfaces acessíveis para editoras e para o setor público. Migração da loja para React com uma equipe de cinco pessoas.',
  ],
  [
    'nl',
    'Ik ontwikkel toegankelijke interfaces voor uitgevers en overheden. Herbouw van de webwinkel met React, van ontwerp tot en met beheer.',
  ],
  [
    'cs',
    'Vyvíjím přístupná rozhraní pro vydavatele a úřady. Přestavba obchodu na React, od návrhu až po nasazení, a to se pěti lidmi v týmu.',
  ],
  [
    'sv',
    'Jag bygger tillgängliga gränssnitt för förlag och myndigheter. Ombyggnad av butiken till React, från skiss till drift, med fem personer i ett team som är utspritt.',
  ],
  [
    'da',
    'Jeg udvikler tilgængelige brugerflader til forlag og myndigheder. Ombygning af webshoppen til React, fra skitse til drift, med et team på fem personer.',
  ],
  [
    'da',
    'Ansvarlig for frontend i et team, der bygger selvbetjening til kommuner. Jeg har også indført automatiske tests og en fælles komponentsamling.',
  ],
  [
    'nb',
    'Jeg utvikler tilgjengelige brukergrensesnitt for forlag og myndigheter. Ombygging av nettbutikken til React, fra skisse til drift, med et team på fem personer.',
  ],
  [
    'nb',
    'Ansvarlig for frontend i et team som bygger selvbetjening for kommuner. Jeg har også innført automatiske tester og jobbet med å dele komponenter.',
  ],
  [
    'ro',
    'Dezvolt interfețe accesibile pentru edituri și instituții publice. Reconstrucția magazinului online cu React, de la schiță până la lansare, într-o echipă de cinci persoane.',
  ],
  [
    'sk',
    'Vyvíjam prístupné rozhrania pre vydavateľov a úrady. Prestavba obchodu na React, od návrhu až po nasadenie, v tíme piatich ľudí, ktorý som viedol.',
  ],
  [
    'hr',
    'Razvijam pristupačna sučelja za izdavače i javne ustanove. Preradba web trgovine na React, od nacrta do puštanja u rad, u timu od pet ljudi koji sam vodila.',
  ],
  [
    'uk',
    'Розробляю доступні інтерфейси для видавництв і державних установ. Перебудова магазину на React.',
  ],
  [
    'ru',
    'Разрабатываю доступные интерфейсы для издательств и объединений. Перестройка магазина на React, это был большой проект.',
  ],
  ['el', 'Αναπτύσσω προσβάσιμες διεπαφές για εκδότες και δημόσιες υπηρεσίες με React.'],
  [
    'ja',
    '出版社と官公庁のためのアクセシブルなインターフェースを開発しています。React を使っています。',
  ],
  ['ko', '출판사와 공공기관을 위한 접근성 높은 인터페이스를 개발합니다. React와 함께.'],
  ['zh', '为出版社和政府机构开发无障碍界面。使用 React 重建网上商店，从设计到上线。'],
  ['he', 'אני מפתחת ממשקים נגישים להוצאות לאור ולמוסדות ציבור עם React.'],
])('%s is detected: %s', (language, text) => {
  expect(detectLanguage([text])).toBe(language)
})

test.each([
  [[]],
  [['Anna Nowak', 'React, TypeScript, Node.js, GraphQL, PostgreSQL, Docker']],
  [['Senior Software Engineer', 'Staff Engineer', 'Tech Lead']],
  [
    [
      'Ich bin Anna. I am a developer and I live in Berlin with my cat. Ich mag die Arbeit und das Team und den Kaffee.',
    ],
  ],
  [['Jeg bygger apps til web og mobil. Jeg har et team og et kontor.']],
  [['12345 67890 — 100 %']],
])('the language of %j is not detected', (texts) => {
  expect(detectLanguage(texts)).toBeUndefined()
})

test.each([
  ['da', 'Udvikling af sider og tests.'],
  ['de', 'Entwicklung für Verlage und Behörden.'],
  [undefined, 'Senior Software Engineer'],
  [undefined, 'Jeg bygger apps til web og mobil. Jeg har et team og et kontor.'],
])('%s is the likely language of: %s', (language, text) => {
  expect(detectLanguage([text], false)).toBe(language)
  expect(detectLanguage([text])).toBeUndefined()
})

test('the language of an import is detected from sentences, not from names', () => {
  const { draft } = readJsonResume(JSON.parse(readFileSync(RESUME, 'utf8')))
  expect(languageOf(draft)).toBe('en')
  const foreign = readJsonResume({
    basics: {
      name: 'Jule',
      label: 'Head of Frontend',
      summary: 'Ich baue, was alle benutzen können, und das mit Freude an der Sache.',
    },
    work: [
      {
        name: 'The House of Ideas and of the Web',
        position: 'Lead',
        summary: 'Aufbau des Teams und der Werkzeuge für die Redaktion.',
      },
    ],
    skills: [{ name: 'State of the art', keywords: ['of', 'the', 'and', 'with'] }],
  })
  expect(languageOf(foreign.draft)).toBe('de')
})
