import { idCardBirthday, idCardSex, invalid, Refusal, Ret, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import {
  updatePersonDetails,
  lockPeople,
  maskIdCard,
  numberRegisteredRefusal,
  decryptNumbers,
} from '#kernel/identity/server/api.ts'
import { listMembershipsOfPerson } from '#kernel/staff/server/api.ts'
import type { StudentForm } from '../../../contract.ts'
import { keepHiddenFields } from '../../hidden-fields.ts'
import {
  decryptIcCard,
  decryptPrivateFacts,
  decryptStudentNo,
  encryptIcCard,
  encryptPrivateFacts,
  encryptStudentNo,
} from '../../encrypted-fields.ts'
import { studentKind } from '../../logged-objects.ts'
import type { StudentRow } from '../../student-read-queries.ts'
import { updateStudent, type StudentUpdate } from '../../student-write-queries.ts'
import { refuseDuplicates } from './create-students.ts'
import { findStudent } from './scope-checks.ts'
import { publishStudentsChanged } from './change-enrolments.ts'
import { getFieldCipher, getIdNumber } from './present-students.ts'
import { notifyOfNewIdentity } from './identity-notifications.ts'
import { findIdCardOwner, findStudentNoOwner } from './number-owners.ts'

export const studentChangedByOthers = () => new Refusal('该学生信息已被他人修改，请刷新', Ret.changedByOthers)

/** Masked fields that are not sent stay unchanged. */
export async function editStudent(ctx: Ctx, sent: StudentForm) {
  const before = await findStudent(ctx, 'student.edit', sent.id)
  await lockPeople(ctx, [before.personId])
  const row = await findStudent(ctx, 'student.edit', sent.id)
  const form = keepHiddenFields(ctx, sent, decryptPrivateFacts(await getFieldCipher(ctx), row.id, row.private))
  if (row.version !== form.version) throw studentChangedByOthers()
  await editPersonOfStudent(ctx, row, form)
  const { change, note } = await getStudentUpdate(ctx, row, form)
  if (!(await updateStudent(ctx.db, form.id, form.version, change, ctx.now).catch(refuseDuplicates)))
    throw studentChangedByOthers()
  await recordEdit(ctx, row, form, change)
  await publishStudentsChanged(ctx, [form.id])
  return { id: form.id, note }
}

/** What is not encrypted is logged with its values, of the rest only that it changed. */
async function recordEdit(ctx: Ctx, row: StudentRow, form: StudentForm, change: StudentUpdate) {
  const facts = decryptPrivateFacts(await getFieldCipher(ctx), row.id, row.private)
  const isNew = (field: 'address' | 'household' | 'birthday') =>
    form[field] !== undefined && form[field] !== facts[field]
  const secret = (field: string) => ({ field, before: '', after: '', isSecret: true })
  const changes = [
    { field: 'name', before: row.name, after: form.name },
    { field: 'sex', before: row.sex ?? '', after: form.sex || (row.sex ?? '') },
    { field: 'schoolNo', before: row.schoolNo, after: form.schoolNo },
    { field: 'isBoarding', before: row.isBoarding, after: form.isBoarding },
    { field: 'isSpecial', before: row.isSpecial, after: form.isSpecial },
    ...(form.idCard === undefined ? [] : [secret('idCard')]),
    ...('student_no' in change ? [secret('studentNo')] : []),
    ...('ic_card' in change ? [secret('icCard')] : []),
    ...(['address', 'household', 'birthday'] as const).filter(isNew).map(secret),
  ]
  await recordFieldChanges(ctx, [{ entity: studentKind, rowId: row.id, changes }])
}

/** Name, sex and ID number belong to the person, who may also be staff. */
async function editPersonOfStudent(ctx: Ctx, row: StudentRow, form: StudentForm) {
  // The school confirms a claimed number by entering it.
  const isConfirmed = row.idCardIsClaim && form.idCard !== undefined
  const { idCard: had } = decryptNumbers(await getFieldCipher(ctx), isConfirmed ? { ...row, idCard: null } : row)
  const idCard = form.idKind === 'id-card' ? (form.idCard ?? had) : ''
  const sex = form.sex || (idCard ? idCardSex(idCard) : '')
  if (form.sex && idCard && idCardSex(idCard) !== form.sex)
    throw invalid([{ field: 'sex', msg: '性别与身份证号性别不符' }])
  if (form.name === row.name && sex === (row.sex ?? '') && idCard === had) return
  if ((await listMembershipsOfPerson(ctx, row.personId)).length > 0)
    throw new Refusal('该学生同时是教职工，姓名、性别和证件请在教师管理中修改')
  if (idCard && idCard !== had) {
    const known = await findIdCardOwner(ctx, idCard, had !== '')
    if (known && known.personId !== row.personId)
      throw known.isInScope
        ? invalid([{ field: 'idCard', msg: `该身份证号已被${known.name}使用` }])
        : numberRegisteredRefusal()
  }
  await updatePersonDetails(ctx, row.personId, { name: form.name, sex, ...(idCard === had ? {} : { idCard }) })
  const subject = { personId: row.personId, accountId: row.accountId }
  const way = '管理员修改'
  if (form.name !== row.name)
    await recordIdentityChange(ctx, 'name-changed', subject, { before: row.name, after: form.name, way })
  if (idCard !== had)
    await recordIdentityChange(ctx, had ? 'id-card-changed' : 'id-card-kept', subject, {
      before: had && maskIdCard(had),
      after: idCard && maskIdCard(idCard),
      way,
    })
  await notifyOfNewIdentity(ctx, row, [
    ...(form.name === row.name ? [] : ['姓名']),
    ...(had === '' || idCard === had ? [] : ['身份证号']),
  ])
}

async function getStudentUpdate(ctx: Ctx, row: StudentRow, form: StudentForm) {
  const fields = await getFieldCipher(ctx)
  const facts = decryptPrivateFacts(fields, row.id, row.private)
  const hadNo = decryptStudentNo(fields, row.id, row.studentNo)
  const studentNo = form.studentNo ?? hadNo
  const paper =
    form.idKind === 'none' ? '' : (form.idCard ?? (form.idKind === row.idKind ? getIdNumber(fields, row) : ''))
  if (studentNo && studentNo !== hadNo) {
    const known = await findStudentNoOwner(ctx, studentNo, hadNo !== '')
    if (known && known.id !== row.id)
      throw known.isInScope
        ? invalid([{ field: 'studentNo', msg: `学籍号已存在（${known.orgName}）` }])
        : numberRegisteredRefusal()
  }
  const isIdCard = form.idKind === 'id-card'
  const change: StudentUpdate = {
    school_no: form.schoolNo,
    id_kind: form.idKind,
    nation: form.nation,
    is_boarding: form.isBoarding,
    is_special: form.isSpecial,
    private: encryptPrivateFacts(fields, row.id, {
      birthday: form.birthday || (isIdCard && paper ? idCardBirthday(paper) : ''),
      household: form.household,
      address: form.address ?? facts.address,
      paperNo: isIdCard ? '' : paper,
    }),
    ...(form.icCard === undefined || form.icCard === decryptIcCard(fields, row.id, row.icCard)
      ? {}
      : { ic_card: encryptIcCard(fields, row.id, form.icCard) }),
    ...(studentNo === hadNo ? {} : encryptStudentNo(fields, row.id, studentNo)),
  }
  const isFormal = hadNo.startsWith('L') && studentNo.startsWith('G')
  return { change, note: isFormal ? '检测到正式学籍号，已更新' : '' }
}
