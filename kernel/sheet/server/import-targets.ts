import { listContributions, orNotFound, type Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { listVisibleColumns } from './visible-columns.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What can be imported. */
    imports: ImportTarget
  }
}

export const getImportTarget = (ctx: Pick<Ctx, 'app'>, key: string): ImportTarget =>
  orNotFound(
    listContributions(ctx, 'imports').find((target) => target.key === key),
    '导入类型',
  )

/** The target without the columns that the caller may not see. */
export const limitToVisible = ({ actor }: Pick<Ctx, 'actor'>, target: ImportTarget): ImportTarget => ({
  ...target,
  columns: listVisibleColumns(actor, target.columns),
})
