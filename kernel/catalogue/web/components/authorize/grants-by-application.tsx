import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { useOpensFirst } from '#packages/web/desk/split-page/use-opens-first.ts'
import type { PermissionNode } from '../../../contract.ts'
import { appTree } from '../../grant-queries.ts'
import { AppGrants } from './app-grants.tsx'
import { AppNav } from './app-nav.tsx'
import type { GuardedNavigation } from './use-guarded-navigation.ts'

/** 按应用: one application and all its grants. */
export function GrantsByApplication({ go }: GuardedNavigation) {
  const query = useQuery(appTree)
  return (
    <QueryState query={query}>
      {(categories) =>
        categories.every(({ children }) => children.length === 0) ? (
          <PageState status="empty" title="还没有可以授权的应用" text="应用登记并通过审核后，可以在这里授权。" />
        ) : (
          <ChosenApplication categories={categories} go={go} />
        )
      }
    </QueryState>
  )
}

function ChosenApplication({ categories, go }: GuardedNavigation & { categories: readonly PermissionNode[] }) {
  const { opensFirst, showList } = useOpensFirst()
  const { search } = usePageSearch()
  const mayGrant = useMay()('app.grant')
  const all = categories.flatMap(({ children }) => children)
  const requestedApp = all.find(({ id }) => id === search.get('app'))
  const app = requestedApp ?? (opensFirst ? all[0] : undefined)
  return (
    <SplitPage
      note={mayGrant ? '保存前请核对：谁将获得、谁将失去' : '可以查看，不能更改'}
      list={<AppNav categories={categories} chosen={app?.id} onChoose={(key) => go({ app: key })} />}
      back={app && { label: '全部应用', onBack: () => go({}, showList) }}
    >
      {app && <AppGrants key={app.id} app={app} />}
    </SplitPage>
  )
}
