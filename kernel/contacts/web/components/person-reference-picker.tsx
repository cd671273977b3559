import { call } from '#packages/web/core/call.ts'
import { createReferencePicker } from '#packages/web/desk/entity/reference-picker.tsx'
import { contactsApi } from '../../contract.ts'

/** Searches the people in the contacts; a longer name finds those beyond the first page. */
export default createReferencePicker<{ id: string; name: string; orgName: string }>({
  queryKey: ['contacts', 'person-choices'],
  search: async ({ keyword }, signal) => {
    const items = await call(contactsApi.personChoices, { body: { keyword }, signal })
    return { items, itemCount: items.length, pageCount: 1 }
  },
  labelOf: ({ name, orgName }) => [name, orgName].filter(Boolean).join('　'),
  placeholder: '姓名或拼音首字母',
  needsKeyword: true,
})
