import { decodeJwt, jwtVerify } from 'jose'
import { newId, Refusal } from '#packages/core'
import { inDistrict } from '#packages/db'
import { hashToken, type RequestCtx } from '#packages/http'
import { listAccountDistricts, findAccount } from '#kernel/identity/server/api.ts'
import { getSignInSettings } from '../settings.ts'
import { insertSignInTicket } from '../ticket-queries.ts'
import { completeSignIn } from './complete-sign-in.ts'

const longestSeconds = 60
const transferRefusal = () => new Refusal('登录链接无效或已过期，请从原系统重新打开')

/** Signs in by a token of another system: signed, at most a minute old, and used once. */
export async function signInByTransfer(ctx: RequestCtx, token: string) {
  const { userName, mark, until } = await verifyTransferToken(ctx, token)
  const account = await findAccount(ctx.cells, userName)
  // Always the same district, whichever was used last, because the token is marked as used there.
  const [district] = (account ? await listAccountDistricts(ctx.cells, account.id) : []).toSorted((a, b) => a - b)
  if (!account || !district) throw transferRefusal()
  const isFirst = await inDistrict(ctx.cells, district, (db) =>
    insertSignInTicket(
      db,
      {
        id: newId(),
        kind: 'transfer',
        token_hash: hashToken(mark),
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
  if (!isFirst) throw transferRefusal()
  return completeSignIn(ctx, { accountId: account.id, signInMethod: 'transfer', factors: ['system'] })
}

async function verifyTransferToken(ctx: RequestCtx, token: string) {
  try {
    const { iss } = decodeJwt(token)
    const system = getSignInSettings(ctx).transferSystems.find(({ id }) => id === iss)
    if (!system) throw transferRefusal()
    const { payload } = await jwtVerify(token, Buffer.from(system.key), {
      algorithms: ['HS256'],
      issuer: system.id,
      audience: 'qiming',
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      maxTokenAge: `${longestSeconds}s`,
      currentDate: ctx.now,
    })
    return { userName: payload.sub!, mark: `${system.id}:${payload.jti}`, until: new Date(payload.exp! * 1000) }
  } catch {
    throw transferRefusal()
  }
}
