import type { Ctx } from '#packages/core'
import { signalSessionsEnded } from '#packages/db'
import { endFlow } from '#kernel/approval/server/api.ts'
import { listAllApplications, servingStatuses, type AppRow } from '../../application-list.ts'
import { storeBarred } from '../../application-edit-queries.ts'
import { applicationSubject, storeDecision } from './application-approval.ts'
import { recordApplicationHistory } from './application-history.ts'
import { notifyRegistrant } from './application-notifications.ts'

/** The applications of a company in this district, of any state. */
export const listApplicationsOfDeveloper = async (
  ctx: Pick<Ctx, 'app' | 'db'>,
  developerId: string,
): Promise<AppRow[]> => (await listAllApplications(ctx)).filter((app) => app.developerId === developerId)

/**
 * Takes all applications of a company out of use at once, and ends the reviews that wait. Returns the keys of those that
 * were in use.
 */
export async function stopApplicationsOf(ctx: Ctx, developerId: string, reason: string): Promise<string[]> {
  for (const { key, status } of await listApplicationsOfDeveloper(ctx, developerId))
    if (status === 1 || status === 5) await endFlow(ctx, { subject: applicationSubject, id: key, reason })
  const serving = (await listApplicationsOfDeveloper(ctx, developerId)).filter(({ status }) =>
    servingStatuses.includes(status),
  )
  for (const app of serving) await changeStatus(ctx, app, { status: 4, title: '停止合作', reason })
  return serving.map(({ key }) => key)
}

/** Puts these applications of a company back into use, as far as they are still stopped. */
export async function resumeApplicationsOf(ctx: Ctx, developerId: string, keys: readonly string[]): Promise<number> {
  const stopped = (await listApplicationsOfDeveloper(ctx, developerId)).filter(
    ({ key, status }) => status === 4 && keys.includes(key),
  )
  for (const app of stopped) await changeStatus(ctx, app, { status: 2, title: '恢复合作', reason: '' })
  return stopped.length
}

async function changeStatus(
  ctx: Ctx,
  app: AppRow,
  { status, title, reason }: { status: 2 | 4; title: string; reason: string },
) {
  await storeDecision(ctx, app, { status, isAgreed: false, title, reason })
  await notifyRegistrant(ctx, { key: app.key, name: app.name, outcome: title, reason })
}

/**
 * The platform stopped a company, or allows it again: its applications are out of use, or in the state that they had.
 * Nobody in the district has to do anything.
 */
export async function barApplicationsOf(
  ctx: Ctx,
  developerId: string,
  isBarred: boolean,
  reason: string,
): Promise<number> {
  const changed = (await listApplicationsOfDeveloper(ctx, developerId)).filter((app) => app.isBarred !== isBarred)
  const keys = changed.map(({ key }) => key)
  if (keys.length === 0) return 0
  await storeBarred(ctx.db, keys, isBarred)
  await signalSessionsEnded(ctx.db, keys)
  const title = isBarred ? '平台停用开发企业' : '平台恢复开发企业'
  for (const { key } of changed) await recordApplicationHistory(ctx, key, title, reason)
  return keys.length
}
