import { lazyPage } from '#packages/web/light/lazy-page.tsx'
import { leavePath } from '../leave-paths.ts'

/** Who is away this week. */
export default lazyPage(
  { title: '请假日历', back: leavePath, help: 'leave-calendar' },
  () => import('./leave-calendar.tsx'),
)
