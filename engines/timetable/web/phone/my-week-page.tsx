import { staffHome } from '#packages/web/core/user-homes.ts'
import { lazyPage } from '#packages/web/light/lazy-page.tsx'

/** The lessons of a teacher, week by week. */
export default lazyPage({ title: '我的课表', back: staffHome, help: 'my-timetable' }, () => import('./my-week.tsx'))
