import { emptyId, may, Refusal, type Actor, type Ctx, type NumberLookups } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import type { ImportTarget } from '#packages/sheet'
import { resolvePermissions } from '#kernel/access/server/api.ts'
import { NumberLookupLimiter } from '#kernel/identity/server/api.ts'
import type { TaskRun } from '#kernel/task/server/api.ts'
import { refuseClosedModule } from './closed-module.ts'

export const inTaskDistrict = <T>(
  { cells, districtId }: TaskRun,
  work: (db: Db) => Promise<T>,
  options = {},
): Promise<T> => inDistrict(cells, districtId, work, options)

/**
 * The owner of a batch with the current permissions, because the owner may have left or lost a permission since the
 * request.
 */
export async function createOwnerContext(
  run: TaskRun,
  db: Db,
  target: ImportTarget,
  lookups?: NumberLookups,
): Promise<Ctx> {
  const task = createTaskContext(run, db)
  const permissions = await resolvePermissions(task, run.owner)
  if (!permissions) throw new Refusal('您已不在原单位任职，不能继续导入')
  const actor: Actor = { ...task.actor, ...permissions }
  if (!may(actor, target.permission)) throw new Refusal(`您已没有导入${target.title}的权限`)
  await refuseClosedModule({ ...task, actor }, target.permission)
  return { ...task, actor, ...(lookups ? { lookups } : {}) }
}

/** The rate limit of number lookups by a task. */
export const createLookupLimiter = ({ cells, taskId }: TaskRun, kind: string) =>
  new NumberLookupLimiter({ cells, now: new Date(), requestId: taskId, route: kind })

/** The context for the engine's own tables, which need no permission. */
export const createTaskContext = ({ app, owner, districtId, taskId }: TaskRun, db: Db): Ctx => ({
  app,
  actor: { kind: 'job', districtId, ...owner, sessionId: emptyId, permissions: new Map() },
  db,
  now: new Date(),
  requestId: taskId,
})
