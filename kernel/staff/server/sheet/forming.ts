import { idCardBirthday, idCardSex } from '#packages/core'
import { understandCell } from '#packages/sheet'
import type { UserForm, UserType } from '../../contract.ts'
import { differencesOf, type Difference, type Opened } from '../differences.ts'
import { staffColumns } from './columns.ts'
import type { Known, Wanted } from './looking.ts'
import { isNamed } from './matching.ts'

type Sex = '男' | '女'

const columnsByKey = new Map(staffColumns.map((column) => [column.key, column]))

/** What we keep, read out of a file, is the same again, however it is written there. */
const isAsKept = (column: string, value: string, kept: string) =>
  value === kept || (kept !== '' && understandCell(columnsByKey.get(column)!, [], kept).value === value)

/** Somebody as he or she is to be after the row: what the file does not say stays. */
function formFor(
  known: Known,
  { row, phone, idCard, icCard, facts }: Opened,
  { values, department }: Wanted,
): UserForm {
  const text = (column: string, now: string) => {
    const value = values[column]
    return value === undefined || isAsKept(column, value, now) ? now : value
  }
  const isNewCard = values['idCard'] !== undefined && idCard === ''
  const sex = (values['sex'] as Sex | undefined) ?? row.sex ?? (isNewCard ? idCardSex(values['idCard']!) : '')
  const hidden = (column: string, now: string) => {
    const value = values[column]
    return value === undefined || isAsKept(column, value, now) ? {} : { [column]: value }
  }
  return {
    id: row.id,
    version: row.version,
    noSecondStep: row.noSecondStep,
    resume: facts.resume,
    sex,
    departmentId: department === undefined ? row.departmentId : (department?.id ?? null),
    name: isNamed(known, values['name'] ?? '') ? row.name : values['name']!,
    ...(values['idCard'] === undefined || values['idCard'] === idCard ? {} : { idCard: values['idCard'] }),
    ...(values['mobile'] === undefined || values['mobile'] === phone ? {} : { mobile: values['mobile'] }),
    ...hidden('otherPhone', facts.otherPhone),
    ...hidden('address', facts.address),
    ...hidden('icCard', icCard),
    ...hidden('license', facts.license),
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
