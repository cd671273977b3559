import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /personal/approvals on a phone. */
export default lazyPage(
  { title: '审批设置', back: `${staffHome}?tab=me`, help: 'approval-settings' },
  () => import('../personal/phone/approval-settings.tsx'),
)
