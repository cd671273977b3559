import { BlockList, isIP } from 'node:net'

/** The addresses that an application may call from; an empty list allows all. */
export function compileAddressList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const plain = bits === undefined ? toPlainAddress(address) : address
    const version = isIP(plain)
    if (version === 0) continue
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(plain, family)
    else list.addSubnet(plain, Number(bits), family)
  }
  return (address) => {
    const plain = toPlainAddress(address)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** An IPv4 address may arrive in its IPv6 form. */
const toPlainAddress = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
