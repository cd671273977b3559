import { defineDrillDownList } from '#packages/web/desk/stat-page/drill-down-list.tsx'
import { createChangeList } from './change-records.tsx'

/** The changes behind a number. The link of a number has days, never a term. */
export default defineDrillDownList(createChangeList([]))
