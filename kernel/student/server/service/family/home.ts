import { dayOf, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { numbersForParents, teacherTypes } from '#kernel/directory/server'
import { consentPurposes, faceStates, type FamilyHome } from '../../../contract.ts'
import { standingOf, teachersOfClass } from '../../family-queries.ts'
import { maskTail, openCard } from '../../numbers.ts'
import { faceStatesOf } from '../face/reading.ts'
import { childOf, type Child } from './child.ts'
import { cardOf } from './children.ts'
import { consentState } from './consents.ts'
import { classOn, schoolDay, type ClassFacts } from './school-day.ts'

/** Numbers of teachers are theirs to give, to parents; a school may tell the one on a desk. */
interface Contact {
  teacher: { userId: string; name: string }
  teacherType: number
  subjectName?: string
  phone: string
  numbers: ReadonlyMap<string, string>
}
const contactOf = ({ teacher, teacherType, subjectName = '', phone, numbers }: Contact) => ({
  teacherType,
  subjectName,
  userID: teacher.userId,
  teacherName: teacher.name,
  phone,
  mobilePhone: numbers.get(teacher.userId) ?? '',
})

/** Pupils are told none, because the switch says parents; nor is anybody whose child has left. */
const isForParents = ({ actor }: Ctx, { isPast }: Child) => actor.kind === 'guardian' && !isPast
const numbersFor = async (ctx: Ctx, child: Child, userIds: readonly string[]) =>
  isForParents(ctx, child) ? numbersForParents(ctx, userIds) : new Map<string, string>()

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
    classTeacher: ofClass?.head ? headContact(ctx, child, ofClass.head, ofClass) : null,
    schoolPhone: ofClass?.schoolPhone ?? '',
    needSetLinkman: !hasEmergency,
    consentsOpen: ctx.actor.kind === 'guardian' ? open.length : 0,
    face: faceStates[face],
    cardTail: maskTail(openCard(fields, child.id, child.icCard)),
  }
}

const headContact = (ctx: Ctx, child: Child, teacher: Contact['teacher'], { headPhone, headMobile }: ClassFacts) => {
  const numbers = new Map(isForParents(ctx, child) ? [[teacher.userId, headMobile]] : [])
  return contactOf({ teacher, teacherType: teacherTypes.head, phone: headPhone, numbers })
}

const typeOfRole: Readonly<Record<string, number>> = teacherTypes

/** Those who have to do with the child's class today, the head first. */
export async function listTeachers(ctx: Ctx, studentId: string) {
  const child = await childOf(ctx, studentId)
  if (!child.classId) return []
  const day = dayOf(ctx.now)
  const rows = await teachersOfClass(ctx.db, child.classId, day)
  const { head, headPhone } = await classOn(ctx, child.classId, day)
  const numbers = await numbersFor(
    ctx,
    child,
    rows.map(({ userId }) => userId),
  )
  return rows
    .map((row) =>
      contactOf({
        teacher: row,
        teacherType: typeOfRole[row.role] ?? teacherTypes.teaching,
        subjectName: row.subjectName,
        phone: row.userId === head?.userId ? headPhone : '',
        numbers,
      }),
    )
    .toSorted((a, b) => a.teacherType - b.teacherType)
}
