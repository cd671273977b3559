import { type Ctx, dayOf, may } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { maskIdCard, maskPhone, decryptNumbers } from '#kernel/identity/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import type { FaceState, Guardian, Student } from '../../../contract.ts'
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
  type StudentGuardianRow,
  type StudentRow,
  listStudentRows,
} from '../../student-read-queries.ts'
import { listFaceStates } from '../face/faces.ts'
import { listDepartedSince, isStudentInScope } from './scope-checks.ts'
import { getGradeClassNames, type GradeClassNames } from './class-names.ts'

export const getFieldCipher = (ctx: Ctx) => loadFieldCipher(ctx.db, ctx.actor.districtId)

/** The number of the pupil's identity document, of whatever kind. */
export const getIdNumber = (fields: FieldCipher, row: StudentRow) =>
  row.idKind === 'id-card'
    ? decryptNumbers(fields, row).idCard
    : decryptPrivateFacts(fields, row.id, row.private).paperNo

const maskIdNumber = (row: StudentRow, number: string) =>
  row.idKind === 'id-card' ? maskIdCard(number) : maskTail(number)

/** Pupils as of a day. Sensitive fields are masked for every caller. */
export async function presentStudents(ctx: Ctx, rows: readonly StudentRow[], day: string): Promise<Student[]> {
  const ids = rows.map(({ id }) => id)
  const fields = await getFieldCipher(ctx)
  const names = await getGradeClassNames(ctx, rows, day)
  const gone = await listDepartedSince(ctx, rows, day)
  const here = ids.filter((id) => !gone.has(id))
  const guardians = Map.groupBy(await listGuardiansOfStudents(ctx.db, here), ({ studentId }) => studentId)
  const faces = await listFaceStates(ctx, ids)
  const context = { fields, names, faces }
  return rows.map((row) => maskHiddenFields(ctx, presentStudent(context, row, guardians.get(row.id)?.[0])))
}

interface PresentContext {
  fields: FieldCipher
  names: GradeClassNames
  faces: ReadonlyMap<string, FaceState>
}

function presentStudent(
  { fields, names, faces }: PresentContext,
  row: StudentRow,
  first: StudentGuardianRow | undefined,
): Student {
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
    gradeName: names.grade(row.gradeId),
    stage: names.stage(row.gradeId),
    className: names.class(row.classId),
    status: row.status,
    isBoarding: row.isBoarding,
    isSpecial: row.isSpecial,
    guardianId: first?.id ?? null,
    guardianName: first?.name ?? '',
    guardianRelation: first?.relation ?? null,
    guardianPhone: first ? maskPhone(decryptGuardianPhone(fields, first.id, first.phone)) : '',
    face: faces.get(row.id) ?? 'no-consent',
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
