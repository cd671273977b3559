import { listContributions, orNotFound, type Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'

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
