import { idCardBirthday, idCardSex } from '#packages/core'
import { parseCell } from '#packages/sheet'
import type { UserForm, UserType } from '../../contract.ts'
import { listStaffDifferences, type StaffDifference, type DecryptedStaff } from '../staff-differences.ts'
import { isOpenOn } from '../service/staff-scope.ts'
import { staffColumns } from './import-columns.ts'
import type { RegisteredPerson, ImportRow, ImportLookup } from './import-lookup.ts'
import { hasSameName } from './match-staff.ts'
import { createAmbiguousIssue, filterDepartments, type ImportUnit } from './import-context.ts'

type Sex = '男' | '女'

const columnsByKey = new Map(staffColumns.map((column) => [column.key, column]))

/** Compares a cell with the stored value; different spellings of one value are equal. */
const isSameValue = (column: string, value: string, stored: string) =>
  value === stored || (stored !== '' && parseCell(columnsByKey.get(column)!, [], stored).value === value)

/** The form values after the row; columns that are not given keep their value. */
function createUserForm(
  known: RegisteredPerson,
  { row, phone, idCard, icCard, facts }: DecryptedStaff,
  { values, department }: ImportRow,
): UserForm {
  const text = (column: string, now: string) => {
    const value = values[column]
    return value === undefined || isSameValue(column, value, now) ? now : value
  }
  const isNewCard = values['idCard'] !== undefined && idCard === ''
  const sex = (values['sex'] as Sex | undefined) ?? row.sex ?? (isNewCard ? idCardSex(values['idCard']!) : '')
  const hidden = (column: string, now: string) => {
    const value = values[column]
    return value === undefined || isSameValue(column, value, now) ? {} : { [column]: value }
  }
  return {
    id: row.id,
    version: row.version,
    noSecondStep: row.noSecondStep,
    resume: facts.resume,
    sex,
    departmentId: department === undefined ? row.departmentId : (department?.id ?? null),
    name: hasSameName(known, values['name'] ?? '') ? row.name : values['name']!,
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

/** The differences that the row makes. */
export function listRowChanges(
  known: RegisteredPerson,
  opened: DecryptedStaff,
  importRow: ImportRow,
): { form: UserForm; differences: StaffDifference[] } {
  const form = createUserForm(known, opened, importRow)
  const name = importRow.department === undefined ? opened.row.departmentName : (importRow.department?.name ?? '')
  return { form, differences: listStaffDifferences(opened, form, name) }
}

/** Derived from the ID number when the file has no value. */
export const getSex = ({ values: { sex, idCard } }: ImportRow) => sex ?? (idCard ? idCardSex(idCard) : '')
export const getBirthday = ({ values: { birthday, idCard } }: ImportRow) =>
  birthday ?? (idCard ? idCardBirthday(idCard) : '')

/** Resolves the parts of a row that depend on the matched person. */
export function resolveForPerson(
  lookup: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
  known: RegisteredPerson,
): ImportRow {
  const bornOn = () => {
    const { idCard, facts } = known.decrypt(known.memberships[0] ?? null)
    return facts.birthday || (idCard && idCardBirthday(idCard))
  }
  return preferOwnDepartment(lookup, unit, dropMatchingMonth(importRow, bornOn), known)
}

/** Drops a birth month that matches the stored birthday: exports show only the month beside a masked number. */
export function dropMatchingMonth(importRow: ImportRow, bornOn: () => string): ImportRow {
  const { birthday, ...values } = importRow.values
  const isMonth = birthday !== undefined && (importRow.months ?? []).includes('birthday')
  return isMonth && bornOn().slice(0, 7) === birthday.slice(0, 7) ? { ...importRow, values } : importRow
}

/** Of departments with the same name the person's own is meant; with several own ones the importer is asked. */
function preferOwnDepartment(
  { day }: ImportLookup,
  unit: ImportUnit,
  importRow: ImportRow,
  { memberships }: RegisteredPerson,
): ImportRow {
  const { candidates, issues, ...row } = importRow
  if (!candidates) return importRow
  const here = memberships.filter((membership) => membership.orgId === unit.id && isOpenOn(day)(membership))
  const own = filterDepartments(candidates, here)
  const others = issues.filter(({ code }) => code !== 'ambiguous')
  if (own.length === 1) return { ...row, department: own[0]!, issues: others }
  return {
    ...row,
    issues: issues.map((issue) => (issue.code === 'ambiguous' ? createAmbiguousIssue(issue, own) : issue)),
  }
}
