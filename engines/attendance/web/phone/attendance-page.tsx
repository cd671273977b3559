import { lazyPage } from '#packages/web/light/lazy-page.tsx'
import { familyHome } from './paths.ts'

/** /studentMain/attendance: the month of a child. */
export default lazyPage(
  { title: '考勤', back: familyHome, help: 'family-attendance' },
  () => import('./child-attendance.tsx'),
)
