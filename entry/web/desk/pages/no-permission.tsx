import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { DoorIllustration } from '#packages/web/desk/illustrations.tsx'
import { isInClosedApplication } from '../../closed-applications.ts'
import { menuOptions } from '../menu.ts'
import { accessOptions } from '../org-queries.ts'
import { findRefusedPage, getRefusedPath } from '../shell/page-location.ts'
import { showSwitchDialog } from '../switching/switch-dialog-host.tsx'
import { withTheme } from '../with-theme.tsx'
import { Administrators } from './administrators.tsx'
import { PageNotice, ExitButtons } from './page-notice.tsx'
import styles from './page-notice.module.css'

const LazyAccessSheet = lazy(() =>
  withTheme(async () => ({ default: (await import('#kernel/catalogue/web/index.ts')).AccessSheet })),
)

/** /401: the missing permission, who can grant it, and a button to request it. */
export function NoPermissionPage() {
  const { search } = useLocation()
  const path = getRefusedPath(search)
  if (path.startsWith('/studentMain')) return <ForStudents />
  return <RefusedPage page={findRefusedPage(search)} request={new URLSearchParams(search).get('request') ?? ''} />
}

const ForStudents = () => (
  <PageNotice drawing={<DoorIllustration />} name="没有权限" title="该页面供学生和家长使用" text="教职工请从首页进入。">
    <ExitButtons />
  </PageNotice>
)

interface Props {
  page: ReturnType<typeof findRefusedPage>
  /** The request id under which the server logged the refusal, if the server refused. */
  request: string
}

function RefusedPage({ page, request }: Props) {
  const user = useSession((session) => session.user)
  const closed = useQuery(menuOptions).data?.closedApplications
  const isClosed = page !== undefined && isInClosedApplication(page.url, closed)
  const right = isClosed ? undefined : page?.permission.title
  const access = useQuery(accessOptions(page?.url ?? ''))
  return (
    <PageNotice
      drawing={<DoorIllustration />}
      name="没有权限"
      title={page ? `您没有“${page.title}”的使用权限` : '您没有该页面的使用权限'}
      text={
        right
          ? `需要“${right}”权限。`
          : isClosed
            ? '该应用未对本单位开通，或只对部分人员开放，可在应用中心申请。'
            : '请联系管理员开通。'
      }
    >
      <dl className={styles['facts']}>
        <div>
          <dt>当前身份</dt>
          <dd>{user && `${user.realName}，${user.orgName}`}</dd>
        </div>
        <div>
          <dt>谁能开通</dt>
          <dd>
            <AccessGrantors people={access.data?.people} isPending={access.isLoading} />
          </dd>
        </div>
        {access.data?.isRequested && (
          <div>
            <dt>申请状态</dt>
            <dd>已申请，等待处理，结果将发送到消息</dd>
          </div>
        )}
        {user?.switchoverOrg === 1 && (
          <div>
            <dt>也可以</dt>
            <dd>
              <button type="button" className={styles['link']} data-inline onClick={showSwitchDialog}>
                切换学校
              </button>
              ，换到有该权限的单位
            </dd>
          </div>
        )}
      </dl>
      <ExitButtons>{page && access.data?.canRequest && <RequestAccess url={page.url} name={page.title} />}</ExitButtons>
      {request && <p className={styles['request']}>问题编号 {request}，联系管理员时请一并提供</p>}
    </PageNotice>
  )
}

type People = Parameters<typeof Administrators>[0]['people']

/** Names the people. While they load, or if loading fails, names at least the office. */
function AccessGrantors({ people, isPending }: { people: People | undefined; isPending: boolean }) {
  const user = useSession((session) => session.user)
  if (isPending) return ' '
  if (people?.length) return <Administrators people={people} />
  return `${user?.orgName}或区教育局的管理员`
}

function RequestAccess({ url, name }: { url: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        申请权限
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyAccessSheet accessTarget={{ kind: 'page', target: url }} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
