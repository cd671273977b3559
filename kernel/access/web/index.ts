import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    Role: () => import('./pages/role.tsx'),
    Access: () => import('./pages/access.tsx'),
  },
  cards: [
    {
      id: 'role-changes',
      title: '权限变更',
      permission: 'role.read',
      columns: 3,
      sort: 62,
      placeholderHeight: 188,
      load: () => import('./components/role-changes-card.tsx'),
    },
    {
      id: 'revealers',
      title: '可查看完整号码',
      permission: 'role.read',
      columns: 3,
      sort: 63,
      placeholderHeight: 188,
      load: () => import('./components/revealers-card.tsx'),
    },
  ],
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
})
