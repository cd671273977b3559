import { defineDrillDownList } from '#packages/web/desk/stat-page/drill-down-list.tsx'
import { isInSchool } from '../student-tree.ts'
import { studentDeskList } from './student-desk-list.tsx'

/** The pupils behind a number; above schools with the school of each. */
export default defineDrillDownList({
  ...studentDeskList,
  columns: studentDeskList.columns.map((column) =>
    column.key === 'orgName' ? { ...column, when: () => !isInSchool() } : column,
  ),
})
