import { idCardBirthday, isIdCard } from '#packages/core'
import type { RowIssue } from '#packages/sheet'
import { maskIdCard } from '#kernel/identity/server'
import { maskStudentNo, maskTail } from '../numbers.ts'
import type { Known, KnownPupil, Look, Wanted } from './looking.ts'
import { differ, hasOtherNumber, isPupil, skip, type Match } from './matching.ts'
import type { School } from './schools.ts'

export const birthdayOf = (known: Known): string => {
  const { facts, idCard } = known.open()
  return facts.birthday || (isIdCard(idCard) ? idCardBirthday(idCard) : '')
}

/** A month that fits the birthday says nothing new: an export shows no more of it beside a masked number. */
export function withoutMonth(wanted: Wanted, bornOn: () => string): Wanted {
  const { birthday, ...values } = wanted.values
  const isMonth = birthday !== undefined && (wanted.months ?? []).includes('birthday')
  return isMonth && bornOn().slice(0, 7) === birthday.slice(0, 7) ? { ...wanted, values } : wanted
}

/** Of classes with one name a pupil stays in the one that he or she is in. Which of several is meant nobody guesses. */
export function inOwnClass(wanted: Wanted, { classId }: Known): Wanted {
  const own = wanted.among?.find(({ id }) => id === classId)
  if (!own) return wanted
  const issues = wanted.issues.filter(({ code }) => code !== 'ambiguous')
  return { ...wanted, place: { gradeId: own.gradeId, class: own }, issues }
}

/** Of the same name at the school, where nothing says that it is somebody else. */
export function alikeOf(look: Look, school: School, wanted: Wanted): KnownPupil[] {
  const { name = '' } = wanted.values
  return look
    .namesakes(school.id, name)
    .filter(isPupil)
    .filter((known) => {
      if (hasOtherNumber(known, wanted)) return false
      if (look.isBlind('birthday')) return true
      const { birthday } = withoutMonth(wanted, () => birthdayOf(known)).values
      return !differ(birthday, birthdayOf(known))
    })
}

/** Somebody has said of the row who it is. It holds as long as that pupil is still one of those who might be. */
export function matchSaid(look: Look, school: School, wanted: Wanted): Match | undefined {
  if (!wanted.accepted.some((code) => code.startsWith('is:'))) return undefined
  const known = alikeOf(look, school, wanted).find(({ id }) => wanted.accepted.includes(`is:${id}`))
  return known && { known, how: 'name' }
}

/** Who it is, nobody guesses: both records are shown, and of several nobody is proposed. */
export function maybeSame(look: Look, school: School, alike: readonly KnownPupil[]): RowIssue {
  const question = { column: 'name', code: 'maybe-same', title: '可能是已有学生', isByRow: true }
  const others = [{ kind: 'accept' as const, words: '不是同一人，新建' }, skip('跳过')]
  const seen = alike.filter(look.isInScope)
  if (alike.length > 1)
    return { ...question, words: `可能是本校${alike.length}名同名学生之一，请填写学号或学籍号`, cures: others }
  if (!seen[0]) return { ...question, words: '本校已有同名学生', cures: others }
  const update = { kind: 'is' as const, id: seen[0].id, words: '是同一人，更新资料' }
  const known = shownTo(look, school, seen[0])
  return { ...question, words: '本校已有同名学生', cures: [update, ...others], known }
}

/** A pupil's record as the importer may see it, with what tells pupils apart. */
function shownTo({ isBlind }: Look, school: School, known: KnownPupil): Record<string, string> {
  const { idCard, studentNo, facts } = known.open()
  const number = known.idKind === 'id-card' ? maskIdCard(idCard) : maskTail(facts.paperNo)
  const facets = {
    name: known.name,
    sex: known.sex ?? '',
    schoolNo: known.schoolNo,
    class: school.all.find(({ id }) => id === known.classId)?.label ?? '',
    seatNo: String(known.seatNo ?? ''),
    studentNo: maskStudentNo(studentNo),
    idCard: number,
    // Beside a masked number without the day.
    birthday: birthdayOf(known).slice(0, 7),
    guardian1Name: known.guardians[0]?.name ?? '',
  }
  return Object.fromEntries(Object.entries(facets).filter(([column, value]) => value !== '' && !isBlind(column)))
}
