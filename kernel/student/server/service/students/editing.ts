import { idCardBirthday, idCardSex, invalid, Refusal, Ret, type Ctx } from '#packages/core'
import { recordIdentityChange } from '#kernel/audit/server'
import { editPerson, holdPeople, numberRegistered, openNumbers } from '#kernel/identity/server'
import { placesOfPerson } from '#kernel/staff/server'
import type { StudentForm } from '../../../contract.ts'
import { keepHidden } from '../../hidden.ts'
import { openCard, openFacts, openStudentNo, sealCard, sealFacts, sealStudentNo } from '../../numbers.ts'
import type { StudentRow } from '../../read-queries.ts'
import { updateStudent, type StudentChange } from '../../student-queries.ts'
import { refuseDoubles } from './creating.ts'
import { findStudent } from './finding.ts'
import { publishIds } from './placing.ts'
import { fieldsIn, paperOf } from './presenting.ts'
import { findIdCardOwner, findStudentNoOwner } from './number-owners.ts'

export const changedByOthers = () => new Refusal('该学生信息已被他人修改，请刷新', Ret.changedByOthers)

/** What is known of a pupil, written anew. What is masked and left out stays. */
export async function editStudent(ctx: Ctx, sent: StudentForm) {
  const before = await findStudent(ctx, 'student.edit', sent.id)
  await holdPeople(ctx, [before.personId])
  const row = await findStudent(ctx, 'student.edit', sent.id)
  const form = keepHidden(ctx, sent, openFacts(await fieldsIn(ctx), row.id, row.private))
  if (row.version !== form.version) throw changedByOthers()
  await editWho(ctx, row, form)
  const { change, note } = await changeOf(ctx, row, form)
  if (!(await updateStudent(ctx.db, form.id, form.version, change, ctx.now).catch(refuseDoubles)))
    throw changedByOthers()
  await publishIds(ctx, 'student.changed', [form.id])
  return { id: form.id, note }
}

/** Name, sex and ID number belong to the person, who may be more than a pupil here. */
async function editWho(ctx: Ctx, row: StudentRow, form: StudentForm) {
  // The school confirms a claimed number by entering it.
  const isConfirmed = row.idCardIsClaim && form.idCard !== undefined
  const { idCard: had } = openNumbers(await fieldsIn(ctx), isConfirmed ? { ...row, idCard: null } : row)
  const idCard = form.idKind === 'id-card' ? (form.idCard ?? had) : ''
  const sex = form.sex || (idCard ? idCardSex(idCard) : '')
  if (form.sex && idCard && idCardSex(idCard) !== form.sex)
    throw invalid([{ field: 'sex', msg: '性别与身份证号性别不符' }])
  if (form.name === row.name && sex === (row.sex ?? '') && idCard === had) return
  if ((await placesOfPerson(ctx, row.personId)).length > 0)
    throw new Refusal('该学生同时是教职工，姓名、性别和证件请在教师管理中修改')
  if (idCard && idCard !== had) {
    const known = await findIdCardOwner(ctx, idCard, had !== '')
    if (known && known.personId !== row.personId)
      throw known.isInScope
        ? invalid([{ field: 'idCard', msg: `该身份证号已被${known.name}使用` }])
        : numberRegistered()
  }
  await editPerson(ctx, row.personId, { name: form.name, sex, ...(idCard === had ? {} : { idCard }) })
  if (idCard !== had)
    await recordIdentityChange(ctx, 'id-card-changed', '', { personId: row.personId, accountId: row.accountId })
}

async function changeOf(ctx: Ctx, row: StudentRow, form: StudentForm) {
  const fields = await fieldsIn(ctx)
  const facts = openFacts(fields, row.id, row.private)
  const hadNo = openStudentNo(fields, row.id, row.studentNo)
  const studentNo = form.studentNo ?? hadNo
  const paper = form.idKind === 'none' ? '' : (form.idCard ?? (form.idKind === row.idKind ? paperOf(fields, row) : ''))
  if (studentNo && studentNo !== hadNo) {
    const known = await findStudentNoOwner(ctx, studentNo, hadNo !== '')
    if (known && known.id !== row.id)
      throw known.isInScope
        ? invalid([{ field: 'studentNo', msg: `学籍号已存在（${known.orgName}）` }])
        : numberRegistered()
  }
  const isIdCard = form.idKind === 'id-card'
  const change: StudentChange = {
    school_no: form.schoolNo,
    id_kind: form.idKind,
    nation: form.nation,
    is_boarding: form.isBoarding,
    is_special: form.isSpecial,
    private: sealFacts(fields, row.id, {
      birthday: form.birthday || (isIdCard && paper ? idCardBirthday(paper) : ''),
      household: form.household,
      address: form.address ?? facts.address,
      paperNo: isIdCard ? '' : paper,
    }),
    ...(form.icCard === undefined || form.icCard === openCard(fields, row.id, row.icCard)
      ? {}
      : { ic_card: sealCard(fields, row.id, form.icCard) }),
    ...(studentNo === hadNo ? {} : sealStudentNo(fields, row.id, studentNo)),
  }
  const isFormal = hadNo.startsWith('L') && studentNo.startsWith('G')
  return { change, note: isFormal ? '检测到正式学籍号，已更新' : '' }
}
