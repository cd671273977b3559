import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, createConcurrencyLimit, getContribution, tooMany, type Ctx } from '#packages/core'
import {
  createAddressResolver,
  lookupAddresses,
  ForeignDatabaseError,
  ConnectionFailedError,
  type ForeignDatabase,
} from '#packages/foreign'

type Env = Readonly<Record<string, string | undefined>>

interface SourceNetwork {
  resolve: ReturnType<typeof createAddressResolver>
  /** Minimum duration of a failed connection, so that its timing does not reveal whether a host exists. */
  failureMs: number
}
declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The addresses that data sources may have. */
    sourceNetwork: SourceNetwork
  }
}

const parseList = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The servers in the configuration of this installation. */
const listOwnServers = (env: Env) =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /^QIMING_(?!SIM_).*_(URL|ENDPOINT|API|OAPI|LOGIN)$/.test(name) && URL.canParse(value)
      ? new URL(value).hostname.replace(/^\[|\]$/g, '')
      : [],
  )

/**
 * The operator of the installation decides which addresses may be read, never a district. The installation's own
 * servers are always refused. Production allows only QIMING_SOURCE_ALLOWED; other environments without that setting
 * allow all addresses that are not forbidden.
 */
export function readSourceNetwork(env: Env): SourceNetwork {
  const servers = listOwnServers(env)
  const listed = parseList(env['QIMING_SOURCE_LISTED'])
  const networks = [...parseList(env['QIMING_SOURCE_OWN_NETWORKS']), ...servers.filter((host) => isIP(host))]
  const isProduction = env['NODE_ENV'] === 'production'
  const allowedSetting = env['QIMING_SOURCE_ALLOWED']
  const allowed = allowedSetting !== undefined || isProduction ? parseList(allowedSetting) : undefined
  const failureMs = Number(env['QIMING_SOURCE_FAILURE_MS'] || (isProduction ? 3_200 : 0))
  const find = createAddressResolver({ own: networks, listed, allowed })
  return {
    failureMs,
    resolve: async (host, port) => {
      const found = await find(host, port)
      if ('refused' in found || listed.includes(`${found.address}:${port}`)) return found
      // Resolved for each connection, because DNS may change.
      const own = await Promise.all(servers.filter((name) => !isIP(name)).map((name) => lookupAddresses(name)))
      return own.flat().includes(found.address) ? { refused: 'forbidden' } : found
    },
  }
}

const waitingAtMost = 8
/** Limits concurrency, so that slow foreign databases cannot block this process. */
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

/** Resolves the name once and connects to exactly that address, which prevents DNS rebinding. */
export const connectToSource = <T>(
  ctx: Pick<Ctx, 'app'>,
  target: SourceAddress,
  password: string,
  work: (at: ForeignDatabase) => Promise<T>,
): Promise<T> =>
  inTurn(async () => {
    const { host, port, database, userName, isEncrypted } = target
    const { resolve, failureMs } = getContribution(ctx, 'sourceNetwork')
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
