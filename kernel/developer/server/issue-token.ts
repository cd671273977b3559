import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { getContribution, Refusal, Ret, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { newToken, type RequestCtx } from '#packages/http'
import { findOpenApplication, isServing, openSigningKeys, touchSecret } from '#kernel/catalogue/server/api.ts'
import { clockMinutes, openApi, textToSign, tokenSeconds } from '../contract.ts'
import { compileAddressList } from './address-list.ts'
import { limitRate } from './call-limits.ts'
import { withRecordedCall } from './open-calls.ts'
import { requireServing } from './open-callers.ts'
import { insertToken } from './token-queries.ts'

interface SignedRequest {
  key: string
  timestamp: number
  nonce: string
  signature: string
}

/** Before a signature is checked: nobody may keep the directory busy with invented keys. */
const requestsPerSecond = { ofAddress: 50, ofApplication: 20 }
const clockMs = clockMinutes * 60_000

const wrongSecret = () => new Refusal('应用密钥已失效', Ret.notSignedIn)

/** Gives a token to whoever signs with a valid secret of the application, now, and with a nonce that was never used. */
export async function issueToken(ctx: RequestCtx, request: SignedRequest) {
  const { client, now, cells } = ctx
  await limitRate(ctx, `open-address:${client.address}`, requestsPerSecond.ofAddress)
  if (Math.abs(now.getTime() - request.timestamp) > clockMs)
    throw new Refusal(`请求时间与服务器相差超过${clockMinutes}分钟`, Ret.notSignedIn)
  const districtId = await getContribution(ctx, 'openCallers').findDistrict(ctx, request.key)
  if (districtId === undefined || (await cells.cellOf(districtId)) === undefined) throw wrongSecret()
  const { application, secretId } = await findSigner(ctx, districtId, request)
  // From here on it is the application that calls, and nobody else learns whether it is stopped.
  return withRecordedCall(ctx, openApi.token, { districtId, key: request.key }, async () => {
    const { ips } = application
    await requireServing(ctx, {
      districtId,
      key: request.key,
      isServing: isServing(application),
      isAllowedFrom: compileAddressList(ips),
    })
    await limitRate(ctx, `open-token:${districtId}:${request.key}`, requestsPerSecond.ofApplication)
    await claimNonce(ctx, request)
    const { token, hash } = newToken(districtId)
    await inDistrict(cells, districtId, async (db) => {
      const expiresAt = new Date(now.getTime() + tokenSeconds * 1000)
      await insertToken(db, { hash, appKey: request.key, secretId, expiresAt }, now)
      await touchSecret(db, secretId, now)
    })
    return { token, expiresIn: tokenSeconds }
  })
}

/** The application and the secret that made the signature. */
async function findSigner({ cells, now }: RequestCtx, districtId: DistrictId, request: SignedRequest) {
  const { application, secrets } = await inDistrict(
    cells,
    districtId,
    async (db) => ({
      application: await findOpenApplication(db, request.key),
      secrets: await openSigningKeys({ db, now }, districtId, request.key),
    }),
    { readOnly: true },
  )
  const signature = Buffer.from(request.signature, 'hex')
  const text = textToSign(request)
  const signer = secrets.find(({ secret }) =>
    timingSafeEqual(createHmac('sha256', secret).update(text).digest(), signature),
  )
  if (!application || !signer) throw wrongSecret()
  return { application, secretId: signer.id }
}

/** After the signature is checked, so that nobody can use up the nonces of others. */
async function claimNonce({ ephemeralStore }: RequestCtx, { key, nonce }: SignedRequest) {
  const name = createHash('sha256').update(`${key}\n${nonce}`).digest('base64url')
  // A request is accepted from five minutes before to five minutes after its time.
  const { count } = await ephemeralStore.count(`open-nonce:${name}`, 2 * clockMinutes * 60 + 60)
  if (count > 1) throw new Refusal('请求已使用过，请更换随机数', Ret.notSignedIn)
}
