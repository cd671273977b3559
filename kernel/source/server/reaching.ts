import { Refusal, turns, tooMany } from '#packages/core'
import { addressesOf, ForeignFault, type ForeignDatabase } from '#packages/foreign'

type Env = Readonly<Record<string, string | undefined>>

let resolve = addressesOf({ own: [], listed: [] })

const listOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Which addresses may be read is said by whoever runs the installation, never by a district. */
export function configureSources(env: Env) {
  resolve = addressesOf({ own: listOf(env['QIMING_SOURCE_OWN_NETWORKS']), listed: listOf(env['QIMING_SOURCE_LISTED']) })
}

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
    if ('refused' in found) throw new Refusal(found.refused === 'unknown' ? '找不到该主机' : '不允许访问该地址')
    const at = { address: found.address, tlsName: isEncrypted ? host : null, port, database, userName, password }
    return work(at).catch((error: unknown) => {
      throw error instanceof ForeignFault ? new Refusal(error.message) : error
    })
  })
