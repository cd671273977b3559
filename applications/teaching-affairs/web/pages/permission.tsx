import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SplitList } from '#packages/web/desk/split-page/split-list.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { GuardedPanes, useUnsavedGuard } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { peopleQuery } from '../affairs-queries.ts'
import { PersonRightsPane } from '../components/person-rights.tsx'

/** 教务权限: who may do what in teaching affairs. What is set here is a role with one member. */
export default function PermissionPage() {
  const isPhone = usePhone()
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const guard = useUnsavedGuard()
  const [keyword, setKeyword] = useState('')
  const chosen = search.get('user') ?? undefined
  const choose = (user: string | null) => guard.leave(() => setParams({ user }))
  return (
    <GuardedPanes guard={guard}>
      <SplitPage
        note="这里设置的是一个人的单独授权，保存为只有本人的角色"
        list={<People keyword={keyword} onSearch={setKeyword} chosen={chosen} onChoose={choose} />}
        back={chosen === undefined ? undefined : { label: '全部人员', onBack: () => choose(null) }}
      >
        {chosen ? (
          <PersonRightsPane key={chosen} userId={chosen} />
        ) : (
          !isPhone && (
            <SplitPane>
              <PageState
                status="empty"
                of="people"
                title="请选择人员"
                text="左侧是有教务权限的人；其他教职工按姓名搜索。"
              />
            </SplitPane>
          )
        )}
      </SplitPage>
    </GuardedPanes>
  )
}

interface PeopleProps {
  keyword: string
  onSearch: (keyword: string) => void
  chosen: string | undefined
  onChoose: (userId: string) => void
}

function People({ keyword, onSearch, chosen, onChoose }: PeopleProps) {
  const query = useQuery({ ...peopleQuery(useDeferredValue(keyword.trim())), placeholderData: keepPreviousData })
  const { data, error, refetch } = query
  const items = (data ?? []).map(({ userId, name, post, areas }) => ({
    key: userId,
    label: post ? `${name}　${post}` : name,
    note: areas.length > 0 ? `${areas.length} 项` : '',
  }))
  return (
    <SplitList
      label="人员"
      search={{ label: '搜索教职工', placeholder: '姓名或拼音', value: keyword, onChange: onSearch }}
      state={
        error && !data ? (
          <PageState status="failed" error={error} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <PageState status="empty" of="people" title="没有找到" />
        ) : undefined
      }
      groups={[{ key: 'people', items }]}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
