import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

const GROUPS = 8

/** A household has one IPv6 network of this many groups, a customer of a provider up to 65,536. */
const HOUSEHOLD_GROUPS = 4
const CUSTOMER_GROUPS = 3
const HOUSEHOLDS_PER_CUSTOMER = 5

export type NetworkName = {
  name: string
  /** How many senders it may stand for. */
  share: number
}

/**
 * Names for whoever sends, to count by and not to find anyone by: hashes with the salt of the day,
 * which nobody can undo once it is deleted. An IPv6 sender owns 2^64 addresses and more, so there
 * the networks are counted.
 */
export function namesOfSender(address: string, salt: string): NetworkName[] {
  return networksOf(address).map(({ network, share }) => {
    const hash = createHmac('sha256', salt).update(network).digest('base64url')
    return { name: hash.slice(0, 22), share }
  })
}

export function networksOf(address: string): { network: string; share: number }[] {
  const plain = withoutPort(address).split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (!isIPv6(plain) || mapped) return [{ network: mapped?.[1] ?? plain, share: 1 }]
  const groups = expand(plain)
  return [
    { network: groups.slice(0, HOUSEHOLD_GROUPS).join(':'), share: 1 },
    { network: groups.slice(0, CUSTOMER_GROUPS).join(':'), share: HOUSEHOLDS_PER_CUSTOMER },
  ]
}

/** Some proxies tell the port too, and every connection has another. */
function withoutPort(address: string): string {
  const [, inBrackets, bare] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return inBrackets ?? bare ?? address
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
