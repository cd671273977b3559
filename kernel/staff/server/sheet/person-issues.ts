import { idCardBirthday, idCardSex } from '#packages/core'
import type { Fix, RowIssue } from '#packages/sheet'
import type { StaffDifference, DecryptedStaff } from '../staff-differences.ts'
import { listMainMemberships, isInCallersScope, keptByMainEmployer, refusalMessages } from '../service/staff-scope.ts'
import type { RegisteredPerson, ImportLookup, ImportRow } from './import-lookup.ts'
import { createKeepFix, listPhoneIssues, createSkipFix, type StaffMatch } from './match-staff.ts'

export const getColumn = (field: StaffDifference['field']) => (field === 'departmentId' ? 'department' : field)

/** Contradictions between the ID number and sex or birthday in the file. */
export function listIdCardIssues({ values }: ImportRow, knownCard: string): RowIssue[] {
  const idCard = values['idCard'] ?? knownCard
  if (!idCard) return []
  const differing = (column: 'sex' | 'birthday', title: string, right: string): RowIssue[] =>
    values[column] === undefined || values[column] === right ? [] : [createDiffersIssue(column, title, right)]
  return [...differing('sex', '性别', idCardSex(idCard)), ...differing('birthday', '出生日期', idCardBirthday(idCard))]
}

const createDiffersIssue = (column: 'sex' | 'birthday', title: string, right: string): RowIssue => ({
  column,
  code: `${column}-differs`,
  message: `${title}与身份证号${column === 'sex' ? '性别' : ''}不符`,
  // The same label for every row, so that one click can fix all rows.
  fixes: [{ kind: 'set', column, value: right, label: `改为身份证上的${title}` }],
})

type ChangedFields = readonly Pick<StaffDifference, 'field'>[]
export const hasDifference = (differences: ChangedFields, field: StaffDifference['field']) =>
  differences.some((one) => one.field === field)

export const ownerLabels: Record<StaffMatch['how'], string> = {
  idCard: '该身份证号',
  number: '该工号',
  mobile: '该手机号',
  name: '该人员',
}

/** A different name for the same number: a typo or a new name. */
export function listNameIssues(
  known: RegisteredPerson,
  how: StaffMatch['how'],
  { accepted }: ImportRow,
  differences: ChangedFields,
): RowIssue[] {
  if (!hasDifference(differences, 'name') || accepted.includes('name-differs')) return []
  return [
    {
      column: 'name',
      code: 'name-differs',
      message: `${ownerLabels[how]}登记的姓名为“${known.name}”`,
      fixes: [
        { kind: 'set', column: 'name', value: known.name, label: `改为“${known.name}”` },
        { kind: 'accept', label: '已改名，更新姓名' },
        createSkipFix(),
      ],
    },
  ]
}

/** Issues with changes of identity. Permission issues are only reported for valid values. */
export function listPersonIssues(
  lookup: ImportLookup,
  known: RegisteredPerson,
  { idCard, row }: DecryptedStaff,
  importRow: ImportRow,
  differences: readonly StaffDifference[],
  misnamed: readonly RowIssue[] = [],
): RowIssue[] {
  // Contradictions that are already stored are not reported again.
  const disagreeing = listIdCardIssues(importRow, idCard).filter(
    ({ column }) =>
      hasDifference(differences, column as StaffDifference['field']) || hasDifference(differences, 'idCard'),
  )
  const wrong = [...misnamed, ...disagreeing, ...listNewCardIssues(importRow, row.sex, differences)]
  const unsettled = new Set(wrong.map(({ column }) => column))
  return [
    ...wrong,
    ...differences
      .filter(({ field }) => !unsettled.has(field))
      .flatMap((difference) => listDifferenceIssues(lookup, known, difference)),
    ...(hasDifference(differences, 'mobile') ? listPhoneIssues(lookup, importRow, known) : []),
  ]
}

/**
 * The identity of people mainly employed elsewhere or with an account is not changed here; filled file fields of the
 * former stay.
 */
function listDifferenceIssues(
  { day }: ImportLookup,
  known: RegisteredPerson,
  { field, of, before }: StaffDifference,
): RowIssue[] {
  if (of === 'membership' || (of === 'file' && before === '')) return []
  const column = getColumn(field)
  const back: Fix =
    field === 'name'
      ? { kind: 'set', column, value: known.name, label: `改为“${known.name}”` }
      : createKeepFix(column, '保留原值')
  const far = listMainMemberships(known.memberships, day).find(({ mayEdit }) => !mayEdit)
  const where = isInCallersScope(known.memberships, day) ? far?.orgName : '其他单位'
  const message = far && (of === 'file' ? keptByMainEmployer : refusalMessages['user.edit'](where!))
  if (message) return [{ column, code: 'not-yours', message, fixes: [back, createSkipFix()] }]
  if (field === 'idCard' && before !== '')
    return [
      {
        column,
        code: 'card-differs',
        title: '身份证号与登记的不一致',
        message: '该人员已登记另一个身份证号，请核对',
        fixes: [createKeepFix(column, '保留原身份证号'), createSkipFix()],
      },
    ]
  if (field === 'mobile' && known.accountId !== null)
    return [
      {
        column,
        code: 'account',
        title: '已开通账号，手机不能由导入修改',
        message: '该人员已开通账号，手机请由本人或管理员单独修改',
        fixes: [createKeepFix(column, '保留原手机')],
      },
    ]
  return []
}

/** A new ID number that contradicts the stored values. */
function listNewCardIssues({ values }: ImportRow, known: string | null, differences: ChangedFields): RowIssue[] {
  const { idCard, sex } = values
  if (!idCard || sex !== undefined || !known || !hasDifference(differences, 'idCard') || idCardSex(idCard) === known)
    return []
  return [createDiffersIssue('sex', '性别', idCardSex(idCard))]
}

const selfIssue = { code: 'self', message: '本人的职务和部门请由其他管理员调整' }

/** Roles depend on posts and departments, so importers cannot change their own. */
export const listOwnIssues = (
  lookup: ImportLookup,
  known: RegisteredPerson,
  differences: readonly StaffDifference[],
): RowIssue[] =>
  known.id !== lookup.self
    ? []
    : differences
        .map(({ field }) => getColumn(field))
        .filter((column) => column === 'post' || column === 'department')
        .map((column) => ({ ...selfIssue, column, fixes: [createKeepFix(column, '保留原值')] }))

export const createOwnMembershipIssue = (column: StaffMatch['how']): RowIssue => ({
  column,
  code: 'self',
  message: '本人的任职请由其他管理员办理',
  fixes: [createSkipFix()],
})
