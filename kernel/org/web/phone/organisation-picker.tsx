import { call } from '#packages/web/core/call.ts'
import { createPhonePicker } from '#packages/web/light/form/reference-field.tsx'
import { orgApi, type Organisation } from '../../contract.ts'

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
    const parents = await loadParentNames(items, signal)
    return {
      ...counts,
      items: items.map(({ id, name, parentId }) => {
        const parent = parents.get(parentId)
        return { id, name: parent ? `${name}（${parent}）` : name }
      }),
    }
  },
  placeholder: '名称、拼音或首字母',
})

/** The organisations of departments: those of different schools have the same names. */
async function loadParentNames(found: readonly Organisation[], signal: AbortSignal) {
  const departments = found.filter(({ type, parentId }) => type === 'department' && parentId !== null)
  const ids = [...new Set(departments.map(({ parentId }) => parentId!))]
  const loaded = await Promise.all(
    ids.map(async (id) => {
      const known = found.find((one) => one.id === id)
      // One that the caller may not read has no name here.
      const detail = known ?? (await call(orgApi.detail, { query: { fid: id }, signal }).catch(() => undefined))
      return [id, detail?.name] as const
    }),
  )
  return new Map<string | null, string | undefined>(loaded)
}
