import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /approval on a phone: the lists, and with `?flow=` one request. */
export default lazyPage({ title: '审批', back: staffHome, help: 'approval' }, () => import('./approvals.tsx'))
