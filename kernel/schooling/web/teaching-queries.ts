import type { BodyOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import {
  schoolingApi,
  type AssignForm,
  type Assignment,
  type EndAssignmentForm,
  type TeachingSheetForm,
  type TeachingCell,
  type TeachingMatrix,
} from '../contract.ts'
import { schoolingKey } from './class-queries.ts'

/** The assignments of a grade, or of a whole school with null; today, or on the nearest day of the term. */
export const teachingMatrixQuery = (termId: string, gradeId: string | null, orgId: string) =>
  queryOf(schoolingKey, schoolingApi.teachingMatrix, { query: { termId, gradeId, orgId } })

/** Everybody who can be assigned at a school. */
export const teachingStaffQuery = (orgId: string) =>
  queryOf(schoolingKey, schoolingApi.teachingStaff, { query: { orgId } })

export const saveTeachingSheet = (body: TeachingSheetForm) => call(schoolingApi.saveSheet, { body })

export const assignTeacher = (body: AssignForm) => call(schoolingApi.assign, { body })
export const endAssignment = (body: EndAssignmentForm) => call(schoolingApi.endAssignment, { body })
export const copyTeaching = (body: BodyOf<typeof schoolingApi.copyTeaching>) =>
  call(schoolingApi.copyTeaching, { body })
export const saveTeachingGroup = (body: BodyOf<typeof schoolingApi.saveGroup>) => call(schoolingApi.saveGroup, { body })

/** 王芳 5; assignments that start later show the date. */
export function formatAssignment({ teacherName, weekHours, role }: Assignment) {
  const hours = weekHours > 0 && role !== 'assistant' ? ` ${weekHours}` : ''
  return `${teacherName}${role === 'assistant' ? '（助教）' : role === 'cover' ? '（代）' : ''}${hours}`
}

type CellRef = Pick<TeachingCell, 'classId' | 'subjectId'>
export const cellKey = ({ classId, subjectId }: CellRef) => `${classId} ${subjectId}`

/** The cells of a table by class and subject. */
export const indexCells = ({ cells }: TeachingMatrix): ReadonlyMap<string, TeachingCell> =>
  new Map(cells.map((cell) => [cellKey(cell), cell]))

export const listTeachersAt = (cells: ReadonlyMap<string, TeachingCell>, spot: CellRef): readonly Assignment[] =>
  cells.get(cellKey(spot))?.assignments ?? []
