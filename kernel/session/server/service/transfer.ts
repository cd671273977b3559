import { decodeJwt, jwtVerify } from 'jose'
import { newId, Refusal } from '#packages/core'
import { inDistrict } from '#packages/db'
import { hashOf, type OwnCtx } from '#packages/http'
import { districtsOf, findAccount } from '#kernel/identity/server'
import { installation } from '../settings.ts'
import { insertTicket } from '../ticket-queries.ts'
import { arrive } from './arrive.ts'

const longestSeconds = 60
const refused = () => new Refusal('登录链接无效或已过期，请从原系统重新打开')

/** The word of another system about who somebody is: signed, not older than a minute, and taken once. */
export async function signInByTransfer(ctx: OwnCtx, word: string) {
  const { userName, mark, until } = await readWord(word, ctx.now)
  const account = await findAccount(ctx.cells, userName)
  // Always the same one, whichever was used last: there the word is marked as taken.
  const [district] = (account ? await districtsOf(ctx.cells, account.id) : []).toSorted((a, b) => a - b)
  if (!account || !district) throw refused()
  const isFirst = await inDistrict(ctx.cells, district, (db) =>
    insertTicket(
      db,
      {
        id: newId(),
        kind: 'transfer',
        token_hash: hashOf(mark),
        account_id: account.id,
        user_id: null,
        session_id: null,
        browser_hash: null,
        phone: null,
        facts: {},
        expires_at: until,
      },
      ctx.now,
    ),
  )
  if (!isFirst) throw refused()
  return arrive(ctx, { accountId: account.id, door: 'transfer', factors: ['system'] })
}

async function readWord(word: string, now: Date) {
  try {
    const { iss } = decodeJwt(word)
    const system = installation.transferSystems.find(({ id }) => id === iss)
    if (!system) throw refused()
    const { payload } = await jwtVerify(word, Buffer.from(system.key), {
      algorithms: ['HS256'],
      issuer: system.id,
      audience: 'qiming',
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      maxTokenAge: `${longestSeconds}s`,
      currentDate: now,
    })
    return { userName: payload.sub!, mark: `${system.id}:${payload.jti}`, until: new Date(payload.exp! * 1000) }
  } catch {
    throw refused()
  }
}
