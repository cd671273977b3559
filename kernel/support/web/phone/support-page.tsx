import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /support on a phone: the tickets, with photographs from the camera. */
export default lazyPage(
  { title: '问题反馈', back: `${staffHome}?tab=me`, help: 'support' },
  () => import('./ticket-list.tsx'),
)
