import { timeZonesOf } from './locale.ts'

/** The codes of three letters, each with the one of two: ISO 3166-1. */
const LONG_CODES = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU
  AUTAT AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ
  BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI
  CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE
  DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK
  FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR
  GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN
  IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH
  KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV
  MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN
  MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI
  NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL
  PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG
  SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI
  SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT
  TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
  VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW
`

/** Names that Unicode has no more, or not for a country. */
const OTHER_NAMES = new Map([
  ['czech republic', 'CZ'],
  ['england', 'GB'],
  ['holland', 'NL'],
  ['northern ireland', 'GB'],
  ['republic of korea', 'KR'],
  ['russian federation', 'RU'],
  ['scotland', 'GB'],
  ['turkey', 'TR'],
  ['uk', 'GB'],
  ['united states of america', 'US'],
  ['usa', 'US'],
  ['viet nam', 'VN'],
  ['wales', 'GB'],
])

/** The languages in which owners write the name of their country, besides that of the page. */
export const LANGUAGES_OF_NAMES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'sk', 'hu'],
  ...['ro', 'tr', 'uk', 'ru', 'el', 'bg', 'et', 'lv', 'lt', 'ca', 'sl', 'id', 'ms', 'vi', 'hi'],
  ...['ar', 'he', 'fa', 'ja', 'ko', 'zh'],
]

/** The code of a country by its code of two or three letters, or by its name in some language. */
export function countryCodeOf(text: string, language = 'en'): string | undefined {
  const code = text.replaceAll('.', '').trim().toUpperCase()
  if (countries().includes(code)) return code
  const isLong = /^[A-Z]{3}$/.test(code)
  const [, short] = (isLong && new RegExp(`\\b${code}([A-Z]{2})\\b`).exec(LONG_CODES)) || []
  return short ?? countryNamed(text, language)
}

/** The code of a country by its name in some language, such as that of the page. */
export function countryNamed(name: string, language = 'en'): string | undefined {
  const sought = plain(name)
  const other = OTHER_NAMES.get(sought)
  if (other) return other
  const tongue = ['en', language, ...LANGUAGES_OF_NAMES].find((each) => namesIn(each).has(sought))
  return tongue && namesIn(tongue).get(sought)
}

const names = new Map<string, Map<string, string>>()

/** The codes of all countries by their long and short names. */
function namesIn(language: string): Map<string, string> {
  const known = names.get(language)
  if (known) return known
  const found = new Map(
    (['short', 'long'] as const).flatMap((style) => {
      const format = new Intl.DisplayNames(language, { type: 'region', style })
      return countries().map((code) => [plain(format.of(code) ?? code), code] as const)
    }),
  )
  names.set(language, found)
  return found
}

/** Without case, accents and dots: "Türkiye", "Turkiye", "U.S.A.", "The Netherlands". */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}|\./gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim()
    .replace(/^the /, '')
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

let codes: string[] | undefined

/** The codes of two letters that are of a country today. Valid content needs none of them. */
function countries(): string[] {
  codes ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => new Intl.Locale(`und-${code}`).region === code && timeZonesOf(code).length > 0,
  )
  return codes
}
