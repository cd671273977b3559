import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/spec.ts'
import { studentApi, type ChangeType, type StudentChange, type Transfer, type TransferStatus } from '../contract.ts'
import { orRefuse, previewOf } from './event-queries.ts'
import { studentKey } from './tree.ts'

const changesKey = [...studentKey, 'changes'] as const
const transfersKey = [...studentKey, 'transfers'] as const

export const changePage = ({ filter, pageNumber, pageSize }: ListQuery): Reading<Page<StudentChange>> => ({
  queryKey: [...changesKey, filter, pageNumber, pageSize],
  queryFn: ({ signal }) => {
    const type = filter['type'] as ChangeType | undefined
    const query = { studentId: null, orgId: null, type, pageNumber, pageSize }
    return call(studentApi.changes, { query, signal })
  },
})

export const transferPage = ({ filter, pageNumber, pageSize }: ListQuery): Reading<Page<Transfer>> => ({
  queryKey: [...transfersKey, filter, pageNumber, pageSize],
  queryFn: ({ signal }) => {
    const query = { status: filter['status'] as TransferStatus | undefined, pageNumber, pageSize }
    return call(studentApi.transfers, { query, signal })
  },
})

const gone = () => new CallError({ ret: Ret.notFound, msg: '要找的内容不存在或不可见', status: 200 })

/** One of them as it stands now. The list is all there is to ask. */
export const transferDetail = (id: string): Reading<Transfer> => ({
  queryKey: [...transfersKey, 'detail', id],
  queryFn: async ({ signal }) => {
    const { items } = await call(studentApi.transfers, {
      ...{ query: { status: undefined, pageNumber: 1, pageSize: 100 }, signal },
    })
    const found = items.find((row) => row.id === id)
    if (!found) throw gone()
    return found
  },
})

export interface TransferValues {
  studentNo: string
  name: string
  place: { gradeId: string; classId: string | null } | null
  on: string
  reason: string
}

/** Never told whether there is such a pupil: the school that has them answers, or nobody does. */
export const askTransfer = ({ place, ...values }: TransferValues) =>
  call(studentApi.askTransfer, {
    body: { ...values, orgId: null, gradeId: place?.gradeId ?? '', classId: place?.classId ?? null },
  })

export type Decision = 'agree' | 'refuse' | 'withdraw'

/** They are decided one at a time. */
export async function decide(targets: Targets, decision: Decision, opinion = '') {
  if (!('ids' in targets)) throw new Error('transfers are decided one by one')
  for (const id of targets.ids) await call(studentApi.decideTransfer, { body: { id, decision, opinion } })
}

export interface MergeValues {
  sourceIds: string[]
  targetId: string
  on: string
}

export const previewMerge = async (values: MergeValues) =>
  previewOf(await call(studentApi.mergePreview, { body: values }), '被并的班级从这一天起关闭')

export const mergeClasses = async (values: MergeValues) =>
  orRefuse(await call(studentApi.mergeClasses, { body: values })).count
