import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /message on a phone: the messages, or with `?kind=todo` the to-dos. */
export default lazyPage(
  { title: '消息', back: `${staffHome}?tab=messages`, help: 'messages' },
  () => import('./staff-message-list.tsx'),
)
