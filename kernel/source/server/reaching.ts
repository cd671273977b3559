import { isIP } from 'node:net'
import { Refusal, turns, tooMany } from '#packages/core'
import { addressesOf, allAddresses, ForeignFault, type ForeignDatabase } from '#packages/foreign'

type Env = Readonly<Record<string, string | undefined>>

let resolve = addressesOf({ own: [], listed: [] })

const listOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The servers that this installation itself is told to use. */
const ownServers = (env: Env) =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /^QIMING_(?!SIM_).*_URL$/.test(name) && URL.canParse(value) ? new URL(value).hostname.replace(/^\[|\]$/g, '') : [],
  )

/** Which addresses may be read is said by whoever runs the installation, never by a district. Its own servers never are. */
export function configureSources(env: Env) {
  const servers = ownServers(env)
  const listed = listOf(env['QIMING_SOURCE_LISTED'])
  const networks = [...listOf(env['QIMING_SOURCE_OWN_NETWORKS']), ...servers.filter((host) => isIP(host))]
  const find = addressesOf({ own: networks, listed })
  resolve = async (host, port) => {
    const found = await find(host, port)
    if ('refused' in found || listed.includes(`${found.address}:${port}`)) return found
    // Asked each time: a name means what it means now.
    const own = await Promise.all(servers.filter((name) => !isIP(name)).map((name) => allAddresses(name)))
    return own.flat().includes(found.address) ? { refused: 'forbidden' } : found
  }
}

export const forbiddenAddress = '不允许访问该地址'

const waitingAtMost = 8
/** Somebody else's slow database must not take all the hands of this process. */
const inTurn = turns(4, (waiting) => {
  if (waiting >= waitingAtMost) throw tooMany('正在读取的数据源较多，请稍后再试', 5)
})

export interface Target {
  host: string
  port: number
  database: string
  userName: string
  isEncrypted: boolean
}

/** Looks the name up and goes to exactly that address: a name that means something else a moment later leads nowhere. */
export const reach = <T>(target: Target, password: string, work: (at: ForeignDatabase) => Promise<T>): Promise<T> =>
  inTurn(async () => {
    const { host, port, database, userName, isEncrypted } = target
    const found = await resolve(host, port)
    if ('refused' in found) throw new Refusal(found.refused === 'unknown' ? '找不到该主机' : forbiddenAddress)
    const at = { address: found.address, tlsName: isEncrypted ? host : null, port, database, userName, password }
    return work(at).catch((error: unknown) => {
      throw error instanceof ForeignFault ? new Refusal(error.message) : error
    })
  })
