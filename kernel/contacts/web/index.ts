import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/contacts.tsx'),
    groups: () => import('./pages/groups.tsx'),
    settings: () => import('./pages/settings.tsx'),
  },
  palette: {
    people: async (keyword, signal) => (await import('./find-people.ts')).findPeople(keyword, signal),
  },
  controls: {
    person: () => import('./components/person-reference-picker.tsx'),
    colleagues: () => import('./components/colleagues-picker.tsx'),
  },
  barItems: {
    directory: () => import('./components/contacts-button.tsx'),
  },
} satisfies WebModule
