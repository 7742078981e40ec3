import { createRequire } from 'node:module'

type IconPack = {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

// Simple Icons is searched first: it has only brand icons, and Lucide has none.
const PACKS = ['@iconify-json/simple-icons/icons.json', '@iconify-json/lucide/icons.json']

let packs: IconPack[] | undefined

/** Prefix that selects Lucide's icon where a brand has the same name, such as x. */
const LUCIDE = 'lucide:'

/** The inner SVG markup of an icon, or undefined if no pack has it. */
export function findIcon(name: string): string | undefined {
  const isLucide = name.startsWith(LUCIDE)
  const plain = isLucide ? name.slice(LUCIDE.length) : name
  for (const pack of loadPacks().slice(isLucide ? 1 : 0)) {
    const icon = pack.icons[plain] ?? pack.icons[pack.aliases?.[plain]?.parent ?? '']
    if (icon) return icon.body
  }
  return undefined
}

export function knownIcons(): string[] {
  return loadPacks().flatMap((pack) => Object.keys(pack.icons))
}

function loadPacks(): IconPack[] {
  const require = createRequire(import.meta.url)
  packs ??= PACKS.map((pack): IconPack => require(pack))
  return packs
}
