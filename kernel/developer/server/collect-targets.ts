import type { OpenField } from '#packages/contract'
import { listContributions, orNotFound, type Ctx } from '#packages/core'

/** A row as it is received: texts by field. */
export type CollectedValues = Readonly<Record<string, string>>
/** Whom a row is about, or why it cannot be accepted. */
export type ResolvedRow = { orgId: string; subjectId: string } | { reason: string }

/** What can be received from other systems. A module declares it; the rows are kept by task and key. */
interface CollectTarget {
  key: string
  title: string
  about: string
  fields: readonly OpenField[]
  /** The fields that identify a row: the same row again changes nothing. */
  keys: readonly string[]
  sample: Readonly<Record<string, string | number | boolean>>
  /** Finds whom the rows are about, in this organisation and those below it. */
  resolve(ctx: Ctx, orgPath: string, rows: readonly CollectedValues[]): Promise<readonly ResolvedRow[]>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    collectTargets: CollectTarget
  }
}

export const listCollectTargets = (ctx: Pick<Ctx, 'app'>) => listContributions(ctx, 'collectTargets')

export const requireCollectTarget = (ctx: Pick<Ctx, 'app'>, key: string) =>
  orNotFound(
    listCollectTargets(ctx).find((target) => target.key === key),
    '采集内容',
  )
