import { createHash, randomBytes } from 'node:crypto'
import { Refusal, type Ctx } from '#packages/core'
import { replaceApplicationSecret } from '../../application-edit-queries.ts'
import { getApplicationFor } from './find-application.ts'
import { listActionsAt } from './application-lifecycle.ts'
import { recordApplicationHistory } from './application-history.ts'

/** The secret is random, so a plain hash is enough: it cannot be guessed. */
export function generateSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: createHash('sha256').update(secret).digest() }
}

const dayMs = 24 * 3600_000

export async function renewSecret(ctx: Ctx, key: string) {
  const app = await getApplicationFor(ctx, 'app.edit', key)
  if (app.isBuiltIn) throw new Refusal('内置应用没有密钥')
  if (!listActionsAt(app).includes('secret')) throw new Refusal('该应用已停用或注销')
  const { secret, hash } = generateSecret()
  await replaceApplicationSecret(ctx.db, key, hash, new Date(ctx.now.getTime() + dayMs))
  await recordApplicationHistory(ctx, key, '更换密钥', '旧密钥一天后失效')
  return { oneTimeSecret: secret }
}
