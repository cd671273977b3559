import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** 待核实 on a phone. */
export default lazyPage({ title: '待核实', back: staffHome, help: 'unexplained' }, () => import('./unexplained.tsx'))
