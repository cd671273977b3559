import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /directory on a phone. */
export default lazyPage({ title: '通讯录', back: staffHome, help: 'directory' }, () => import('./contact-list.tsx'))
