import { call } from '#packages/web/core/call.ts'
import { createPhonePicker } from '#packages/web/light/form/reference-field.tsx'
import { schoolingApi } from '../../contract.ts'

/** Searches the open classes that the caller may read. */
export default createPhonePicker({
  search: async (query, signal) => {
    const { items, ...counts } = await call(schoolingApi.classes, {
      query: { ...query, gradeId: null, state: 'open' },
      signal,
    })
    const hasSchools = new Set(items.map(({ orgId }) => orgId)).size > 1
    return {
      ...counts,
      items: items.map(({ id, label, orgName }) => ({ id, name: hasSchools ? `${label}（${orgName}）` : label })),
    }
  },
  placeholder: '班级、编号或班主任',
})
