import { lazyPage } from '#packages/web/light/lazy-page.tsx'
import { familyHome } from './paths.ts'

/** /studentMain/leave: the leave of a child; with `?fill=new` the form. */
export default lazyPage({ title: '请假', back: familyHome, help: 'family-leave' }, () => import('./child-leave.tsx'))
