import { formatGradeName, getSchoolYear, stages, type Grade, type Stage } from '../contract.ts'

/** A grade that a school has, or could have. */
export interface GradeClassCount {
  key: string
  stage: number
  startYear: number
  years: number
  name: string
  /** How many classes there are already. */
  there: number
}

/** How long a stage lasts at this school: as its grades say, or as usual. */
const getStageYears = (stage: number, grades: readonly Grade[]) =>
  grades.find((grade) => grade.stage === stage)?.years ?? stages[stage as Stage]?.years ?? 0

/** All the grades of a school's stages on a day, the youngest first, and how many classes each has. */
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

/** How many classes each is to have, by the key of the grade; as it is written, until it is sent. */
export type ClassNumbers = Readonly<Record<string, string>>

export const maxClassesPerGrade = 60
export const isClassNumber = (text: string) => /^\d{1,2}$/.test(text.trim()) && Number(text) <= maxClassesPerGrade

/** As it stands in its field: what is there, until somebody writes something else. */
export const getClassNumber = ({ key, there }: GradeClassCount, numbers: ClassNumbers) =>
  numbers[key] ?? (there > 0 ? String(there) : '')

/** What is to be made: what is there stays, so only a larger number makes something. */
export const listMissingClasses = (wanted: readonly GradeClassCount[], numbers: ClassNumbers) =>
  wanted.flatMap((grade) => {
    const { stage, startYear, years, there } = grade
    const classes = Number(getClassNumber(grade, numbers).trim())
    return classes > there ? [{ stage, startYear, years, classes }] : []
  })

/** How many classes would come into being. */
export const countMissingClasses = (wanted: readonly GradeClassCount[], numbers: ClassNumbers) =>
  wanted.reduce((sum, grade) => sum + Math.max(0, Number(getClassNumber(grade, numbers).trim()) - grade.there), 0)
