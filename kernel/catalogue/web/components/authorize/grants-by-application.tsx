import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { PermissionNode } from '../../../contract.ts'
import { appTree } from '../../grant-queries.ts'
import { AppGrants } from './app-grants.tsx'
import { AppNav } from './app-nav.tsx'
import type { GuardedNavigation } from './use-guarded-navigation.tsx'
import frame from './frame.module.css'

/** 按应用: one application and all its grants. */
export function GrantsByApplication({ go, setDirty }: GuardedNavigation) {
  const { data, isError, error, refetch } = useQuery(appTree)
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  if (data.every(({ children }) => children.length === 0))
    return <PageState status="empty" title="还没有可以授权的应用" text="应用登记并通过审核后，可以在这里授权。" />
  return <ChosenApplication categories={data} go={go} setDirty={setDirty} />
}

function ChosenApplication({
  categories,
  go,
  setDirty,
}: GuardedNavigation & { categories: readonly PermissionNode[] }) {
  const isPhone = usePhone()
  const { search } = usePageSearch()
  const mayGrant = useMay()('app.grant')
  const all = categories.flatMap(({ children }) => children)
  const requestedApp = all.find(({ id }) => id === search.get('app'))
  const app = requestedApp ?? (isPhone ? undefined : all[0])
  const nav = <AppNav categories={categories} chosen={app?.id} onChoose={(key) => go({ app: key })} />
  const grants = app && <AppGrants key={app.id} app={app} onDirty={setDirty} />
  if (isPhone)
    return grants ? (
      <>
        <div className={frame['back']}>
          <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} onClick={() => go({})}>
            全部应用
          </Button>
        </div>
        {grants}
      </>
    ) : (
      nav
    )
  return (
    <div className={frame['page']}>
      <div className={frame['line']}>
        <ActionLine note={mayGrant ? '保存前请核对：谁将获得、谁将失去' : '可以查看，不能更改'} />
      </div>
      <div className={frame['panes']}>
        {nav}
        {grants}
      </div>
    </div>
  )
}
