import type { Reference } from '#packages/contract'
import { dayOf, scopeOf } from '#packages/core'
import { crud } from '#packages/crud'
import type { RecordKind } from '#kernel/access/server/api.ts'
import { leaveRecord, ownLeave } from '../contract.ts'
import { findOrg, isInBox } from './request-queries.ts'

export const ownLeaves = crud(ownLeave, 'v_leave_request', { base: 'leave_request' })

/** 请假记录: all but drafts. */
export const leaveRecords = crud(leaveRecord, 'v_leave_record', {
  base: 'leave_request',
  filters: { box: (box, { now }) => isInBox(box, dayOf(now)) },
})

const firstPage = { orgId: null, pageNumber: 1, pageSize: 20 }
/** Says whose leave it is and when, not of which type: whoever explains access need not keep the attendance. */
const describeRecord = (row: Readonly<Record<string, unknown>>) => ({
  title: `${(row['applicant'] as Reference).name} ${String(row['startsOn'])}至${String(row['endsOn'])}`,
  about: (row['org'] as Reference).name,
})

/** Requests of leave as records of `explainAccess`. */
export const leaveRecordKind: RecordKind = {
  kind: 'leave-record',
  title: '请假记录',
  permissions: ['leave.manage'],
  fields: [],
  find: async (ctx, keyword) => {
    const { items } = await leaveRecords.rows.listPage(ctx.db, scopeOf(ctx, 'role.read'), { ...firstPage, keyword })
    return items.map((row) => ({ id: row.id, ...describeRecord(row) }))
  },
  facts: async (ctx, id) => {
    const row = await leaveRecords.rows.find(ctx.db, scopeOf(ctx, 'role.read'), id)
    if (!row) return undefined
    const { id: orgId, name } = row['org'] as Reference
    const orgPath = (await findOrg(ctx.db, orgId))?.path
    const phrases = { it: '该请假', org: `该请假在${name}`, department: '', class: '' }
    return { ...describeRecord(row), orgId, ...(orgPath ? { orgPath } : {}), phrases }
  },
}
