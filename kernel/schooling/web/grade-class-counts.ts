import { formatGradeName, getSchoolYear, stages, type Grade, type Stage } from '../contract.ts'

/** An existing or possible grade of a school. */
export interface GradeClassCount {
  key: string
  stage: number
  startYear: number
  years: number
  name: string
  /** Number of existing classes. */
  there: number
}

/** The length of a stage at this school: from its grades, or the default. */
const getStageYears = (stage: number, grades: readonly Grade[]) =>
  grades.find((grade) => grade.stage === stage)?.years ?? stages[stage as Stage]?.years ?? 0

/** All grades of a school's stages on a day, the youngest first, with the number of classes. */
export function listGradeClassCounts(
  ofStages: readonly number[],
  grades: readonly Grade[],
  day: string,
): GradeClassCount[] {
  return [...ofStages]
    .sort((one, other) => one - other)
    .flatMap((stage) => {
      const years = getStageYears(stage, grades)
      return Array.from({ length: years }, (_, at) => {
        const startYear = getSchoolYear(day) - at
        const there = grades.find((grade) => grade.stage === stage && grade.startYear === startYear)
        return {
          key: `${stage}-${startYear}`,
          stage,
          startYear,
          years,
          there: there?.classCount ?? 0,
          name: there?.name ?? formatGradeName({ stage, startYear, years }, day),
        }
      })
    })
}

/** The wanted number of classes by grade key, as typed. */
export type ClassNumbers = Readonly<Record<string, string>>

export const maxClassesPerGrade = 60
export const isClassNumber = (text: string) => /^\d{1,2}$/.test(text.trim()) && Number(text) <= maxClassesPerGrade

/** The value of the field: the existing number until the user types another. */
export const getClassNumber = ({ key, there }: GradeClassCount, numbers: ClassNumbers) =>
  numbers[key] ?? (there > 0 ? String(there) : '')

/** The classes to create. Existing classes stay, so only a larger number creates any. */
export const listMissingClasses = (wanted: readonly GradeClassCount[], numbers: ClassNumbers) =>
  wanted.flatMap((grade) => {
    const { stage, startYear, years, there } = grade
    const classes = Number(getClassNumber(grade, numbers).trim())
    return classes > there ? [{ stage, startYear, years, classes }] : []
  })

export const countMissingClasses = (wanted: readonly GradeClassCount[], numbers: ClassNumbers) =>
  wanted.reduce((sum, grade) => sum + Math.max(0, Number(getClassNumber(grade, numbers).trim()) - grade.there), 0)
