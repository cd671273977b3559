import { createHash, randomBytes } from 'node:crypto'
import { Refusal, type Ctx } from '#packages/core'
import { replaceSecret } from '../../application-edit-queries.ts'
import { findFor } from './finding.ts'
import { actsAt } from './life.ts'
import { note } from './noting.ts'

/** Random, so a plain hash keeps it: there is nothing to guess. */
export function newSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: createHash('sha256').update(secret).digest() }
}

const aDay = 24 * 3600_000

export async function renewSecret(ctx: Ctx, key: string) {
  const app = await findFor(ctx, 'app.edit', key)
  if (app.isBuiltIn) throw new Refusal('内置应用没有密钥')
  if (!actsAt(app).includes('secret')) throw new Refusal('该应用已停用或注销')
  const { secret, hash } = newSecret()
  await replaceSecret(ctx.db, key, hash, new Date(ctx.now.getTime() + aDay))
  await note(ctx, key, '更换密钥', '旧密钥一天后失效')
  return { oneTimeSecret: secret }
}
