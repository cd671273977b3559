import { labelOf } from '#packages/contract'
import { runStatuses, type RunReport, type TimetableRun } from '#engines/timetable/contract.ts'

export const isRunning = (status: TimetableRun['status']) => status === 'waiting' || status === 'running'

/** The fewest lessons without a place come first, then the fewest broken wishes. */
export const sortDrafts = (drafts: RunReport['drafts']) =>
  [...drafts].sort((one, other) => one.unplaced - other.unplaced || one.soft - other.soft)

/** How the run ended, and why where it did not succeed. */
export function listRunTexts({ status, report }: TimetableRun): string[] {
  const found = report.drafts.length > 0 ? `${labelOf(runStatuses, status)}，${report.drafts.length} 个方案` : ''
  return [found || labelOf(runStatuses, status), ...report.problems.map(({ message }) => message)]
}
