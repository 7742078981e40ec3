import { createRequire } from 'node:module'

type IconPack = {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

// A brand's own mark comes first: Lucide has no brands, and Simple Icons has nothing else.
const PACKS = ['@iconify-json/simple-icons/icons.json', '@iconify-json/lucide/icons.json']

let packs: IconPack[] | undefined

/** The inside of the SVG of an icon, or undefined if no pack has it. */
export function findIcon(name: string): string | undefined {
  for (const pack of loadPacks()) {
    const icon = pack.icons[name] ?? pack.icons[pack.aliases?.[name]?.parent ?? '']
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
