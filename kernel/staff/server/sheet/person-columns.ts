import type { RowIssue, SheetColumn, SheetRow } from '#packages/sheet'

/** 姓名 and 工号: how sheets about the staff of one organisation name a person. */
export const personColumns: readonly SheetColumn[] = [
  {
    key: 'name',
    title: '姓名',
    kind: 'text',
    isRequired: true,
    isName: true,
    max: 50,
    example: '王芳',
    synonyms: ['人员', '人员姓名', '教师姓名', '教职工姓名'],
  },
  {
    key: 'number',
    title: '工号',
    kind: 'text',
    max: 30,
    example: '10023',
    synonyms: ['职工号', '教工号', '教职工号', '人员编号'],
    hint: '本单位有同名人员时必填',
  },
]

/** By name and staff number, or by name alone if the name is unique. `namesakes` have the name of the row. */
export function findByNameAndNumber<Person extends { number: string }>(
  namesakes: readonly Person[],
  { name = '', number }: SheetRow['values'],
): { person: Person } | { issue: RowIssue } {
  if (namesakes.length === 0)
    return { issue: { column: 'name', code: 'unknown', message: `本单位在岗人员中没有“${name}”` } }
  const [person, ...others] = number === undefined ? namesakes : namesakes.filter((one) => one.number === number)
  const column = 'number'
  if (!person) return { issue: { column, code: 'unknown', message: `工号“${number}”不是${name}的` } }
  if (others.length === 0) return { person }
  const message =
    number === undefined ? `有${namesakes.length}位“${name}”，请填写工号` : `有多个“${name}”的工号是${number}`
  return { issue: { column, code: 'several', message, title: '同名人员' } }
}
