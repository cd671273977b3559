import { createHash, randomBytes } from 'node:crypto'
import { invalid, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { signalSessionsEnded } from '#packages/db'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import {
  insertSecret,
  listSecretRows,
  listSigningKeys,
  lockSecrets,
  startGrace,
  voidAllSecrets,
  voidGraceSecret,
  voidSecret,
} from '../../app-secret-queries.ts'
import type { AppRow } from '../../application-list.ts'
import { hasAppPermission } from '../centre/viewer-applications.ts'
import { getApplicationFor, listReadableApplications } from './find-application.ts'
import { listActionsAt } from './application-lifecycle.ts'
import { recordApplicationHistory } from './application-history.ts'
import { notifySecretOwners } from './secret-notifications.ts'

const signingKeyField = 'app_secret.signing_key'
const hourMs = 3600_000

/** Creates the secret of an application that has no valid one, and returns it. It cannot be read again. */
export async function createSecret(ctx: Ctx, appKey: string) {
  const secret = randomBytes(32).toString('base64url')
  const id = newId()
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const signingKey = cipher.encrypt(signingKeyField, secret, id)
  const hash = createHash('sha256').update(secret).digest()
  await insertSecret(ctx.db, { id, appKey, hash, signingKey, by: ctx.actor.personId }, ctx.now)
  return { id, secret }
}

interface SecretChange {
  /** How long the old secret stays valid. 0: it may have leaked, and ends at once. */
  graceHours: number
  reason: string
}

export async function resetSecret(ctx: Ctx, { key, ...change }: SecretChange & { key: string }) {
  return changeSecret(ctx, await getApplicationWithSecret(ctx, key), change)
}

/**
 * Replaces the secret of an application; the caller has checked the permission. The old one stays valid for the grace
 * period, an older one ends at once: there are never more than two.
 */
export async function changeSecret(ctx: Ctx, app: AppRow, { graceHours, reason }: SecretChange) {
  const { key } = app
  const isLeak = graceHours === 0
  if (isLeak && reason === '') throw invalid([{ field: 'reason', msg: '立即作废旧密钥须填写理由' }])
  await lockSecrets(ctx.db, key)
  const graceUntil = isLeak ? null : new Date(ctx.now.getTime() + graceHours * hourMs)
  if (graceUntil) {
    await voidGraceSecret(ctx.db, key, ctx.now)
    await startGrace(ctx.db, key, graceUntil)
  } else await voidAllSecrets(ctx.db, key, ctx.now)
  const { id, secret } = await createSecret(ctx, key)
  await signalSessionsEnded(ctx.db, [key])
  const effect = isLeak ? '旧密钥和它的令牌立即作废' : `旧密钥${graceHours}小时后失效`
  await recordApplicationHistory(ctx, key, '更换密钥', [effect, reason].filter(Boolean).join('；'))
  await recordSecretChange(ctx, 'secret-rotated', app, effect)
  await notifySecretOwners(ctx, app, { id, title: '已更换', effect, reason })
  return { secret, graceUntil: graceUntil?.toISOString() ?? null }
}

export async function revokeSecret(ctx: Ctx, { key, id, reason }: { key: string; id: string; reason: string }) {
  const app = await getApplicationWithSecret(ctx, key)
  await lockSecrets(ctx.db, key)
  if (!(await voidSecret(ctx.db, key, id, ctx.now))) throw notFound('密钥')
  await signalSessionsEnded(ctx.db, [key])
  await recordApplicationHistory(ctx, key, '作废密钥', reason)
  await recordSecretChange(ctx, 'secret-revoked', app, '立即作废')
  await notifySecretOwners(ctx, app, { id, title: '已作废', effect: '密钥和它的令牌立即作废', reason })
  return null
}

/** In the identity log of who did it. What developers do is in the log of the platform. */
async function recordSecretChange(ctx: Ctx, kind: 'secret-rotated' | 'secret-revoked', app: AppRow, way: string) {
  if (ctx.actor.kind === 'staff') await recordIdentityChange(ctx, kind, ctx.actor, { after: app.name, way })
}

/** Ends all secrets of an application that is closed. */
export const endSecrets = (ctx: Ctx, appKey: string) => voidAllSecrets(ctx.db, appKey, ctx.now)

async function getApplicationWithSecret(ctx: Ctx, key: string) {
  const app = await getApplicationFor(ctx, 'app.edit', key)
  if (app.isBuiltIn) throw new Refusal('内置应用没有密钥')
  if (!listActionsAt(app).includes('secret')) throw new Refusal('该应用已停用或注销')
  return app
}

/** The secrets without their values, for those who manage the application. */
export async function listSecrets(ctx: Ctx, key: string) {
  const { apps } = await listReadableApplications(ctx)
  const app = apps.find((one) => one.key === key)
  if (!app || !hasAppPermission(ctx.actor, 'app.read', app)) throw notFound('应用')
  return listSecretStates(ctx, key)
}

/** The caller has checked the permission. */
export async function listSecretStates(ctx: Ctx, key: string) {
  const rows = await listSecretRows(ctx.db, key, ctx.now)
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** The secrets that may sign now, with their values, to check a signature. Never for an answer. */
export async function openSigningKeys(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  district: Ctx['actor']['districtId'],
  appKey: string,
) {
  const rows = await listSigningKeys(db, appKey, now)
  if (rows.length === 0) return []
  const cipher = await loadFieldCipher(db, district)
  return rows.map(({ id, signingKey }) => ({ id, secret: cipher.decrypt(signingKeyField, signingKey!, id) }))
}
