import { expect, it } from 'vitest'
import {
  formatClassLabel,
  formatGradeName,
  getSchoolYear,
  getYearOfGrade,
  type GradeNaming,
} from './contract-school-year.ts'

/** The names of a grade that started in 2026, one for each of its years. */
const names = (stage: number, years: number, naming?: GradeNaming) =>
  Array.from({ length: years }, (_, at) =>
    formatGradeName({ stage, startYear: 2026, years }, `${2026 + at}-10-15`, naming),
  )

it('the school year starts on 1 September', () => {
  expect(['2026-08-31', '2026-09-01', '2027-01-01', '2027-08-31'].map(getSchoolYear)).toEqual([2025, 2026, 2026, 2026])
})

it('names the grades of 6+3 schools, 5+4 schools and kindergartens', () => {
  expect(names(2, 6)).toEqual(['一年级', '二年级', '三年级', '四年级', '五年级', '六年级'])
  expect(names(3, 3)).toEqual(['七年级', '八年级', '九年级'])
  expect(names(2, 5).at(-1)).toBe('五年级')
  expect(names(3, 4)).toEqual(['六年级', '七年级', '八年级', '九年级'])
  expect(names(3, 4, 'familiar')).toEqual(['初预', '初一', '初二', '初三'])
  expect(names(4, 3)).toEqual(['高一', '高二', '高三'])
  expect(names(1, 3)).toEqual(['小班', '中班', '大班'])
  expect(names(1, 4)).toEqual(['托班', '小班', '中班', '大班'])
  expect(names(1, 1)).toEqual(['大班'])
})

it('names a grade by its start year before its first day and after its last', () => {
  const grade = { stage: 2, startYear: 2026, years: 6 }
  expect(formatGradeName(grade, '2026-08-31')).toBe('2026级')
  expect(formatGradeName(grade, '2032-08-31')).toBe('六年级')
  expect(formatGradeName(grade, '2032-09-01')).toBe('2026级')
  expect(getYearOfGrade(grade, '2032-09-01')).toBe(7)
  expect(formatClassLabel(formatGradeName(grade, '2026-08-31'), '3班')).toBe('2026级(3)班')
})
