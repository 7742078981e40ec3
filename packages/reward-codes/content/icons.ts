import { nearest } from 'reward-codes-gateway/did-you-mean'
import { requireOwn } from '../folders.ts'
import { formatReceived } from './diagnostic.ts'
import type { AssetError } from './schema/assets.ts'

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

export function describeUnknownIcon(name: string): AssetError {
  const known = loadPacks().flatMap((pack) => Object.keys(pack.icons))
  return {
    found: formatReceived(name),
    expected: 'an icon name from lucide.dev or simpleicons.org',
    suggestion: nearest(name, known),
  }
}

function loadPacks(): IconPack[] {
  packs ??= PACKS.map((pack): IconPack => requireOwn(pack))
  return packs
}
