import { lazy } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'

// Every part of the module loads this file, so dialogs are loaded lazily.
export const InvitationsDialog = lazy(async () => ({
  default: (await import('./components/invitations-dialog.tsx')).InvitationsDialog,
}))
export const PersonPicker = lazy(async () => ({
  default: (await import('./components/person-picker.tsx')).PersonPicker,
}))
export const JoinDialog = lazy(() => import('./components/join-dialog.tsx'))

export default {
  pages: {
    User: () => import('./pages/users.tsx'),
    ChangeLog: () => import('./pages/changes.tsx'),
    Duplicates: () => import('./pages/duplicates.tsx'),
  },
  palette: {
    'new-staff': async (text) => (await import('./palette-search.ts')).findNewStaffAction(text),
    'staff-acts': async (text, signal) => (await import('./palette-search.ts')).findStaffActions(text, signal),
    staff: async (text, signal) => (await import('./palette-search.ts')).findStaff(text, signal),
  },
  actions: {
    'org:Orgs': [
      {
        id: 'recount',
        label: '重新统计',
        permission: 'org.recount',
        run: async (page) => (await import('./recount.ts')).requestRecount(page),
      },
    ],
  },
} satisfies WebModule
