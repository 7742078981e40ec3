import { createRequire } from 'node:module'

type IconPack = {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

// A brand's own mark comes first: Lucide has no brands, and Simple Icons has nothing else.
const PACKS = ['@iconify-json/simple-icons/icons.json', '@iconify-json/lucide/icons.json']

let packs: IconPack[] | undefined

/** Before the name of an icon of Lucide that a brand has as well, such as x. */
const LUCIDE = 'lucide:'

/** The inside of the SVG of an icon, or undefined if no pack has it. */
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
