import { gradeName, schoolYearOf, stages, type Grade, type Stage } from '../contract.ts'

/** A grade that a school has, or could have. */
export interface WantedGrade {
  key: string
  stage: number
  startYear: number
  years: number
  name: string
  /** How many classes there are already. */
  there: number
}

/** How long a stage lasts at this school: as its grades say, or as usual. */
const yearsOf = (stage: number, grades: readonly Grade[]) =>
  grades.find((grade) => grade.stage === stage)?.years ?? stages[stage as Stage]?.years ?? 0

/** All the grades of a school's stages on a day, the youngest first, and how many classes each has. */
export function wantedGrades(ofStages: readonly number[], grades: readonly Grade[], day: string): WantedGrade[] {
  return [...ofStages]
    .sort((one, other) => one - other)
    .flatMap((stage) => {
      const years = yearsOf(stage, grades)
      return Array.from({ length: years }, (_, at) => {
        const startYear = schoolYearOf(day) - at
        const there = grades.find((grade) => grade.stage === stage && grade.startYear === startYear)
        return {
          key: `${stage}-${startYear}`,
          stage,
          startYear,
          years,
          there: there?.classCount ?? 0,
          name: there?.name ?? gradeName({ stage, startYear, years }, day),
        }
      })
    })
}

/** How many classes each is to have, by the key of the grade; as it is written, until it is sent. */
export type ClassNumbers = Readonly<Record<string, string>>

export const mostClasses = 60
export const isNumber = (text: string) => /^\d{1,2}$/.test(text.trim()) && Number(text) <= mostClasses

/** As it stands in its field: what is there, until somebody writes something else. */
export const numberOf = ({ key, there }: WantedGrade, numbers: ClassNumbers) =>
  numbers[key] ?? (there > 0 ? String(there) : '')

/** What is to be made: what is there stays, so only a larger number makes something. */
export const missingClasses = (wanted: readonly WantedGrade[], numbers: ClassNumbers) =>
  wanted.flatMap((grade) => {
    const { stage, startYear, years, there } = grade
    const classes = Number(numberOf(grade, numbers).trim())
    return classes > there ? [{ stage, startYear, years, classes }] : []
  })

/** How many classes would come into being. */
export const countMissing = (wanted: readonly WantedGrade[], numbers: ClassNumbers) =>
  wanted.reduce((sum, grade) => sum + Math.max(0, Number(numberOf(grade, numbers).trim()) - grade.there), 0)
