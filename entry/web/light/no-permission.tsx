import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { isFamily, staffHome, studentHome } from '#packages/web/core/user-homes.ts'
import { NoticePage } from './notice-page.tsx'
import { getUserTypeLabel } from '#packages/web/core/user-type-label.ts'

/** A page that the user may not open: shows their role and whom they can contact. */
export default function NoPermission() {
  usePageTitle('不能使用')
  const user = useSession((session) => session.user)
  const isOfFamily = isFamily(user?.userType)
  return (
    <NoticePage
      title="您没有该页面的使用权限"
      link={{ label: '返回首页', to: isOfFamily ? studentHome : staffHome }}
      facts={
        user && (
          <DetailList>
            <DetailRow label="当前身份" secondLine={user.orgName}>
              {user.realName}（{getUserTypeLabel(user.userType)}）
            </DetailRow>
            <DetailRow label="可以问">{isOfFamily ? '班主任，或学校的管理员' : '本单位的管理员'}</DetailRow>
          </DetailList>
        )
      }
    >
      您的账号没有这个页面的权限。
    </NoticePage>
  )
}
