import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, createConcurrencyLimit, tooMany } from '#packages/core'
import {
  createAddressResolver,
  lookupAddresses,
  ForeignDatabaseError,
  ConnectionFailedError,
  type ForeignDatabase,
} from '#packages/foreign'

type Env = Readonly<Record<string, string | undefined>>

let resolve = createAddressResolver({ own: [], listed: [] })
/** So long every failure takes: the time must not tell what the words do not. */
let failureMs = 0

const parseList = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The servers that this installation itself is told to use. */
const listOwnServers = (env: Env) =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /^QIMING_(?!SIM_).*_(URL|ENDPOINT|API|OAPI|LOGIN)$/.test(name) && URL.canParse(value)
      ? new URL(value).hostname.replace(/^\[|\]$/g, '')
      : [],
  )

/**
 * Which addresses may be read is said by whoever runs the installation, never by a district. Its own servers never are.
 * In production only what is in QIMING_SOURCE_ALLOWED; elsewhere, where nothing is said, all but the forbidden ones.
 */
export function configureSources(env: Env) {
  const servers = listOwnServers(env)
  const listed = parseList(env['QIMING_SOURCE_LISTED'])
  const networks = [...parseList(env['QIMING_SOURCE_OWN_NETWORKS']), ...servers.filter((host) => isIP(host))]
  const isProduction = env['NODE_ENV'] === 'production'
  const said = env['QIMING_SOURCE_ALLOWED']
  const allowed = said !== undefined || isProduction ? parseList(said) : undefined
  failureMs = Number(env['QIMING_SOURCE_FAILURE_MS'] || (isProduction ? 3_200 : 0))
  const find = createAddressResolver({ own: networks, listed, allowed })
  resolve = async (host, port) => {
    const found = await find(host, port)
    if ('refused' in found || listed.includes(`${found.address}:${port}`)) return found
    // Asked each time: a name means what it means now.
    const own = await Promise.all(servers.filter((name) => !isIP(name)).map((name) => lookupAddresses(name)))
    return own.flat().includes(found.address) ? { refused: 'forbidden' } : found
  }
}

const waitingAtMost = 8
/** Somebody else's slow database must not take all the hands of this process. */
const inTurn = createConcurrencyLimit(4, (waiting) => {
  if (waiting >= waitingAtMost) throw tooMany('正在读取的数据源较多，请稍后再试', 5)
})

export interface SourceAddress {
  host: string
  port: number
  database: string
  userName: string
  isEncrypted: boolean
}

/** Looks the name up and goes to exactly that address: a name that means something else a moment later leads nowhere. */
export const connectToSource = <T>(
  target: SourceAddress,
  password: string,
  work: (at: ForeignDatabase) => Promise<T>,
): Promise<T> =>
  inTurn(async () => {
    const { host, port, database, userName, isEncrypted } = target
    const answeredAt = performance.now() + failureMs
    try {
      const found = await resolve(host, port)
      if ('refused' in found) throw new ConnectionFailedError()
      const at = { address: found.address, tlsName: isEncrypted ? host : null, port, database, userName, password }
      return await work(at)
    } catch (error) {
      if (error instanceof ConnectionFailedError) await sleep(Math.max(0, answeredAt - performance.now()))
      throw error instanceof ForeignDatabaseError ? new Refusal(error.message) : error
    }
  })
