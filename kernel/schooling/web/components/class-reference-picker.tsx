import { call } from '#packages/web/core/call.ts'
import { createReferencePicker } from '#packages/web/desk/entity/reference-picker.tsx'
import { schoolingApi, type SchoolClass } from '../../contract.ts'
import { schoolingKey } from '../class-queries.ts'

/** Searches the open classes that the caller may read. */
export default createReferencePicker<SchoolClass>({
  queryKey: schoolingKey,
  search: (query, signal) => call(schoolingApi.classes, { query: { ...query, gradeId: null, state: 'open' }, signal }),
  labelOf: ({ label }) => label,
  placeholder: '班级、编号或班主任',
})
