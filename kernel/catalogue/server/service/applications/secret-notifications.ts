import type { Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { secretDays } from '../../../contract.ts'
import { claimNeglectedSecrets, findPersonName, voidExpiredSecrets } from '../../app-secret-queries.ts'
import { findRegistrant } from '../../application-edit-queries.ts'
import { listAllApplications, servingStatuses, type AppRow } from '../../application-list.ts'

export const secretChangedTemplate = defineTemplate({
  code: 'application.secret-changed',
  kind: 'notice',
  title: '应用“{name}”的密钥{title}',
  body: '{by}操作，{effect}。{reason}',
})

export const secretNeglectedTemplate = defineTemplate({
  code: 'application.secret-neglected',
  kind: 'notice',
  title: '应用“{name}”的密钥{title}',
  body: '{advice}',
})

/** Who registered the application, and who maintains the applications of its organisation. */
export async function listApplicationOwners(ctx: Ctx, { key, manageOrgId }: Pick<AppRow, 'key' | 'manageOrgId'>) {
  const registrant = (await findRegistrant(ctx.db, key))?.personId
  const holders = manageOrgId ? await listPermissionHolders(ctx, 'app.edit', manageOrgId) : []
  return [...(registrant ? [registrant] : []), ...holders.map(({ personId }) => personId)]
}

const secretTabOf = (key: string) => `/developer/useManagement?open=${encodeURIComponent(key)}`

interface ChangedSecret {
  id: string
  title: string
  effect: string
  reason: string
}

/** Tells all owners, also the one who did it: it may have been somebody else with her session. */
export async function notifySecretOwners(ctx: Ctx, app: AppRow, { id, title, effect, reason }: ChangedSecret) {
  await sendMessages(ctx, secretChangedTemplate, {
    to: await listApplicationOwners(ctx, app),
    values: {
      name: app.name,
      title,
      effect,
      by: await findPersonName(ctx.db, ctx.actor.personId),
      reason: reason && `理由：${reason}`,
    },
    url: secretTabOf(app.key),
    subject: { kind: 'application-secret', id },
  })
}

const dayMs = 24 * 3600_000
const repeatDays = 30

/** Ends what is over, and reminds the owners of forgotten and of old secrets once a month. */
export async function checkSecrets(ctx: Ctx) {
  const before = (days: number) => new Date(ctx.now.getTime() - days * dayMs)
  await voidExpiredSecrets(ctx.db, ctx.now)
  const limits = {
    unusedSince: before(secretDays.unused),
    oldSince: before(secretDays.old),
    toldBefore: before(repeatDays),
    statuses: servingStatuses,
  }
  const neglected = await claimNeglectedSecrets(ctx.db, limits, ctx.now)
  if (neglected.length === 0) return
  const apps = new Map((await listAllApplications(ctx)).map((app) => [app.key, app]))
  for (const { id, appKey, isOld } of neglected) {
    const app = apps.get(appKey)
    if (!app) continue
    await sendMessages(ctx, secretNeglectedTemplate, {
      to: await listApplicationOwners(ctx, app),
      values: {
        name: app.name,
        title: isOld ? `已使用超过${secretDays.old}天，须更换` : `已${secretDays.unused}天未使用`,
        advice: isOld ? '请更换密钥，并通知开发单位换上新的。' : '如不再需要，请作废密钥或停用应用。',
      },
      url: secretTabOf(appKey),
      subject: { kind: 'application-secret', id },
    })
  }
}
