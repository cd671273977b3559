import { addDays, dayOf, type Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listStaffAtSchool } from '../../class-teacher-queries.ts'
import { listAssignmentsFrom, type AssignmentRow, type TermSpan } from '../../teaching-queries.ts'
import { listTeachingOfTerm } from './teaching-of-term.ts'

export const handedOverTemplate = defineTemplate({
  code: 'schooling.handed-over',
  kind: 'notice',
  title: '您的任课有变动',
  body: '{changes}。',
})

/** From when until when somebody teaches a group; null: until the end of the term. */
interface Span {
  from: string
  overOn: string | null
}

function listSpans(rows: readonly AssignmentRow[]): Map<string, Span> {
  const spans = new Map<string, Span>()
  for (const { userId, beginsOn, overOn } of rows) {
    const known = spans.get(userId)
    const isOpen = overOn === null || known?.overOn === null
    const last = isOpen ? null : known && known.overOn! > overOn ? known.overOn : overOn
    spans.set(userId, { from: known?.from ?? beginsOn, overOn: last })
  }
  return spans
}

/**
 * Does something with the teachers of groups, and tells whoever begins or stops teaching one that had a teacher. Before
 * a term begins nobody is told: the assignments are being made then, and the timetable tells everybody.
 */
export async function tellTeachers<T>(
  ctx: Ctx,
  { orgId, term, groupIds }: { orgId: string; term: TermSpan; groupIds: readonly string[] },
  change: () => Promise<T>,
): Promise<T> {
  const today = dayOf(ctx.now)
  if (term.startsOn > today || term.endsOn < today || groupIds.length === 0) return change()
  const read = async () =>
    Map.groupBy(await listAssignmentsFrom(ctx.db, groupIds, term.startsOn), ({ groupId }) => groupId)
  const before = await read()
  const result = await change()
  const after = await read()
  const sentences: { userId: string; groupId: string; say: (group: string) => string }[] = []
  for (const [groupId, rows] of before) {
    const [old, now] = [listSpans(rows), listSpans(after.get(groupId) ?? [])]
    for (const [userId, { from }] of now)
      if (!old.has(userId)) sentences.push({ userId, groupId, say: (group) => `从${from}起任教${group}` })
    for (const [userId, { overOn }] of old) {
      const left = now.get(userId)
      const isShorter = left && left.overOn !== null && (overOn === null || left.overOn < overOn)
      if (!left) sentences.push({ userId, groupId, say: (group) => `不再任教${group}` })
      else if (isShorter)
        sentences.push({ userId, groupId, say: (group) => `任教${group}到${addDays(left.overOn!, -1)}为止` })
    }
  }
  if (sentences.length === 0) return result
  const groups = new Map((await listTeachingOfTerm(ctx, orgId, term.id)).map((group) => [group.id, group]))
  const people = new Map(
    (await listStaffAtSchool(ctx.db, orgId, [...new Set(sentences.map(({ userId }) => userId))], today)).map(
      ({ id, personId }) => [id, personId],
    ),
  )
  for (const [userId, own] of Map.groupBy(sentences, (one) => one.userId)) {
    const personId = people.get(userId)
    if (!personId) continue
    const nameOf = (groupId: string) => {
      const group = groups.get(groupId)
      return group?.kind === 'free' ? group.label : `${group?.label ?? ''}${group?.subjectName ?? ''}`
    }
    await sendMessages(ctx, handedOverTemplate, {
      to: [personId],
      values: { changes: own.map(({ groupId, say }) => say(nameOf(groupId))).join('，') },
      url: '/staffMain/timetable',
      subject: { kind: handedOverTemplate.code, id: own[0]!.groupId },
    })
  }
  return result
}
