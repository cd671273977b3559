/** Names of grades and classes, and school years of days. Server and web use the same rules. */

/** 学段, by the numbers of fEducation. */
export const stages = {
  1: { title: '学前', years: 3 },
  2: { title: '小学', years: 6 },
  3: { title: '初中', years: 3 },
  4: { title: '普高', years: 3 },
  5: { title: '中职', years: 3 },
  6: { title: '特教', years: 9 },
} as const
export type Stage = keyof typeof stages

/** `ordinal`: 七年级; `familiar`: 初一. */
export const gradeNamings = { ordinal: '七年级', familiar: '初一' } as const
export type GradeNaming = keyof typeof gradeNamings

/** The school year of a day (2026-11-15), given by its first year. A school year starts on 1 September. */
export const getSchoolYear = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < '09-01' ? 1 : 0)
/** The first day of a school year. */
export const getFirstDayOfSchoolYear = (schoolYear: number) => `${schoolYear}-09-01`

interface GradeYears {
  stage: number
  /** The year in which the grade started school. */
  startYear: number
  /** Number of years until the grade leaves. */
  years: number
}

/** The year of a grade within its stage: 0 or less before it starts, more than `years` after it has left. */
export const getYearOfGrade = ({ startYear }: GradeYears, day: string) => getSchoolYear(day) - startYear + 1

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
/** Four-year kindergartens start with 托班; the last year is always 大班. */
const kindergarten = ['托班', '小班', '中班', '大班']

/**
 * The name of a grade on a day: 七年级, 初一, 大班. It is not stored. A grade that has not started or has left is named by its
 * year: 2026级. After a five-year primary school (五四) the middle school starts with 六年级.
 */
export function formatGradeName(grade: GradeYears, day: string, naming: GradeNaming = 'ordinal'): string {
  const at = getYearOfGrade(grade, day)
  if (at < 1 || at > grade.years) return `${grade.startYear}级`
  return nameAt(grade, at, naming)
}

function nameAt({ stage, years }: GradeYears, at: number, naming: GradeNaming): string {
  if (stage === 1) return kindergarten[at + 3 - Math.min(years, 4)] ?? `${digits[at]}年级`
  if (stage === 3) {
    const first = years === 4 ? 5 : 6
    return naming === 'familiar'
      ? `初${years === 4 && at === 1 ? '预' : digits[years === 4 ? at - 1 : at]}`
      : `${digits[first + at]}年级`
  }
  if (stage === 4) return `高${digits[at]}`
  if (stage === 5) return `职${digits[at]}`
  return `${digits[at]}年级`
}

/** The name of a class with its grade: 七(3)班, 高一(2)班, 大班 向日葵班. */
export function formatClassLabel(nameOfGrade: string, className: string): string {
  const number = /^(\d+)班$/.exec(className)?.[1]
  if (number === undefined) return `${nameOfGrade} ${className}`
  if (/^[一二三四五六七八九十]+年级$/.test(nameOfGrade)) return `${nameOfGrade.slice(0, -2)}(${number})班`
  return `${nameOfGrade}(${number})班`
}
