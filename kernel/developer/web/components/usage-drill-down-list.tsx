import { defineDrillDownList } from '#packages/web/desk/stat-page/drill-down-list.tsx'
import { createUsageList } from './usage-list.tsx'

/** The days behind a number. */
export default defineDrillDownList(createUsageList([]))
