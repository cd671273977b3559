import type { Cure, RowIssue } from '#packages/sheet'
import { numberRegisteredMessage } from '#kernel/identity/server'
import { isNamed } from './comparing.ts'
import type { Known, KnownPupil, Look, Wanted } from './looking.ts'
import type { School } from './schools.ts'

/** By the name only where somebody has said who it is. */
export type How = 'studentNo' | 'idCard' | 'schoolNo' | 'name'
export interface Match {
  known: Known
  how: How
}

export const skip = (words = '不导入此行'): Cure => ({ kind: 'skip', words })
export const keep = (column: string, words: string): Cure => ({ kind: 'set', column, value: '', words })

export const isPupil = (known: Known): known is KnownPupil => known.id !== null
export const isHereNow = ({ status }: Known) => status === 'studying' || status === 'suspended'

/** Both have one, and they are not the same. */
export const differ = (one: string | undefined, other: string) => Boolean(one && other && one !== other)
export const hasOtherNumber = (known: Known, { values }: Wanted) => {
  const { idCard, studentNo } = known.open()
  return differ(values['idCard'], idCard) || differ(values['studentNo'], studentNo)
}

/**
 * Whom a row is about: by the 学籍号, else by the ID number (which stays when a temporary 学籍号 becomes a formal one), else by
 * the number at the school with the name. Never by a name alone.
 */
export function matchOf(look: Look, school: School, wanted: Wanted): { match?: Match; issues: RowIssue[] } {
  const { name = '', studentNo, idCard, schoolNo } = wanted.values
  const byNumber = studentNo === undefined ? undefined : look.byStudentNo(studentNo)
  const byCard = idCard === undefined ? undefined : look.byIdCard(idCard)
  if (byNumber && byCard && byNumber.personId !== byCard.personId)
    return { issues: [look.isInScope(byNumber) && look.isInScope(byCard) ? twoPeople : numberRegisteredIssue] }
  if (byNumber) return { match: { known: byNumber, how: 'studentNo' }, issues: [] }
  if (byCard) return { match: { known: byCard, how: 'idCard' }, issues: [] }
  const bySchoolNo = schoolNo === undefined ? undefined : look.bySchoolNo(school.id, schoolNo)
  if (!bySchoolNo) return { issues: [] }
  if (isNamed(bySchoolNo, name) && !hasOtherNumber(bySchoolNo, wanted))
    return { match: { known: bySchoolNo, how: 'schoolNo' }, issues: [] }
  return { issues: [numberTaken(bySchoolNo)] }
}

const twoPeople: RowIssue = {
  column: 'idCard',
  code: 'two-people',
  title: '学籍号和身份证号属于不同的学生',
  words: '学籍号和身份证号属于不同的学生，请核对',
  cures: [skip()],
}

/** The only issue about a person out of scope. In the column of the name: it must not tell which number it is. */
export const numberRegisteredIssue: RowIssue = {
  column: 'name',
  code: 'elsewhere',
  title: '号码已登记',
  words: numberRegisteredMessage,
  cures: [skip()],
}

export const numberTaken = ({ name }: Known): RowIssue => ({
  column: 'schoolNo',
  code: 'taken',
  words: `学号已被${name}使用`,
  cures: [keep('schoolNo', '不填学号'), skip()],
})
