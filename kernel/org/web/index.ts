import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: { Orgs: () => import('./pages/organisations.tsx') },
  cards: [
    {
      ...{ id: 'organisations', title: '组织概况', permission: 'org.read', columns: 12, sort: 10 },
      load: () => import('./components/summary-card.tsx'),
    },
    {
      ...{ id: 'own-organisation', title: '本单位', columns: 6, sort: 90 },
      load: () => import('./components/own-card.tsx'),
    },
  ],
})
