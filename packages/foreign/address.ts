import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Networks without foreign databases: loopback, link-local, metadata services of clouds, unspecified and multicast. */
const forbiddenNetworks: readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  // Other notations of IPv4 addresses, which a gateway may translate.
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

/** An installation's rules for addresses that its districts may connect to. */
export interface AddressRules {
  /** Networks of its own servers: `10.20.0.0/16`. */
  own: readonly string[]
  /** Exceptions from all rules, with their port: `127.0.0.1:5432`. */
  listed: readonly string[]
  /** The only allowed hosts (`data.example.cn`), addresses and networks; undefined: all but the forbidden ones. */
  allowed?: readonly string[] | undefined
}

export type ResolvedAddress = { address: string } | { refused: 'forbidden' | 'unknown' }

/** Resolves a name and checks whether connecting is allowed. */
export function createAddressResolver({ own, listed, allowed }: AddressRules) {
  const forbidden = parseNetworks(own)
  for (const [network, bits, family] of forbiddenNetworks) forbidden.addSubnet(network, bits, family)
  const isNetwork = (entry: string) => isIP(entry.split('/')[0]!) !== 0
  const within = allowed && parseNetworks(allowed.filter(isNetwork))
  const hosts = new Set(allowed?.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()))
  const exceptions = new Set(listed)
  const contains = (networks: BlockList, address: string) => networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  const isForbidden = (host: string, address: string, port: number) => {
    if (exceptions.has(`${address}:${port}`)) return false
    const isAllowed = !within || hosts.has(host.toLowerCase()) || contains(within, address)
    return !isAllowed || contains(forbidden, address)
  }

  return async (host: string, port: number): Promise<ResolvedAddress> => {
    const plain = await lookupAddresses(host)
    const [address] = plain
    if (address === undefined) return { refused: 'unknown' }
    // All of them, because the driver might use another address of the name.
    if (plain.some((one) => isForbidden(host, one, port))) return { refused: 'forbidden' }
    return { address }
  }
}

function parseNetworks(entries: readonly string[]) {
  const networks = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    networks.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return networks
}

/** All present addresses of a name; empty for an unknown name. */
export async function lookupAddresses(host: string): Promise<string[]> {
  const found = isIP(host) ? [host] : await lookup(host, { all: true }).then(listAddresses, () => [])
  return found.map(toPlainAddress)
}

const listAddresses = (found: readonly { address: string }[]) => found.map(({ address }) => address)

/** ::ffff:127.0.0.1, also written ::ffff:7f00:1, is 127.0.0.1. */
function toPlainAddress(address: string): string {
  const [, dotted, high, low] =
    /^(?:0*:)*:?ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address) ?? []
  if (dotted) return dotted
  if (!high || !low) return address
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}
