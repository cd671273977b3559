import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /staffMain/rooms: the rooms of the user's school. */
export default lazyPage(
  { title: '场室', back: `${staffHome}?tab=apps`, help: 'subjects' },
  () => import('./room-list.tsx'),
)
