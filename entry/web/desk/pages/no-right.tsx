import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { useSession } from '#packages/web/core/session.ts'
import { Door } from '#packages/web/desk/drawings.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { administratorsOptions } from '../org.ts'
import { refusedPage, refusedPath } from '../shell/place.ts'
import { showSwitching } from '../switching/show.tsx'
import { Administrators } from './administrators.tsx'
import { Notice, WaysOut } from './notice.tsx'
import { requestText } from './request-text.ts'
import styles from './notice.module.css'

/** /401: what is missing, whom to ask, and the words to ask with. */
export function NoRightPage() {
  const { search } = useLocation()
  const path = refusedPath(search)
  if (path.startsWith('/studentMain')) return <ForStudents />
  return <Refused page={refusedPage(search)} path={path} request={new URLSearchParams(search).get('request') ?? ''} />
}

const ForStudents = () => (
  <Notice drawing={<Door />} name="没有权限" title="这个页面供学生和家长使用" words="教职工请从首页进入。">
    <WaysOut />
  </Notice>
)

interface Props {
  page: ReturnType<typeof refusedPage>
  path: string
  /** The number under which the server's log has the refusal, if it was the server's. */
  request: string
}

function Refused({ page, path, request }: Props) {
  const user = useSession((session) => session.user)
  const right = page?.permission.title
  return (
    <Notice
      drawing={<Door />}
      name="没有权限"
      title={page ? `您还不能使用“${page.title}”` : '您还不能使用这个页面'}
      words={right ? `这个页面需要“${right}”权限，您当前的身份没有。` : '您当前的身份没有所需的权限。'}
    >
      <dl className={styles['facts']}>
        <div>
          <dt>当前身份</dt>
          <dd>{user && `${user.realName}，${user.orgName}`}</dd>
        </div>
        <div>
          <dt>谁能开通</dt>
          <dd>
            <WhoCan />
          </dd>
        </div>
        {user?.switchoverOrg === 1 && (
          <div>
            <dt>也可以</dt>
            <dd>
              <button type="button" className={styles['link']} data-inline onClick={showSwitching}>
                切换学校
              </button>
              ，换到有这项权限的单位
            </dd>
          </div>
        )}
      </dl>
      <WaysOut>
        <CopyRequest text={requestText({ user, page: page?.title ?? '', path, right: right ?? '', request })} />
      </WaysOut>
      {request && <p className={styles['request']}>问题编号 {request}，联系管理员时请一并提供</p>}
    </Notice>
  )
}

/** By name. While that is on its way, or if it does not come, at least by office. */
function WhoCan() {
  const { data, isPending } = useQuery(administratorsOptions)
  const user = useSession((session) => session.user)
  if (isPending) return ' '
  if (data?.administrators.length) return <Administrators people={data.administrators} />
  return `${user?.orgName}或区教育局的管理员`
}

function CopyRequest({ text }: { text: string }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('已复制，发给管理员即可')
    } catch {
      // Without https there is no clipboard.
      toast.error('没有复制成功，请直接联系管理员')
    }
  }
  return (
    <Button type="primary" icon={<Glyph of={CopyOutlined} />} onClick={() => void copy()}>
      复制申请内容
    </Button>
  )
}
