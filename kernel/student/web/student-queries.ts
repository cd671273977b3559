import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListFilter, ListQuery, Targets } from '#packages/web/core/list/list-spec.ts'
import {
  studentApi,
  type FaceState,
  type GuardianForm,
  type MaskedField,
  type NewStudentForm,
  type Student,
  type StudentChange,
  type StudentDetail,
  type StudentFilter,
  type StudentForm,
  type StudentTargets,
} from '../contract.ts'
import { parseNodeId, studentKey } from './student-tree.ts'

const parseYesNo = (text: string | undefined) => (text === undefined ? undefined : text === '1')

/** The filter values in the URL are those of the contract; the page validates them. */
export function toStudentFilter({ node, filter }: ListFilter): StudentFilter {
  return {
    ...parseNodeId(node),
    keyword: filter['keyword'] ?? '',
    status: (filter['status'] ?? 'current') as StudentFilter['status'],
    sex: filter['sex'] as StudentFilter['sex'],
    isBoarding: parseYesNo(filter['isBoarding']),
    isSpecial: parseYesNo(filter['isSpecial']),
    noClass: parseYesNo(filter['noClass']),
    face: filter['face'] as FaceState | undefined,
    bound: filter['bound'] as StudentFilter['bound'],
    missing: filter['lacks'] as StudentFilter['missing'],
    on: filter['on'],
  }
}

type StudentSort = 'seat' | 'name' | 'entered'

export const studentPageQuery = (query: ListQuery): QueryDefinition<Page<Student>> => ({
  queryKey: [...studentKey, 'page', query],
  queryFn: async ({ signal }) => {
    const { sort, pageNumber, pageSize } = query
    const order = { sort: (sort?.key ?? 'seat') as StudentSort, desc: sort?.desc ?? false }
    const page = await call(studentApi.search, {
      body: { ...toStudentFilter(query), ...order, pageNumber, pageSize },
      signal,
    })
    for (const row of page.items) rememberStudent(row)
    return page
  },
})

/** 男 24, 女 21; nothing where there are too many pupils to count. */
export const sexCountsQuery = (listFilter: ListFilter): QueryDefinition<readonly string[]> => ({
  queryKey: [...studentKey, 'sexCounts', listFilter],
  queryFn: async ({ signal }) => {
    const { males, females } = await call(studentApi.sexCounts, { body: toStudentFilter(listFilter), signal })
    return males === null || females === null ? [] : [`男 ${males.toLocaleString()}`, `女 ${females.toLocaleString()}`]
  },
})

/** Rows that were shown, for actions on ticked rows that need more than ids. The oldest are dropped first. */
const shownStudents = new Map<string, Student>()
const maxRemembered = 1000
function rememberStudent(row: Student) {
  shownStudents.delete(row.id)
  shownStudents.set(row.id, row)
  if (shownStudents.size > maxRemembered) shownStudents.delete(shownStudents.keys().next().value!)
}

const maxTargets = 500
const maxPageSize = 200

/** All target rows. For “select all” the pages are fetched, because not all were shown. */
export async function listTargetStudents(targets: Targets): Promise<Student[]> {
  if ('ids' in targets) return targets.ids.flatMap((id) => shownStudents.get(id) ?? [])
  const { listFilter, except } = targets
  const rows: Student[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = { ...listFilter, sort: null, pageNumber, pageSize: maxPageSize }
    const { items, itemCount, pageCount } = await studentPageQuery(query).queryFn({
      signal: new AbortController().signal,
    })
    if (itemCount - except.length > maxTargets) {
      throw new CallError({ ret: Ret.refused, msg: `一次最多${maxTargets}人，请先选择班级`, status: 200 })
    }
    rows.push(...items)
    if (pageNumber >= pageCount) return rows.filter(({ id }) => !except.includes(id))
  }
}

/** The ticked rows in the format of the contract. */
export const toStudentTargets = (targets: Targets): StudentTargets =>
  'ids' in targets
    ? { ids: [...targets.ids] }
    : { filter: toStudentFilter(targets.listFilter), except: [...targets.except] }

export const studentDetailQuery = (id: string) => queryOf(studentKey, studentApi.detail, { query: { id } })

const mostChanges = 100

/** A pupil with all changes, newest first. */
export interface StudentWithChanges extends StudentDetail {
  changes: readonly StudentChange[]
}
export const studentWithChangesQuery = (id: string): QueryDefinition<StudentWithChanges> => ({
  queryKey: [...studentKey, 'detail', id, 'whole'],
  queryFn: async ({ signal }) => {
    const query = { studentId: id, orgId: null, type: undefined, pageNumber: 1, pageSize: mostChanges }
    const [detail, { items: changes }] = await Promise.all([
      call(studentApi.detail, { query: { id }, signal }),
      call(studentApi.changes, { query, signal }),
    ])
    return { ...detail, changes }
  },
})

export const revealRecordsQuery = (id: string) => queryOf(studentKey, studentApi.revealRecords, { query: { id } })

/** Reveals a masked field for a logged reason. The value is not cached, so the next reveal asks again. */
export const revealField = async (id: string, field: MaskedField, reason: string, guardianId: string | null = null) =>
  (await call(studentApi.reveal, { body: { id, field, guardianId, reason } })).value

/** Leaves out masked fields that were not edited, so that the server keeps them. */
function dropUntouchedMasked<Form extends object>(form: Form, was?: Partial<Record<keyof Form, unknown>>): Form {
  const isFilled = (name: string, value: unknown) =>
    value !== undefined && (value !== '' || Boolean(was?.[name as never]))
  const masked = ['idCard', 'studentNo', 'address', 'icCard', 'phone']
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => !masked.includes(name) || isFilled(name, value)),
  ) as Form
}

export const sendNewStudent = (form: NewStudentForm) =>
  call(studentApi.add, {
    body: { ...dropUntouchedMasked(form), guardians: form.guardians.map((one) => dropUntouchedMasked(one)) },
  })

export const sendStudentEdit = (form: StudentForm, row: Student) =>
  call(studentApi.edit, { body: dropUntouchedMasked(form, row) })

export const sendGuardians = (studentId: string, guardians: readonly GuardianForm[]) =>
  call(studentApi.saveGuardians, { body: { studentId, guardians: [...guardians] } })

/** Pupils by name, initials or number, for a selection. */
export const studentSearchQuery = (keyword: string): QueryDefinition<Student[]> => ({
  queryKey: [...studentKey, 'found', keyword],
  queryFn: async ({ signal }) => {
    if (keyword === '') return []
    const search = {
      ...toStudentFilter({ node: null, below: true, filter: { keyword } }),
      sort: 'seat',
      desc: false,
    } as const
    const { items } = await call(studentApi.search, { body: { ...search, pageNumber: 1, pageSize: 20 }, signal })
    return items
  },
})
