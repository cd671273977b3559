import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Row, Rows } from '#packages/web/light/row.tsx'
import { studentHome } from '../../who.ts'
import { Notice } from '../notice.tsx'
import { kindOf } from './kind.ts'

/** What a pupil or a guardian may not open: as whom they are here, and whom they can ask. */
export default function NoRight() {
  usePageTitle('不能使用')
  const user = useSession((session) => session.user)
  return (
    <Notice
      title="您没有该页面的使用权限"
      way={{ label: '返回首页', to: studentHome }}
      facts={
        user && (
          <Rows>
            <Row label="当前身份" second={user.orgName}>
              {user.realName}（{kindOf(user.userType)}）
            </Row>
            <Row label="可以问">班主任，或学校的管理员</Row>
          </Rows>
        )
      }
    >
      您的账号没有这个页面的权限。
    </Notice>
  )
}
