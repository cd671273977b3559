import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  sections: {
    'org:Orgs': [
      {
        id: 'administrators',
        permission: 'org.appoint',
        load: () => import('./components/administrators.tsx'),
      },
    ],
  },
})
