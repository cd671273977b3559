import { call } from '#packages/web/core/call.ts'
import { createPhonePicker } from '#packages/web/light/form/reference-field.tsx'
import { orgApi } from '../../contract.ts'

/** Searches the organisations that the caller may read. */
export default createPhonePicker({
  search: async ({ keyword, pageNumber, pageSize }, signal) => {
    const { items, ...counts } = await call(orgApi.search, {
      query: {
        parentId: null,
        within: 'below',
        status: 'open',
        keyword,
        sort: 'sort',
        desc: false,
        pageNumber,
        pageSize,
      },
      signal,
    })
    return { ...counts, items: items.map(({ id, name }) => ({ id, name })) }
  },
  placeholder: '名称、拼音或首字母',
})
