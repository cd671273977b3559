import { expect, it } from 'vitest'
import { isEmptyId } from './empty-id.ts'
import { findReportType, reportTypes } from './report-type.ts'

it('treats the all-zero GUID, and a missing id, as empty', () => {
  expect(['00000000-0000-0000-0000-000000000000', '', null, undefined].map(isEmptyId)).toEqual([true, true, true, true])
  expect(isEmptyId('00000000-0000-0000-0000-000000000001')).toBe(false)
})

it('finds report types: ReportWay 1 … PollutionTime 6', () => {
  expect(Object.values(reportTypes)).toEqual([1, 2, 3, 4, 5, 6])
  expect(reportTypes.ReportWay).toBe(1)
  expect([1, 2, 3, 4, 5, 6, 7].map(findReportType)).toEqual([
    'ReportWay',
    'CaseResource',
    'Priority',
    'TreatmentMeasures',
    'IllegalDetail',
    'PollutionTime',
    undefined,
  ])
})
