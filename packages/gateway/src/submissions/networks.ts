import { isIPv6 } from 'node:net'

const IPV6_GROUPS = 8

/** A household has one IPv6 network of 4 groups (/64); a provider's customer (/48) has up to 65,536. */
const IPV6_SUBNET_GROUPS = 4
const IPV6_SITE_GROUPS = 3
const SUBNETS_PER_SITE = 5

type Network = {
  network: string
  /** How many senders it may represent. */
  share: number
}

/** The networks of a client. An IPv6 client owns 2^64 addresses or more, so its networks are counted. */
export function networksOf(address: string): Network[] {
  const plain = withoutPort(address).split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (!isIPv6(plain) || mapped) return [{ network: mapped?.[1] ?? plain, share: 1 }]
  const groups = expand(plain)
  return [
    { network: groups.slice(0, IPV6_SUBNET_GROUPS).join(':'), share: 1 },
    { network: groups.slice(0, IPV6_SITE_GROUPS).join(':'), share: SUBNETS_PER_SITE },
  ]
}

/** Some proxies send the port too, which differs for each connection. */
function withoutPort(address: string): string {
  const [, inBrackets, bare] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return inBrackets ?? bare ?? address
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: IPV6_GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
