import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    Role: () => import('./pages/role.tsx'),
    Access: () => import('./pages/access.tsx'),
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
})
