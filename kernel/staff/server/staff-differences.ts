import { ethnicityName } from '#kernel/dictionary/contract.ts'
import { userFields, userTypes, workerTypes, type UserForm } from '../contract.ts'
import type { PrivateFacts } from './private-facts.ts'
import type { UserRow } from './user-queries.ts'

/** The decrypted values of a staff member. */
export interface DecryptedStaff {
  row: UserRow
  phone: string
  idCard: string
  icCard: string
  facts: PrivateFacts
}

export interface StaffDifference {
  field: keyof typeof userFields | 'userType'
  of: 'person' | 'file' | 'membership'
  /** As text, for the history. */
  before: string
  after: string
}

export const formatYesNo = (value: boolean) => (value ? '是' : '否')
const workerTitle = (type: number | null) => (type === null ? '' : workerTypes[type as keyof typeof workerTypes])

/** All form fields with the old and the new value. Masked fields that were not sent stay. */
function listFieldPairs({ row, phone, idCard, icCard, facts }: DecryptedStaff, form: UserForm, departmentName: string) {
  const pairs: [StaffDifference['field'], string, string | undefined][] = [
    ['name', row.name, form.name],
    ['sex', row.sex ?? '', form.sex],
    ['idCard', idCard, form.idCard],
    ['mobile', phone, form.mobile],
    ['birthday', facts.birthday, form.birthday],
    ['email', facts.email, form.email],
    ['address', facts.address, form.address],
    ['resume', facts.resume, form.resume],
    ['qq', facts.qq, form.qq],
    ['otherPhone', facts.otherPhone, form.otherPhone],
    ['license', facts.license, form.license],
    ['nation', ethnicityName(row.nation ?? ''), ethnicityName(form.nation)],
    ['teacherLevel', row.teacherLevel ?? '', form.teacherLevel],
    ['diploma', row.diploma ?? '', form.diploma],
    ['graduateSchool', row.graduateSchool ?? '', form.graduateSchool],
    ['specialty', row.specialty ?? '', form.specialty],
    ['workedFrom', row.workedFrom ?? '', form.workedFrom],
    ['departmentId', row.departmentName, departmentName],
    ['userType', userTypes[row.userType].title, userTypes[form.userType].title],
    ['workerType', workerTitle(row.workerType), workerTitle(form.workerType)],
    ['post', row.post, form.post],
    ['number', row.number, form.number],
    ['subject', row.subject, form.subject],
    ['officePhone', row.officePhone, form.officePhone],
    ['remark', row.remark, form.remark],
    ['icCard', icCard, form.icCard],
    ['flag', String(row.flag), form.flag?.toString()],
    ['sort', String(row.sort), form.sort?.toString()],
    ['noSecondStep', formatYesNo(row.noSecondStep), formatYesNo(form.noSecondStep)],
  ]
  return pairs
}

/** The differences that a form makes. Departments are compared by id, because two may have the same name. */
export function listStaffDifferences(
  opened: DecryptedStaff,
  form: UserForm,
  departmentName: string,
): StaffDifference[] {
  const moves = form.departmentId !== opened.row.departmentId
  return listFieldPairs(opened, form, departmentName).flatMap(([field, before, after]) => {
    const isChanged = field === 'departmentId' ? moves : after !== undefined && after !== before
    return isChanged ? [{ field, of: getFieldOwner(field), before, after: after ?? '' }] : []
  })
}

const getFieldOwner = (field: StaffDifference['field']) => (field === 'userType' ? 'membership' : userFields[field].of)
