import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { isFamily, studentHome } from '#packages/web/core/user-homes.ts'
import { NoticePage } from './notice-page.tsx'

export default function NotFound() {
  usePageTitle('页面不存在')
  const home = useSession(({ token, user }) => token !== '' && isFamily(user?.userType))
  return (
    <NoticePage
      title="页面不存在"
      link={home ? { label: '返回首页', to: studentHome } : { label: '去登录', to: '/login' }}
    >
      网址可能有误，或页面已经移走。
    </NoticePage>
  )
}
