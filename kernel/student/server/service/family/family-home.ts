import { dayOf, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { getNumbersForParents, teacherTypes } from '#kernel/contacts/server/api.ts'
import { consentPurposes, faceStates, type FamilyHome, type FamilyPartKey } from '../../../contract.ts'
import { getChildStatus, listClassTeachers } from '../../family-queries.ts'
import { maskTail, decryptIcCard } from '../../encrypted-fields.ts'
import { listFaceStates } from '../face/faces.ts'
import { requireChild, type Child, toChildCard } from './family-children.ts'
import { getConsentState } from './guardian-consents.ts'
import { getClassSummary, getSchoolDay, type ClassSummary } from './school-day.ts'

/** Teachers choose whether parents see their mobile number. The school may show the office phone. */
interface TeacherContactSource {
  teacher: { userId: string; name: string }
  teacherType: number
  subjectName?: string
  phone: string
  numbers: ReadonlyMap<string, string>
}
const toTeacherContact = ({ teacher, teacherType, subjectName = '', phone, numbers }: TeacherContactSource) => ({
  teacherType,
  subjectName,
  userID: teacher.userId,
  teacherName: teacher.name,
  phone,
  mobilePhone: numbers.get(teacher.userId) ?? '',
})

/** The teacher's setting allows the number only for parents, so pupils and families of past pupils do not get it. */
const mayShowNumbers = ({ actor }: Ctx, { isPast }: Child) => actor.kind === 'guardian' && !isPast
const getTeacherNumbers = async (ctx: Ctx, child: Child, userIds: readonly string[]) =>
  mayShowNumbers(ctx, child) ? getNumbersForParents(ctx, userIds) : new Map<string, string>()

/** The home without the parts of other modules. */
export type FamilyHomeCore = Omit<FamilyHome, FamilyPartKey | 'missing'>

export async function getFamilyHome(ctx: Ctx, studentId: string): Promise<FamilyHomeCore> {
  const child = await requireChild(ctx, studentId)
  const day = dayOf(ctx.now)
  const { hasEmergency, consents } = await getChildStatus(ctx.db, child.id)
  const ofClass = child.classId ? await getClassSummary(ctx, child.classId, day) : undefined
  const face = (await listFaceStates(ctx, [child.id])).get(child.id) ?? 'none'
  const lastConsents = new Map(consents.map((row) => [row.purpose, row]))
  const open = Object.keys(consentPurposes).filter((purpose) =>
    ['none', 'outdated'].includes(getConsentState(purpose, lastConsents.get(purpose))),
  )
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return {
    child: toChildCard(child, ofClass?.label ?? ''),
    today: await getSchoolDay(ctx, child.orgId, child.gradeId, day),
    classTeacher: ofClass?.head ? toHeadContact(ctx, child, ofClass.head, ofClass) : null,
    schoolPhone: ofClass?.schoolPhone ?? '',
    needSetLinkman: !hasEmergency,
    consentsOpen: ctx.actor.kind === 'guardian' ? open.length : 0,
    face: faceStates[face].label,
    cardTail: maskTail(decryptIcCard(fields, child.id, child.icCard)),
  }
}

const toHeadContact = (
  ctx: Ctx,
  child: Child,
  teacher: TeacherContactSource['teacher'],
  { headPhone, headMobile }: ClassSummary,
) => {
  const numbers = new Map(mayShowNumbers(ctx, child) ? [[teacher.userId, headMobile]] : [])
  return toTeacherContact({ teacher, teacherType: teacherTypes.head, phone: headPhone, numbers })
}

const teacherTypeOfRole: Readonly<Record<string, number>> = teacherTypes

/** The teachers of the child's class today, the class teacher first. */
export async function listTeachers(ctx: Ctx, studentId: string) {
  const child = await requireChild(ctx, studentId)
  if (!child.classId) return []
  const day = dayOf(ctx.now)
  const rows = await listClassTeachers(ctx.db, child.classId, day)
  const { head, headPhone } = await getClassSummary(ctx, child.classId, day)
  const numbers = await getTeacherNumbers(
    ctx,
    child,
    rows.map(({ userId }) => userId),
  )
  return rows
    .map((row) =>
      toTeacherContact({
        teacher: row,
        teacherType: teacherTypeOfRole[row.role] ?? teacherTypes.teaching,
        subjectName: row.subjectName,
        phone: row.userId === head?.userId ? headPhone : '',
        numbers,
      }),
    )
    .toSorted((a, b) => a.teacherType - b.teacherType)
}
