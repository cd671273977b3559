import type { Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { maskIdCard, maskPhone, openNumbers } from '#kernel/identity/server'
import type { FaceState, Guardian, Student } from '../../../contract.ts'
import { conceal, shownTo } from '../../hidden.ts'
import { maskStudentNo, maskTail, openFacts, openPhone, openRestriction, openStudentNo } from '../../numbers.ts'
import { guardiansOf, type GuardianRow, type StudentRow } from '../../read-queries.ts'
import { faceStatesOf } from '../face/reading.ts'
import { goneSince } from './finding.ts'
import { namesOn, type Names } from './naming.ts'

export const fieldsIn = (ctx: Ctx) => fieldsOf(ctx.db, ctx.actor.districtId)

/** The number of whatever paper there is. */
export const paperOf = (fields: FieldCipher, row: StudentRow) =>
  row.idKind === 'id-card' ? openNumbers(fields, row).idCard : openFacts(fields, row.id, row.private).paperNo

const maskPaper = (row: StudentRow, number: string) =>
  row.idKind === 'id-card' ? maskIdCard(number) : maskTail(number)

/** Pupils as of a day, as lists tell of them: what is sensitive is masked, whoever asks. */
export async function presentStudents(ctx: Ctx, rows: readonly StudentRow[], day: string): Promise<Student[]> {
  const ids = rows.map(({ id }) => id)
  const fields = await fieldsIn(ctx)
  const names = await namesOn(ctx, rows, day)
  const gone = await goneSince(ctx, rows, day)
  const here = ids.filter((id) => !gone.has(id))
  const guardians = Map.groupBy(await guardiansOf(ctx.db, here), ({ studentId }) => studentId)
  const faces = await faceStatesOf(ctx, ids)
  const known = { fields, names, faces }
  return rows.map((row) => conceal(ctx, presentStudent(known, row, guardians.get(row.id)?.[0])))
}

interface Known {
  fields: FieldCipher
  names: Names
  faces: ReadonlyMap<string, FaceState>
}

function presentStudent({ fields, names, faces }: Known, row: StudentRow, first: GuardianRow | undefined): Student {
  return {
    id: row.id,
    name: row.name,
    sex: row.sex ?? '',
    schoolNo: row.schoolNo,
    studentNo: maskStudentNo(openStudentNo(fields, row.id, row.studentNo)),
    idCard: maskPaper(row, paperOf(fields, row)),
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
    guardianPhone: first ? maskPhone(openPhone(fields, first.id, first.phone)) : '',
    face: faces.get(row.id) ?? 'no-consent',
    version: row.version,
  }
}

/** Custody is told only to those who have to keep to it. */
export const presentGuardian = (
  ctx: Pick<Ctx, 'actor'>,
  fields: FieldCipher,
  row: GuardianRow,
  mayKnow: boolean,
): Guardian => ({
  id: row.id,
  name: row.name,
  relation: row.relation,
  isPrimary: row.isPrimary,
  isEmergency: row.isEmergency,
  phone: shownTo(ctx, 'guardianPhone', maskPhone(openPhone(fields, row.id, row.phone))),
  restriction: mayKnow ? openRestriction(fields, row.id, row.restriction) : null,
  status: row.status,
  version: row.version,
})
