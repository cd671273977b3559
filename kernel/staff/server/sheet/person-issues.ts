import { idCardBirthday, idCardSex } from '#packages/core'
import type { Cure, RowIssue } from '#packages/sheet'
import type { Difference, Opened } from '../differences.ts'
import { homesOf, isNear, keptByHome, wordsFor } from '../service/reach.ts'
import type { Known, Look, Wanted } from './looking.ts'
import { keep, phoneIssue, skip, type Match } from './matching.ts'

export const columnOf = (field: Difference['field']) => (field === 'departmentId' ? 'department' : field)

/** What the ID number says of sex and birthday, against the file. */
export function disagreements({ values }: Wanted, knownCard: string): RowIssue[] {
  const idCard = values['idCard'] ?? knownCard
  if (!idCard) return []
  const differing = (column: 'sex' | 'birthday', title: string, right: string): RowIssue[] =>
    values[column] === undefined || values[column] === right ? [] : [differs(column, title, right)]
  return [...differing('sex', '性别', idCardSex(idCard)), ...differing('birthday', '出生日期', idCardBirthday(idCard))]
}

const differs = (column: 'sex' | 'birthday', title: string, right: string): RowIssue => ({
  column,
  code: `${column}-differs`,
  words: `${title}与身份证号${column === 'sex' ? '性别' : ''}不符`,
  // The same words for every row, so that one press does them all and says what it does.
  cures: [{ kind: 'set', column, value: right, words: `改为身份证上的${title}` }],
})

type Of = readonly Pick<Difference, 'field'>[]
export const touches = (differences: Of, field: Difference['field']) => differences.some((one) => one.field === field)

export const ownerBy: Record<Match['how'], string> = {
  idCard: '该身份证号',
  number: '该工号',
  mobile: '该手机号',
  name: '该人员',
}

/** Another name for the same number: a slip, or somebody who is called otherwise now. */
export function nameIssue(known: Known, how: Match['how'], { accepted }: Wanted, differences: Of): RowIssue[] {
  if (!touches(differences, 'name') || accepted.includes('name-differs')) return []
  return [
    {
      column: 'name',
      code: 'name-differs',
      words: `${ownerBy[how]}登记的姓名为“${known.name}”`,
      cures: [
        { kind: 'set', column: 'name', value: known.name, words: `改为“${known.name}”` },
        { kind: 'accept', words: '已改名，更新姓名' },
        skip(),
      ],
    },
  ]
}

/** What stands against changing who somebody is. One thing at a time: whether it may be changed is asked when it is right. */
export function personIssues(
  look: Look,
  known: Known,
  { idCard, row }: Opened,
  wanted: Wanted,
  differences: readonly Difference[],
  misnamed: readonly RowIssue[] = [],
): RowIssue[] {
  // What is kept so already is not asked about again.
  const disagreeing = disagreements(wanted, idCard).filter(
    ({ column }) => touches(differences, column as Difference['field']) || touches(differences, 'idCard'),
  )
  const wrong = [...misnamed, ...disagreeing, ...sexOfNewCard(wanted, row.sex, differences)]
  const unsettled = new Set(wrong.map(({ column }) => column))
  return [
    ...wrong,
    ...differences
      .filter(({ field }) => !unsettled.has(field))
      .flatMap((difference) => personIssue(look, known, difference)),
    ...(touches(differences, 'mobile') ? phoneIssue(look, wanted, known) : []),
  ]
}

/**
 * Whoever mainly works elsewhere, or can sign in, is not changed from here in what tells who it is; and what the file of
 * the former says already stays.
 */
function personIssue({ day }: Look, known: Known, { field, of, before }: Difference): RowIssue[] {
  if (of === 'place' || (of === 'file' && before === '')) return []
  const column = columnOf(field)
  const back: Cure =
    field === 'name'
      ? { kind: 'set', column, value: known.name, words: `改为“${known.name}”` }
      : keep(column, '保留原值')
  const far = homesOf(known.places, day).find(({ mayEdit }) => !mayEdit)
  const where = isNear(known.places, day) ? far?.orgName : '其他单位'
  const words = far && (of === 'file' ? keptByHome : wordsFor['user.edit'](where!))
  if (words) return [{ column, code: 'not-yours', words, cures: [back, skip()] }]
  if (field === 'idCard' && before !== '')
    return [
      {
        column,
        code: 'card-differs',
        title: '身份证号与登记的不一致',
        words: '该人员已登记另一个身份证号，请核对',
        cures: [keep(column, '保留原身份证号'), skip()],
      },
    ]
  if (field === 'mobile' && known.accountId !== null)
    return [
      {
        column,
        code: 'account',
        title: '已开通账号，手机不能由导入修改',
        words: '该人员已开通账号，手机请由本人或管理员单独修改',
        cures: [keep(column, '保留原手机')],
      },
    ]
  return []
}

/** A number that is new to us says something else than what was known. */
function sexOfNewCard({ values }: Wanted, known: string | null, differences: Of): RowIssue[] {
  const { idCard, sex } = values
  if (!idCard || sex !== undefined || !known || !touches(differences, 'idCard') || idCardSex(idCard) === known)
    return []
  return [differs('sex', '性别', idCardSex(idCard))]
}

const self = { code: 'self', words: '本人的职务和部门请由其他管理员调整' }

/** Roles go with posts and departments: nobody appoints herself, least of all in a list of a thousand. */
export const ownIssues = (look: Look, known: Known, differences: readonly Difference[]): RowIssue[] =>
  known.id !== look.self
    ? []
    : differences
        .map(({ field }) => columnOf(field))
        .filter((column) => column === 'post' || column === 'department')
        .map((column) => ({ ...self, column, cures: [keep(column, '保留原值')] }))

export const ownPlace = (column: Match['how']): RowIssue => ({
  column,
  code: 'self',
  words: '本人的任职请由其他管理员办理',
  cures: [skip()],
})
