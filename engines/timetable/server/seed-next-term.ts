import { dayOf, type Ctx } from '#packages/core'
import { copyTeaching, ensureTermsOf, listOrgTerms, listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import type { ModelSlot } from './model.ts'
import { copyRules } from './rules.ts'
import { listPlacedSlots, listSlots, updateSlots } from './slot-queries.ts'
import { listVersionsOfTerm, touchTimetable } from './timetable-queries.ts'
import { createTimetable } from './timetables.ts'

/**
 * The draft of the term after the running one: the same teachers and rules, and each lesson where it is now. Classes
 * that leave the school are not in it. Nothing happens without a published timetable.
 */
export async function seedNextTerm(ctx: Ctx, orgId: string): Promise<void> {
  const inOrder = async () => (await listOrgTerms(ctx, orgId)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const term = (await inOrder()).find(({ isCurrent }) => isCurrent)
  if (!term) return
  const published = (await listVersionsOfTerm(ctx.db, orgId, term.id)).find(({ status }) => status === 'published')
  if (!published) return
  await ensureTermsOf(ctx, term.number === 1 ? term.schoolYear : term.schoolYear + 1)
  const next = (await inOrder()).find(({ startsOn }) => startsOn > term.startsOn && startsOn > dayOf(ctx.now))
  if (!next) return
  const from = { fromTermId: term.id, toTermId: next.id, orgId }
  await copyTeaching(ctx, { ...from, gradeId: null })
  await copyRules(ctx, from)
  const { id } = await createTimetable(ctx, { termId: next.id, orgId, name: `${next.name}课表`, copyId: null })
  await placeAsBefore(ctx, orgId, { id, termId: next.id }, published)
}

interface VersionOfTerm {
  id: string
  termId: string
}

/** The lessons of a class in a subject take the places that they have in the other version. */
async function placeAsBefore(ctx: Ctx, orgId: string, draft: VersionOfTerm, before: VersionOfTerm) {
  const keysOf = async (termId: string) =>
    new Map(
      (await listTeachingOfTerm(ctx, orgId, termId)).map((group) => [group.id, `${group.classId} ${group.subjectId}`]),
    )
  const [newKeys, oldKeys] = [await keysOf(draft.termId), await keysOf(before.termId)]
  const places = Map.groupBy(await listPlacedSlots(ctx.db, [before.id]), ({ groupId }) => oldKeys.get(groupId))
  const placed: ModelSlot[] = []
  for (const slot of await listSlots(ctx.db, draft.id)) {
    const place = places.get(newKeys.get(slot.groupId))?.shift()
    if (!place) continue
    const { weekday, periodId, roomId } = place
    placed.push({ ...slot, weekday, periodId, roomId })
  }
  await updateSlots(ctx.db, placed, ctx.now)
  await touchTimetable(ctx.db, draft.id, ctx.now)
}
