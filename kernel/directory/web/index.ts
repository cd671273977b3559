import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    '': () => import('./pages/directory.tsx'),
    groups: () => import('./pages/groups.tsx'),
    settings: () => import('./pages/settings.tsx'),
  },
  palette: [
    {
      id: 'people',
      title: '人员',
      permission: 'staff',
      sort: 30,
      search: async (words, signal) => (await import('./find-people.ts')).findPeople(words, signal),
    },
  ],
  barItems: [{ id: 'directory', sort: 30, load: () => import('./components/directory-button.tsx') }],
})
