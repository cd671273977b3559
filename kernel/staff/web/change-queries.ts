import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/list-spec.ts'
import { staffApi, type StaffChange } from '../contract.ts'
import type { ChangeFormValues } from './components/change-form.tsx'
import { staffKey } from './staff-queries.ts'

const changesKey = [...staffKey, 'changes'] as const

export const changePageQuery = ({ filter, pageNumber, pageSize }: ListQuery): QueryDefinition<Page<StaffChange>> => ({
  queryKey: [...changesKey, filter, pageNumber, pageSize],
  queryFn: async ({ signal }) => {
    const status = filter['status'] ? Number(filter['status']) : undefined
    const query = { status, keyword: filter['keyword'] ?? '', ...parseDateRange(filter['days']), pageNumber, pageSize }
    const page = await call(staffApi.changeLog, { query, signal })
    for (const { id, personName } of page.items) names.set(id, personName)
    return page
  },
})

const names = new Map<string, string>()
const most = 100

/** The current state of a change. There is no detail route, so the list is searched by the person's name. */
export const changeDetailQuery = (id: string): QueryDefinition<StaffChange> => ({
  queryKey: [...changesKey, 'detail', id],
  queryFn: async ({ signal }) => {
    const query = { keyword: names.get(id) ?? '', pageNumber: 1, pageSize: most }
    const { items } = await call(staffApi.changeLog, { query, signal })
    const found = items.find((row) => row.id === id)
    if (!found) throw new CallError({ ret: Ret.notFound, msg: '要找的内容不存在或不可见', status: 200 })
    return found
  },
})

/** Requests a change, which the releasing and the receiving organisation must approve. */
export const requestStaffChange = ({ departmentId, userId, ...values }: ChangeFormValues) =>
  call(staffApi.requestChange, { body: { userId: userId ?? '', toDepartmentId: departmentId, ...values } })

export const decisions = { agree: 1, refuse: 2, withdraw: 3 } as const

/** Changes are decided one by one. */
export async function decideStaffChanges(targets: Targets, status: number, opinion = '') {
  if (!('ids' in targets)) throw new Error('changes are decided one by one')
  for (const fId of targets.ids) await call(staffApi.decideChange, { body: { fId, status, opinion } })
}
