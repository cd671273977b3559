import { dayOf, type Ctx } from '#packages/core'
import { findTermOn, listOrgTerms } from '#kernel/schooling/server/api.ts'
import { findHeld, listVersionsOfTerm } from './timetable-queries.ts'

export interface TimetableState {
  termName: string
  /** The version that holds today or comes next; null before one is published. */
  published: { name: string; effectiveOn: string } | null
  drafts: number
}

/** How far a school is with the timetable of the running term; undefined without terms. Callers must check the scope. */
export async function getTimetableState(ctx: Ctx, orgId: string): Promise<TimetableState | undefined> {
  const term = (await listOrgTerms(ctx, orgId)).find(({ isCurrent }) => isCurrent)
  if (!term) return undefined
  const today = dayOf(ctx.now)
  const versions = await listVersionsOfTerm(ctx.db, orgId, term.id)
  const published = versions.filter(({ status }) => status === 'published')
  const held = published.findLast(({ effectiveOn }) => effectiveOn! <= today) ?? published[0]
  return {
    termName: term.name,
    published: held ? { name: held.name, effectiveOn: held.effectiveOn! } : null,
    drafts: versions.filter(({ status }) => status === 'draft').length,
  }
}

/** Whether a published version of the term of a day holds on it. Callers must check the scope. */
export async function hasTimetableOn(ctx: Pick<Ctx, 'db'>, orgId: string, day: string): Promise<boolean> {
  const [term, held] = [await findTermOn(ctx, orgId, day), await findHeld(ctx.db, orgId, day)]
  return held !== undefined && held.termId === term?.id
}
