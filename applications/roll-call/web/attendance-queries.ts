import type { BodyOf, QueryOf } from '#packages/contract'
import { call, runUnattended } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { studentApi } from '#kernel/student/contract.ts'
import type { AbsenceCase, CaseOutcome } from '#engines/attendance/contract.ts'
import { absenceApi, attendanceRecordApi, rollCallApi, type AbsenceBoard } from '../contract.ts'
import { manifest } from '../manifest.ts'

/** Everything of the application: an amended mark changes the day of the class, the term of the pupil and the figures. */
export const attendanceKey = [manifest.key] as const

/** Read again every few seconds, which must not keep a session alive. */
export const absenceBoardQuery = (orgId: string | null, date: string): QueryDefinition<AbsenceBoard> => ({
  queryKey: [...attendanceKey, absenceApi.unresolved.path, orgId, date],
  queryFn: ({ signal }) => runUnattended(() => call(absenceApi.unresolved, { query: { orgId, date }, signal })),
})
export const classesQuery = (orgId: string | null, day: string) =>
  queryOf(attendanceKey, attendanceRecordApi.classes, { query: { orgId, day } })
export const classDayQuery = (classId: string, date: string) =>
  queryOf(attendanceKey, attendanceRecordApi.classDay, { query: { classId, date } })
export const studentTermQuery = (studentId: string, termId: string | null) =>
  queryOf(attendanceKey, attendanceRecordApi.studentTerm, { query: { studentId, termId } })
export const monthSheetQuery = (classId: string, month: string) =>
  queryOf(attendanceKey, attendanceRecordApi.monthSheet, { query: { classId, month } })
/** A roll by its own id too: its lesson may have been moved since. */
export const rollOfRecordQuery = (lessonId: string, sessionId: string | null) =>
  queryOf(attendanceKey, rollCallApi.session, { query: { lessonId, sessionId } })

/** The whole phone of a guardian; the reason is logged. */
export const revealPhone = async (studentId: string, guardianId: string, reason: string): Promise<string> =>
  (await call(studentApi.reveal, { body: { id: studentId, field: 'guardianPhone', guardianId, reason } })).value
export const addContact = (id: string): Promise<AbsenceCase> => call(absenceApi.contact, { body: { id, note: '' } })
export const resolveCase = (id: string, outcome: CaseOutcome, note: string) =>
  call(absenceApi.resolve, { body: { id, outcome, note } })
export const amendMarks = (body: BodyOf<typeof rollCallApi.amend>) => call(rollCallApi.amend, { body })

export type StatisticsQuery = NonNullable<QueryOf<typeof attendanceRecordApi.statistics>>
export const statisticsQuery = (query: StatisticsQuery) =>
  queryOf(attendanceKey, attendanceRecordApi.statistics, { query })
export const missedQuery = ({ orgId, from, to }: StatisticsQuery) =>
  queryOf(attendanceKey, attendanceRecordApi.missed, { query: { orgId, from, to } })
