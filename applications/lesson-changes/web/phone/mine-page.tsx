import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** The own covers on a phone; with `?tab=own` or `given` another list, with `?open=` one request, with `?fill=new` the form. */
export default lazyPage({ title: '代调课', back: staffHome, help: 'my-covers' }, () => import('./mine.tsx'))
