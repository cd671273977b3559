import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    '': () => import('./pages/contacts.tsx'),
    groups: () => import('./pages/groups.tsx'),
    settings: () => import('./pages/settings.tsx'),
  },
  palette: [
    {
      id: 'people',
      title: '人员',
      permission: 'staff',
      sort: 30,
      search: async (keyword, signal) => (await import('./find-people.ts')).findPeople(keyword, signal),
    },
  ],
  barItems: [{ id: 'directory', sort: 30, load: () => import('./components/contacts-button.tsx') }],
})
