import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    Role: () => import('./pages/role.tsx'),
    Access: () => import('./pages/access.tsx'),
  },
  controls: { role: () => import('./components/role-picker.tsx') },
  cards: {
    'role-changes': { load: () => import('./components/role-changes-card.tsx') },
    revealers: { load: () => import('./components/revealers-card.tsx') },
  },
  sections: {
    'org:Orgs': [
      {
        id: 'administrators',
        permission: 'org.appoint',
        load: () => import('./components/administrators.tsx'),
      },
    ],
    'staff:User': [
      { id: 'roles', permission: 'role.read', tab: 'account', load: () => import('./components/user-roles.tsx') },
    ],
  },
} satisfies WebModule
