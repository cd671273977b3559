import type { Ctx } from '#packages/core'
import { defineTask } from '#kernel/task/server'
import { noteTask } from './export-queries.ts'
import { writeExport } from './service/export-writing.ts'

/** Writes what was asked for into a file for whoever asked. */
export const exportRows = defineTask<{ exportId: string }>({
  kind: 'sheet.export',
  title: '导出数据',
  run: (run, { exportId }) => writeExport(run, exportId),
})

interface Begun {
  id: string
  title: string
  count: number
  /** The dialog waits for it. */
  isWatched?: boolean
}

/** Begins the task of an export, for whoever `ctx` acts as. */
export async function startExport(ctx: Ctx, { id, title, count, isWatched = false }: Begun): Promise<string> {
  const taskId = await exportRows.start(ctx, {
    title: `导出${title}`,
    data: { exportId: id },
    total: count,
    isWatched,
  })
  await noteTask(ctx.db, id, taskId)
  return taskId
}
