import { emptyId, Refusal, type Ctx } from '#packages/core'
import { inDistrict } from '#packages/db'
import { runArchiveSearch } from '#kernel/audit/server/api.ts'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { resolvePermissions } from './resolve-permissions.ts'

/** Searches archived logs for the person who asked, with the permissions of this moment. */
export const searchArchiveTask = defineTask<{ searchId: string }>({
  kind: 'log.search-archive',
  title: '检索归档日志',
  run: (run, { searchId }) =>
    runArchiveSearch(
      {
        app: run.app,
        within: (work) => withinOwner(run, work),
        progress: (done, total) => run.progress(done, total),
      },
      searchId,
    ),
})

export const startArchiveSearchTask = (ctx: Ctx, { id, title }: { id: string; title: string }) =>
  searchArchiveTask.start(ctx, { title, data: { searchId: id } })

const withinOwner = <T>({ app, cells, districtId, owner, taskId }: TaskRun, work: (ctx: Ctx) => Promise<T>) =>
  inDistrict(cells, districtId, async (db) => {
    const nobody = { kind: 'job' as const, districtId, ...owner, sessionId: emptyId, permissions: new Map() }
    const ctx = { app, actor: nobody, db, now: new Date(), requestId: taskId }
    const permissions = await resolvePermissions(ctx, owner)
    if (!permissions) throw new Refusal('您已不在原单位任职，不能继续检索')
    return work({ ...ctx, actor: { ...nobody, ...permissions } })
  })
