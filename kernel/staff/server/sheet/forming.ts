import { idCardBirthday, idCardSex } from '#packages/core'
import type { UserForm, UserType } from '../../contract.ts'
import { differencesOf, type Difference, type Opened } from '../differences.ts'
import type { Known, Wanted } from './looking.ts'
import { isNamed } from './matching.ts'

type Sex = '男' | '女'

/** Somebody as he or she is to be after the row: what the file does not say stays. */
function formFor(known: Known, { row, phone, idCard, facts }: Opened, { values, department }: Wanted): UserForm {
  const text = (column: string, now: string) => values[column] ?? now
  const isNewCard = values['idCard'] !== undefined && idCard === ''
  const sex = (values['sex'] as Sex | undefined) ?? row.sex ?? (isNewCard ? idCardSex(values['idCard']!) : '')
  const hidden = (column: string) => (values[column] === undefined ? {} : { [column]: values[column] })
  return {
    ...{ id: row.id, version: row.version, noSecondStep: row.noSecondStep, resume: facts.resume, sex },
    departmentId: department === undefined ? row.departmentId : (department?.id ?? null),
    name: isNamed(known, values['name'] ?? '') ? row.name : values['name']!,
    ...(values['idCard'] === undefined || values['idCard'] === idCard ? {} : { idCard: values['idCard'] }),
    ...(values['mobile'] === undefined || values['mobile'] === phone ? {} : { mobile: values['mobile'] }),
    ...{ ...hidden('otherPhone'), ...hidden('address'), ...hidden('icCard'), ...hidden('license') },
    birthday: text('birthday', facts.birthday),
    email: text('email', facts.email),
    qq: text('qq', facts.qq),
    nation: text('nation', row.nation ?? ''),
    teacherLevel: text('teacherLevel', row.teacherLevel ?? ''),
    diploma: text('diploma', row.diploma ?? ''),
    graduateSchool: text('graduateSchool', row.graduateSchool ?? ''),
    specialty: text('specialty', row.specialty ?? ''),
    workedFrom: text('workedFrom', row.workedFrom ?? ''),
    userType: text('userType', row.userType) as UserType,
    workerType: values['workerType'] === undefined ? row.workerType : Number(values['workerType']),
    post: text('post', row.post),
    number: text('number', row.number),
    subject: text('subject', row.subject),
    officePhone: text('officePhone', row.officePhone),
    remark: text('remark', row.remark),
  }
}

/** What the row changes. */
export function changesOf(known: Known, opened: Opened, wanted: Wanted): { form: UserForm; differences: Difference[] } {
  const form = formFor(known, opened, wanted)
  const name = wanted.department === undefined ? opened.row.departmentName : (wanted.department?.name ?? '')
  return { form, differences: differencesOf(opened, form, name) }
}

/** What the ID number says where the file says nothing. */
export const sexIn = ({ values: { sex, idCard } }: Wanted) => sex ?? (idCard ? idCardSex(idCard) : '')
export const birthdayIn = ({ values: { birthday, idCard } }: Wanted) =>
  birthday ?? (idCard ? idCardBirthday(idCard) : '')
