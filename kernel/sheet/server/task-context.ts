import { emptyId, may, Refusal, type Actor, type Ctx, type NumberLookups } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import type { ImportTarget } from '#packages/sheet'
import { resolvePermissions } from '#kernel/access/server'
import { NumberLookupLimiter } from '#kernel/identity/server'
import type { TaskRun } from '#kernel/task/server'

/** A transaction of a task. */
export const inTaskDistrict = <T>(
  { cells, districtId }: TaskRun,
  work: (db: Db) => Promise<T>,
  options = {},
): Promise<T> => inDistrict(cells, districtId, work, options)

/**
 * Whoever began a batch, with what she may do now: somebody may have left, or lost a right, between asking for it and
 * its turn.
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
  return { ...task, actor, ...(lookups ? { lookups } : {}) }
}

/** The rate limit of a task's lookups by number. */
export const createLookupLimiter = ({ cells, taskId }: TaskRun, kind: string) =>
  new NumberLookupLimiter({ cells, now: new Date(), requestId: taskId, route: kind })

/** For what a task does in the books of the engine itself, where no right is asked for. */
export const createTaskContext = ({ owner, districtId, taskId }: TaskRun, db: Db): Ctx => ({
  actor: { kind: 'job', districtId, ...owner, sessionId: emptyId, permissions: new Map() },
  db,
  now: new Date(),
  requestId: taskId,
})
