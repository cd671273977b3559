import { useSearchParams } from 'react-router'
import { safePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Door } from '#packages/web/desk/drawings.tsx'
import { pages } from '../modules.ts'
import { Notice, WaysOut } from './notice.tsx'
import styles from './notice.module.css'

const bureau = 3

/** /401: what is missing, and whom to ask. */
export function NoRightPage() {
  const [search] = useSearchParams()
  const user = useSession((session) => session.user)
  const path = safePath(search.get('redirect')).replace(/[?#].*$/, '')
  const page = pages.find(({ url }) => url === path)
  const who = user?.orgType === bureau ? `${user.orgName}的管理员` : `${user?.orgName}的管理员，或区教育局的管理员`
  return (
    <Notice
      drawing={<Door />}
      name="没有权限"
      title={page ? `您还不能使用“${page.title}”` : '您还不能使用这个页面'}
      words={page ? `这个页面需要“${page.permission.title}”权限，您当前的身份没有。` : '您当前的身份没有所需的权限。'}
    >
      {user && (
        <dl className={styles['facts']}>
          <div>
            <dt>当前身份</dt>
            <dd>{`${user.realName}，${user.orgName}`}</dd>
          </div>
          <div>
            <dt>谁能开通</dt>
            <dd>{who}</dd>
          </div>
        </dl>
      )}
      <WaysOut />
    </Notice>
  )
}
