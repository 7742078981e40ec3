import { isIPv6, SocketAddress } from 'node:net'

const IPV6_GROUPS = 8

/**
 * The networks of a client, the smallest first: an IPv4 address, or an IPv6 /64, which a household has, with the
 * /56 and /48 that providers give to one customer.
 */
export function networksOf(address: string): string[] {
  // Some proxies send the port too, which differs for each connection.
  const plain = (SocketAddress.parse(address)?.address ?? address).replace(/%.*/s, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (!isIPv6(plain) || mapped) return [mapped?.[1] ?? plain]
  const [one, two, three, four = ''] = expand(plain)
  const site = `${one}:${two}:${three}`
  const subnets = Number.parseInt(four, 16) & 0xff00
  return [`${site}:${four}`, `${site}:${subnets.toString(16)}/56`, `${site}/48`]
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: IPV6_GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
