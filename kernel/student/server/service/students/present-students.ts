import { type Ctx, dayOf, may } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { maskIdCard, maskPhone, decryptNumbers } from '#kernel/identity/server/api.ts'
import { formatClassLabel, formatGradeName, type GradeNaming } from '#kernel/schooling/contract.ts'
import { getGradeNamingAt, listClassTeachers } from '#kernel/schooling/server/api.ts'
import type { Guardian, Student } from '../../../contract.ts'
import { maskHiddenFields, hideText } from '../../hidden-fields.ts'
import {
  maskStudentNo,
  maskTail,
  decryptPrivateFacts,
  decryptGuardianPhone,
  decryptRestriction,
  decryptStudentNo,
} from '../../encrypted-fields.ts'
import {
  listGuardiansOfStudents,
  listStudentRows,
  type ShownStudentRow,
  type StudentGuardianRow,
  type StudentRow,
} from '../../student-read-queries.ts'
import { listDepartedSince, isStudentInScope } from './scope-checks.ts'
import { getGradeClassNames } from './class-names.ts'

export const getFieldCipher = (ctx: Ctx) => loadFieldCipher(ctx.db, ctx.actor.districtId)

/** The number of the pupil's identity document, of whatever kind. */
export const getIdNumber = (fields: FieldCipher, row: StudentRow) =>
  row.idKind === 'id-card'
    ? decryptNumbers(fields, { ...row, phone: null }).idCard
    : decryptPrivateFacts(fields, row.id, row.private).paperNo

const maskIdNumber = (row: StudentRow, number: string) =>
  row.idKind === 'id-card' ? maskIdCard(number) : maskTail(number)

/** Pupils as of a day. Sensitive fields are masked for every caller. */
export async function presentStudents(ctx: Ctx, rows: readonly ShownStudentRow[], day: string): Promise<Student[]> {
  if (rows.length === 0) return []
  const fields = await getFieldCipher(ctx)
  const gone = await listDepartedSince(ctx, rows, day)
  const { bureauPath } = rows[0]!
  const naming = bureauPath === null ? 'ordinal' : await getGradeNamingAt(ctx, bureauPath)
  const context = { fields, day, naming }
  return rows.map((row) =>
    maskHiddenFields(ctx, presentStudent(context, gone.has(row.id) ? withoutGuardian(row) : row)),
  )
}

const withoutGuardian = (row: ShownStudentRow): ShownStudentRow => ({
  ...row,
  guardianId: null,
  guardianName: null,
  guardianRelation: null,
  guardianPhone: null,
})

interface PresentContext {
  fields: FieldCipher
  day: string
  naming: GradeNaming
}

/** The grade of an enrolment, and the class with the name that its own grade gives it. */
function getNames(
  { className, classStage, classStartYear, classYears, stage, startYear, years }: ShownStudentRow,
  { day, naming }: PresentContext,
) {
  const gradeName = stage === null ? '' : formatGradeName({ stage, startYear: startYear!, years: years! }, day, naming)
  if (className === null) return { gradeName, stage, className: '' }
  const ofClass = { stage: classStage!, startYear: classStartYear!, years: classYears! }
  return { gradeName, stage, className: formatClassLabel(formatGradeName(ofClass, day, naming), className) }
}

function presentStudent(context: PresentContext, row: ShownStudentRow): Student {
  const { fields } = context
  const { guardianId, guardianName, guardianRelation, guardianPhone, face } = row
  return {
    id: row.id,
    name: row.name,
    sex: row.sex ?? '',
    schoolNo: row.schoolNo,
    studentNo: maskStudentNo(decryptStudentNo(fields, row.id, row.studentNo)),
    idCard: maskIdNumber(row, getIdNumber(fields, row)),
    orgId: row.orgId,
    orgName: row.orgName,
    gradeId: row.gradeId,
    classId: row.classId,
    seatNo: row.seatNo,
    ...getNames(row, context),
    status: row.status,
    isBoarding: row.isBoarding,
    isSpecial: row.isSpecial,
    guardianId,
    guardianName: guardianName ?? '',
    guardianRelation,
    guardianPhone: guardianId ? maskPhone(decryptGuardianPhone(fields, guardianId, guardianPhone)) : '',
    face,
    version: row.version,
  }
}

/** Custody restrictions are shown only to callers who must observe them. */
export const presentGuardian = (
  ctx: Pick<Ctx, 'actor'>,
  fields: FieldCipher,
  row: StudentGuardianRow,
  mayKnow: boolean,
): Guardian => ({
  id: row.id,
  name: row.name,
  relation: row.relation,
  isPrimary: row.isPrimary,
  isEmergency: row.isEmergency,
  phone: hideText(ctx, 'guardianPhone', maskPhone(decryptGuardianPhone(fields, row.id, row.phone))),
  restriction: mayKnow ? decryptRestriction(fields, row.id, row.restriction) : null,
  status: row.status,
  version: row.version,
})

/** The pupil's profile in the contacts, for callers who may read the pupil today. */
export async function findPupilProfile(ctx: Ctx, studentId: string) {
  const day = dayOf(ctx.now)
  if (!may(ctx.actor, 'student.read') || !(await isStudentInScope(ctx, 'student.read', studentId, day)))
    return undefined
  const [row] = await listStudentRows(ctx.db, [studentId], day)
  if (!row) return undefined
  const names = await getGradeClassNames(ctx, [row], day)
  const teachers = row.classId && row.isThere ? await listClassTeachers(ctx, [row.classId], day) : new Map()
  const guardians = await listGuardiansOfStudents(ctx.db, [studentId])
  return {
    name: row.name,
    sex: row.sex ?? ('' as const),
    orgName: row.orgName,
    gradeName: names.grade(row.gradeId),
    className: names.class(row.classId),
    classTeacher: teachers.get(row.classId)?.find(({ role }: { role: string }) => role === 'head')?.name ?? '',
    needSetLinkman: !guardians.some(({ isEmergency, phone }) => isEmergency && phone !== null),
  }
}
