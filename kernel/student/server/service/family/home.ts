import { dayOf, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { consentPurposes, faceStates, type FamilyHome } from '../../../contract.ts'
import { standingOf, teachersOfClass } from '../../family-queries.ts'
import { maskTail, openCard } from '../../numbers.ts'
import { faceStatesOf } from '../face/reading.ts'
import { childOf } from './child.ts'
import { cardOf } from './children.ts'
import { consentState } from './consents.ts'
import { classOn, schoolDay } from './school-day.ts'

/** Numbers of teachers are theirs to give; a school may tell the one on a desk. */
const contact = (teacher: { userId: string; name: string }, teacherType: number, subjectName = '', phone = '') => ({
  ...{ teacherType, subjectName, userID: teacher.userId, teacherName: teacher.name, mobilePhone: '', phone },
})

const head = 1

/** What families see first. Whatever has no application yet is not there, rather than empty. */
export async function readHome(ctx: Ctx, studentId: string): Promise<FamilyHome> {
  const child = await childOf(ctx, studentId)
  const day = dayOf(ctx.now)
  const { hasEmergency, consents } = await standingOf(ctx.db, child.id)
  const ofClass = child.classId ? await classOn(ctx, child.classId, day) : undefined
  const face = (await faceStatesOf(ctx, [child.id])).get(child.id) ?? 'none'
  const said = new Map(consents.map((row) => [row.purpose, row]))
  const open = Object.keys(consentPurposes).filter((purpose) =>
    ['none', 'outdated'].includes(consentState(purpose, said.get(purpose))),
  )
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return {
    child: cardOf(child, ofClass?.label ?? ''),
    today: await schoolDay(ctx, child.orgId, child.gradeId, day),
    classTeacher: ofClass?.head ? contact(ofClass.head, head, '', ofClass.headPhone) : null,
    schoolPhone: ofClass?.schoolPhone ?? '',
    needSetLinkman: !hasEmergency,
    consentsOpen: ctx.actor.kind === 'guardian' ? open.length : 0,
    face: faceStates[face],
    cardTail: maskTail(openCard(fields, child.icCard)),
  }
}

const typeOfRole: Record<string, number> = { head, vice: 2, teaching: 3, 'grade-head': 4, life: 5 }

/** Those who have to do with the child's class today, the head first. */
export async function listTeachers(ctx: Ctx, studentId: string) {
  const child = await childOf(ctx, studentId)
  if (!child.classId) return []
  const rows = await teachersOfClass(ctx.db, child.classId, dayOf(ctx.now))
  return rows
    .map((row) => contact(row, typeOfRole[row.role] ?? 3, row.subjectName))
    .toSorted((a, b) => a.teacherType - b.teacherType)
}
