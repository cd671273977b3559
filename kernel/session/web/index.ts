import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  cards: [
    { id: 'sign-ins', title: '我的登录', columns: 6, sort: 5, load: () => import('./components/sign-ins-card.tsx') },
  ],
})
