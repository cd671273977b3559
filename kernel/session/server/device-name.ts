import { isIP } from 'node:net'
import type { RequestCtx } from '#packages/http'

export { getDeviceName } from '#kernel/audit/server/api.ts'

/** The browser hash as text, for Redis. */
export const getBrowserKey = ({ client }: Pick<RequestCtx, 'client'>) => client.browserHash().toString('base64url')

/** The network of an address, /24 or for IPv6 /48; the only location that is stored. */
export function getNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.*`
  if (isIP(plain) !== 6) return ''
  if (plain === '::1') return '127.0.0.*'
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  while (groups.length < 3 && tail !== undefined) groups.push('0')
  return `${groups.slice(0, 3).join(':')}::*`
}

export const isPhoneAgent = (agent: string) => /iPhone|Android|HarmonyOS|Mobile/i.test(agent)
