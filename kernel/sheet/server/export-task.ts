import type { Ctx } from '#packages/core'
import { defineTask } from '#kernel/task/server/api.ts'
import { setExportTask } from './export-queries.ts'
import { writeExport } from './service/write-export.ts'

/** Writes the file of an export. */
export const exportRowsTask = defineTask<{ exportId: string }>({
  kind: 'sheet.export',
  title: '导出数据',
  run: (run, { exportId }) => writeExport(run, exportId),
})

interface ExportStart {
  id: string
  title: string
  count: number
  /** The dialog waits for the task. */
  isWatched?: boolean
}

/** Starts the task of an export for the actor of `ctx`. */
export async function startExportTask(ctx: Ctx, { id, title, count, isWatched = false }: ExportStart): Promise<string> {
  const taskId = await exportRowsTask.start(ctx, {
    title: `导出${title}`,
    data: { exportId: id },
    total: count,
    isWatched,
  })
  await setExportTask(ctx.db, id, taskId)
  return taskId
}
