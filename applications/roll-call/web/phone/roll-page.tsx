import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** The roll on a phone: of the lesson that goes on, with `?lesson=` of another one. */
export default lazyPage({ title: '点名', back: staffHome, help: 'roll-call' }, () => import('./roll.tsx'))
