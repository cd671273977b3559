import { lazy } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

// This file is part of the shell bundle, so dialogs are loaded lazily.
export const InvitationsDialog = lazy(async () => ({
  default: (await import('./components/invitations-dialog.tsx')).InvitationsDialog,
}))
export const PersonPicker = lazy(async () => ({
  default: (await import('./components/person-picker.tsx')).PersonPicker,
}))
export const JoinDialog = lazy(() => import('./components/join-dialog.tsx'))

export default defineWebModule({
  manifest,
  pages: {
    User: () => import('./pages/users.tsx'),
    ChangeLog: () => import('./pages/changes.tsx'),
    Duplicates: () => import('./pages/duplicates.tsx'),
  },
  palette: [
    {
      id: 'new-staff',
      title: '操作',
      permission: 'user.edit',
      sort: 10,
      isHiddenFromHint: true,
      search: async (text) => (await import('./palette-search.ts')).findNewStaffAction(text),
    },
    {
      id: 'staff-acts',
      title: '账号操作',
      permission: 'user.reset',
      sort: 11,
      isHiddenFromHint: true,
      search: async (text, signal) => (await import('./palette-search.ts')).findStaffActions(text, signal),
    },
    {
      id: 'staff',
      title: '教职工',
      permission: 'user.read',
      sort: 20,
      // The hint already has 人员.
      isHiddenFromHint: true,
      search: async (text, signal) => (await import('./palette-search.ts')).findStaff(text, signal),
    },
  ],
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
})
