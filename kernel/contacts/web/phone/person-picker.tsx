import { call } from '#packages/web/core/call.ts'
import { createPhonePicker } from '#packages/web/light/form/reference-field.tsx'
import { contactsApi } from '../../contract.ts'

/** Searches the people in the contacts; a longer name finds those beyond the first page. */
export default createPhonePicker({
  search: async ({ keyword }, signal) => {
    const found = await call(contactsApi.personChoices, { body: { keyword }, signal })
    const items = found.map(({ id, name, orgName }) => ({ id, name: [name, orgName].filter(Boolean).join('　') }))
    return { items, itemCount: items.length, pageCount: 1 }
  },
  placeholder: '姓名或拼音首字母',
  needsKeyword: true,
})
