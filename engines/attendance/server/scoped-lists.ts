import { defineScopedLists } from '#packages/testing'
import { leaveLists, listScopedLeave, type ScopedLeaveRow } from './leave/leave-scoped-lists.ts'

export default defineScopedLists<ScopedLeaveRow>({ rows: listScopedLeave, lists: leaveLists })
