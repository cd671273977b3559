import { defineScopedLists, type ScopedLists } from '#packages/testing'
import { caseLists, listScopedCases, type ScopedCaseRow } from './case-scoped-lists.ts'
import { leaveLists, listScopedLeave, type ScopedLeaveRow } from './leave-scoped-lists.ts'

type Row = ScopedLeaveRow | ScopedCaseRow

export default defineScopedLists<Row>({
  rows: async (sql, district) => [
    ...(await listScopedLeave(sql, district)),
    // Of the same pupils.
    ...(await listScopedCases(sql, district)),
  ],
  lists: { ...leaveLists, ...caseLists } as ScopedLists<Row>['lists'],
})
