import type { BodyOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { schoolingApi, type AssignForm, type Assignment, type TeachingMatrix } from '../contract.ts'
import { schoolingKey } from './class-queries.ts'

/** Who teaches what in a grade; today, or on the nearest day of the term. */
export const matrixOf = (termId: string, gradeId: string): Reading<TeachingMatrix> => ({
  queryKey: [...schoolingKey, 'teaching', termId, gradeId],
  queryFn: ({ signal }) => call(schoolingApi.teachingMatrix, { query: { termId, gradeId }, signal }),
})

export const assign = (body: AssignForm) => call(schoolingApi.assign, { body })
export const endAssignment = (id: string, endsOn: string) => call(schoolingApi.endAssignment, { body: { id, endsOn } })
export const copyTeaching = (body: BodyOf<typeof schoolingApi.copyTeaching>) =>
  call(schoolingApi.copyTeaching, { body })
export const saveGroup = (body: BodyOf<typeof schoolingApi.saveGroup>) => call(schoolingApi.saveGroup, { body })

/** 王芳 5; those who begin later say when. */
export function teacherWords({ teacherName, weekHours, role }: Assignment) {
  const hours = weekHours > 0 && role !== 'assistant' ? ` ${weekHours}` : ''
  return `${teacherName}${role === 'assistant' ? '（助教）' : role === 'cover' ? '（代）' : ''}${hours}`
}

/** What stands in a cell of the matrix. */
export const cellOf = ({ cells }: TeachingMatrix, classId: string, subjectId: string): readonly Assignment[] =>
  cells.find((cell) => cell.classId === classId && cell.subjectId === subjectId)?.assignments ?? []
