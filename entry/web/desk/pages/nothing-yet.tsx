import { Button } from 'antd'
import { useSession } from '#packages/web/core/session.ts'
import { Book } from '#packages/web/desk/drawings.tsx'
import { Notice } from './notice.tsx'
import styles from './notice.module.css'

/** The first page of somebody whose menu is empty. */
export function NothingYetPage() {
  const user = useSession((session) => session.user)
  return (
    <Notice
      drawing={<Book />}
      name="首页"
      title="还没有可以使用的功能"
      words={`${user?.orgName ?? '本单位'}的管理员为您开通后，功能会出现在菜单里。`}
    >
      <div className={styles['ways']}>
        <Button onClick={() => location.reload()}>重新检查</Button>
      </div>
    </Notice>
  )
}
