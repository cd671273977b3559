import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { Asked, ListQuery, Targets } from '#packages/web/desk/list/spec.ts'
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
import { placeAt, studentKey } from './tree.ts'

export interface StudentPage extends Page<Student> {
  males: number | null
  females: number | null
}

const yes = (text: string | undefined) => (text === undefined ? undefined : text === '1')

/** The address and the filters of the list have the words of the contract; the page lets no others through. */
export function filterOf({ node, filter }: Asked): StudentFilter {
  return {
    ...placeAt(node),
    keyword: filter['keyword'] ?? '',
    status: (filter['status'] ?? 'current') as StudentFilter['status'],
    isBoarding: yes(filter['isBoarding']),
    isSpecial: yes(filter['isSpecial']),
    noClass: yes(filter['noClass']),
    face: filter['face'] as FaceState | undefined,
    bound: filter['bound'] as StudentFilter['bound'],
    lacks: filter['lacks'] as StudentFilter['lacks'],
    on: filter['on'],
  }
}

type Sort = 'seat' | 'name' | 'entered'

export const studentPage = (query: ListQuery): Reading<StudentPage> => ({
  queryKey: [...studentKey, 'page', query],
  queryFn: async ({ signal }) => {
    const { sort, pageNumber, pageSize } = query
    const order = { sort: (sort?.key ?? 'seat') as Sort, desc: sort?.desc ?? false }
    const page = await call(studentApi.search, { body: { ...filterOf(query), ...order, pageNumber, pageSize }, signal })
    for (const row of page.items) keep(row)
    return page
  },
})

/** Rows that were shown, for what is done to ticked ones and needs more than their ids. The oldest go first. */
const shown = new Map<string, Student>()
const mostKept = 1000
function keep(row: Student) {
  shown.delete(row.id)
  shown.set(row.id, row)
  if (shown.size > mostKept) shown.delete(shown.keys().next().value!)
}

const mostMeant = 500
const pageOfMost = 200

/** Those that are meant, one by one: whoever ticked everything has not seen them all. */
export async function rowsOf(targets: Targets): Promise<Student[]> {
  if ('ids' in targets) return targets.ids.flatMap((id) => shown.get(id) ?? [])
  const { asked, except } = targets
  const rows: Student[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = { ...asked, sort: null, pageNumber, pageSize: pageOfMost }
    const { items, itemCount, pageCount } = await studentPage(query).queryFn({ signal: new AbortController().signal })
    if (itemCount - except.length > mostMeant) {
      throw new CallError({ ret: Ret.refused, msg: `一次最多${mostMeant}人，请先选择班级`, status: 200 })
    }
    rows.push(...items)
    if (pageNumber >= pageCount) return rows.filter(({ id }) => !except.includes(id))
  }
}

/** What is ticked, in the words of the contract. */
export const targetsOf = (targets: Targets): StudentTargets =>
  'ids' in targets ? { ids: [...targets.ids] } : { filter: filterOf(targets.asked), except: [...targets.except] }

export const studentDetail = (id: string): Reading<StudentDetail> => ({
  queryKey: [...studentKey, 'detail', id],
  queryFn: ({ signal }) => call(studentApi.detail, { query: { id }, signal }),
})

const mostChanges = 100

/** Somebody with all that happened to them, the newest first. */
export interface WholeStudent extends StudentDetail {
  changes: readonly StudentChange[]
}
export const wholeStudent = (id: string): Reading<WholeStudent> => ({
  queryKey: [...studentKey, 'detail', id, 'whole'],
  queryFn: async ({ signal }) => {
    const asked = { studentId: id, orgId: null, type: undefined, pageNumber: 1, pageSize: mostChanges }
    const [detail, { items: changes }] = await Promise.all([
      call(studentApi.detail, { query: { id }, signal }),
      call(studentApi.changes, { query: asked, signal }),
    ])
    return { ...detail, changes }
  },
})

export const looks = (id: string) => ({
  queryKey: [...studentKey, 'looks', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(studentApi.looks, { query: { id }, signal }),
})

/** The whole of what is masked, for a reason that goes into the log. It is never kept: whoever looks again is asked again. */
export const reveal = async (id: string, field: MaskedField, reason: string, guardianId: string | null = null) =>
  (await call(studentApi.reveal, { body: { id, field, guardianId, reason } })).value

/** Fields that say nothing are left out: what is masked stays, unless something was typed. */
function said<Form extends object>(form: Form, was?: Partial<Record<keyof Form, unknown>>): Form {
  const isSaid = (name: string, value: unknown) =>
    value !== undefined && (value !== '' || Boolean(was?.[name as never]))
  const masked = ['idCard', 'studentNo', 'address', 'icCard', 'phone']
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => !masked.includes(name) || isSaid(name, value)),
  ) as Form
}

export const addStudent = (form: NewStudentForm) =>
  call(studentApi.add, { body: { ...said(form), guardians: form.guardians.map((one) => said(one)) } })

export const editStudent = (form: StudentForm, row: Student) => call(studentApi.edit, { body: said(form, row) })

export const saveGuardians = (studentId: string, guardians: readonly GuardianForm[]) =>
  call(studentApi.saveGuardians, { body: { studentId, guardians: [...guardians] } })

/** Pupils by name, initials or number, for choosing one of them. */
export const foundStudents = (keyword: string): Reading<Student[]> => ({
  queryKey: [...studentKey, 'found', keyword],
  queryFn: async ({ signal }) => {
    if (keyword === '') return []
    const asked = { ...filterOf({ node: null, below: true, filter: { keyword } }), sort: 'seat', desc: false } as const
    const { items } = await call(studentApi.search, { body: { ...asked, pageNumber: 1, pageSize: 20 }, signal })
    return items
  },
})
