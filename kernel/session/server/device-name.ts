import { isIP } from 'node:net'
import type { RequestCtx } from '#packages/http'

/** The browser hash as text, for Redis. */
export const getBrowserKey = ({ client }: RequestCtx) => client.browserHash().toString('base64url')

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

const systems: [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/HarmonyOS/i, '鸿蒙手机'],
  [/Android/, 'Android 手机'],
  [/Windows NT/, 'Windows 电脑'],
  [/Macintosh/, 'Mac 电脑'],
  [/Linux/, 'Linux 电脑'],
]
const browsers: [RegExp, string][] = [
  [/DingTalk/i, '钉钉'],
  [/MicroMessenger/i, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/QQBrowser/i, 'QQ浏览器'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const matchName = (agent: string, table: [RegExp, string][], otherwise: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1] ?? otherwise

/** A readable name of a browser. */
export const getDeviceName = (agent: string) =>
  `${matchName(agent, systems, '未知设备')}，${matchName(agent, browsers, '其他浏览器')}`

export const isPhoneAgent = (agent: string) => /iPhone|Android|HarmonyOS|Mobile/i.test(agent)
