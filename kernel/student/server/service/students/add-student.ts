import { dayOf, idCardBirthday, idCardSex, invalid, Refusal, type Ctx } from '#packages/core'
import { numberRegisteredRefusal } from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import type { NewStudentForm } from '../../../contract.ts'
import { listSeats } from '../../student-write-queries.ts'
import { createStudents, type NewStudent } from './create-students.ts'
import { lockSchool } from './change-enrolments.ts'
import { requireClassOf, requireNearDay, requireSchoolInScope } from './scope-checks.ts'
import { findIdCardOwner, findStudentNoOwner } from './number-owners.ts'

/** A pupil who already exists in the district needs a transfer; a second record is refused. */
export async function addStudent(ctx: Ctx, form: NewStudentForm) {
  // Locks before reading: the organisation may be merged concurrently, or another user may add the same child.
  await lockTree(ctx)
  const { id: orgId } = await requireSchoolInScope(ctx, 'student.edit', form.orgId)
  await lockSchool(ctx, orgId)
  requireNearDay(ctx, form.on)
  const { gradeId, classId } = form
  await requireClassOf(ctx, { orgId, gradeId, classId, on: form.on })
  const birthday = form.birthday || getBirthday(form)
  requireGuardianPhone(ctx, birthday, form.guardians)
  if (classId !== null && form.seatNo !== null) await refuseTakenSeat(ctx, classId, form.seatNo, form.on)
  await refuseKnownNumbers(ctx, orgId, form)
  const { type, reason } = form
  const [id] = await createStudents(ctx, [toNewStudent(form, orgId, birthday)], { type, reason })
  return { id: id! }
}

const getBirthday = ({ idKind, idCard = '' }: Pick<NewStudentForm, 'idKind' | 'idCard'>) =>
  idKind === 'id-card' && idCard ? idCardBirthday(idCard) : ''

function toNewStudent(form: NewStudentForm, orgId: string, birthday: string): NewStudent {
  const { idCard = '', studentNo = '', address = '', icCard = '', idKind } = form
  return {
    name: form.name,
    sex: form.sex || (idKind === 'id-card' && idCard ? idCardSex(idCard) : ''),
    idKind,
    idCard,
    studentNo,
    schoolNo: form.schoolNo,
    birthday,
    nation: form.nation,
    household: form.household,
    address,
    isBoarding: form.isBoarding,
    isSpecial: form.isSpecial,
    icCard,
    orgId,
    gradeId: form.gradeId,
    classId: form.classId,
    seatNo: form.seatNo,
    on: form.on,
    guardians: form.guardians.map(({ phone = '', ...guardian }) => ({ ...guardian, phone })),
  }
}

/** A child needs a guardian's phone number. A pupil whose birthday is unknown counts as a child. */
export function requireGuardianPhone(
  ctx: Pick<Ctx, 'now'>,
  birthday: string,
  guardians: readonly { phone?: string | undefined }[],
) {
  const today = dayOf(ctx.now)
  const isGrown = birthday !== '' && `${Number(birthday.slice(0, 4)) + 18}${birthday.slice(4)}` <= today
  if (!isGrown && !guardians.some(({ phone }) => phone))
    throw invalid([{ field: 'guardians', msg: '请填写监护人电话' }])
}

/** Messages contain names and schools only for people in the caller's scope. */
async function refuseKnownNumbers(ctx: Ctx, orgId: string, form: NewStudentForm) {
  if (form.studentNo) {
    const known = await findStudentNoOwner(ctx, form.studentNo)
    if (known && !known.isInScope) throw numberRegisteredRefusal()
    if (known?.orgId === orgId) throw invalid([{ field: 'studentNo', msg: `学籍号已存在（${known.orgName}）` }])
    if (known) throw new Refusal(transferRequiredMessage(known.orgName))
  }
  if (form.idKind !== 'id-card' || !form.idCard) return
  const known = await findIdCardOwner(ctx, form.idCard)
  if (!known) return
  const { studentId, isStaff, name } = known
  // A person without membership, account or enrolment becomes the pupil.
  if (!studentId && !isStaff && name === form.name) return
  if (!known.isInScope) throw numberRegisteredRefusal()
  if (!studentId) throw new Refusal(`该身份证号已被${name}使用，请核对`)
  if (known.orgId === orgId) throw invalid([{ field: 'idCard', msg: '该学生已在本校，离校学生请办理复学' }])
  throw new Refusal(transferRequiredMessage(known.orgName ?? ''))
}
const transferRequiredMessage = (school: string) => `该学生已在“${school}”就读，请走转学流程`

async function refuseTakenSeat(ctx: Ctx, classId: string, seatNo: number, on: string) {
  const seats = await listSeats(ctx.db, classId, on)
  if (seats.some((seat) => seat.seatNo === seatNo)) throw invalid([{ field: 'seatNo', msg: `座号${seatNo}重复` }])
}
