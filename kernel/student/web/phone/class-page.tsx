import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** /staffMain/class/:classId: the pupils of a class. */
export default lazyPage({ title: '我的班级', back: staffHome, help: 'phone-home' }, () => import('./class-list.tsx'))
