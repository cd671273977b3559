import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { HoldersQuestion } from '../components/question/holders-question.tsx'
import { PersonQuestion } from '../components/question/person-question.tsx'
import type { AccessQuestion } from '../components/question/access-question.ts'
import { WhyQuestion } from '../components/question/why-question.tsx'

const tabs = [
  { key: 'person', label: '查人员权限' },
  { key: 'why', label: '查可见原因' },
  { key: 'who', label: '查数据可见人' },
] as const
type TabKey = (typeof tabs)[number]['key']

/** Links from other pages choose the tab by their parameters. */
function getTab(search: URLSearchParams): TabKey {
  const tabKey = tabs.find(({ key }) => key === search.get('ask'))?.key
  if (tabKey) return tabKey
  if (!search.has('recordId') && !search.has('kind')) return 'person'
  return search.has('userId') ? 'why' : 'who'
}

/** /systemSet/Access: who has which permission, and why. */
export default function AccessPage() {
  const isPhone = usePhone()
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const tab = getTab(search)
  const question: AccessQuestion = {
    userId: search.get('userId'),
    kind: search.get('kind') ?? '',
    recordId: search.get('recordId'),
    permission: search.get('permission') ?? '',
    field: search.get('field') ?? '',
  }
  const set = (changed: Partial<AccessQuestion> & { ask?: string }) =>
    setParams({ ask: tab, ...changed }, { replace: true })
  return (
    <SplitPage note="只能查询您管理范围内的人员和数据">
      <SplitPane tabs={{ tabs, chosen: tab, onChoose: (ask) => set({ ask }) }}>
        {tab === 'person' && <PersonQuestion question={question} isPhone={isPhone} onChange={set} />}
        {tab === 'why' && <WhyQuestion question={question} isPhone={isPhone} onChange={set} />}
        {tab === 'who' && <HoldersQuestion question={question} isPhone={isPhone} onChange={set} />}
      </SplitPane>
    </SplitPage>
  )
}
