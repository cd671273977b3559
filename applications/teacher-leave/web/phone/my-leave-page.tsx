import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** The own requests on a phone; with `?fill=new` the form, with `?open=` one request. */
export default lazyPage({ title: '我的请假', back: staffHome, help: 'my-leave' }, () => import('./my-leave.tsx'))
