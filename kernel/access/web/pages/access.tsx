import { useId } from 'react'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { getPanelId, getTabId, Tabs } from '#packages/web/desk/detail-page/tabs.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { HoldersQuestion } from '../components/question/holders-question.tsx'
import { PersonQuestion } from '../components/question/person-question.tsx'
import type { AccessQuestion } from '../components/question/access-question.ts'
import { WhyQuestion } from '../components/question/why-question.tsx'
import styles from './access.module.css'

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
  const id = useId()
  const isPhone = usePhone()
  const { search, setSearch } = usePageSearch()
  const tab = getTab(search)
  const question: AccessQuestion = {
    userId: search.get('userId'),
    kind: search.get('kind') ?? '',
    recordId: search.get('recordId'),
    permission: search.get('permission') ?? '',
    field: search.get('field') ?? '',
  }
  const set = (changed: Partial<AccessQuestion> & { ask?: TabKey }) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ ask: tab, ...changed }))
          if (value) after.set(name, value)
          else after.delete(name)
        return after
      },
      { replace: true },
    )
  return (
    <div className={styles['page']}>
      {!isPhone && <ActionLine note="只能查询您管理范围内的人员和数据" />}
      <section className={styles['card']}>
        <div className={styles['tabs']}>
          <Tabs id={id} tabs={tabs} chosen={tab} onChoose={(ask) => set({ ask: ask as TabKey })} />
        </div>
        <div id={getPanelId(id)} role="tabpanel" aria-labelledby={getTabId(id, tab)}>
          {tab === 'person' && <PersonQuestion question={question} isPhone={isPhone} onChange={set} />}
          {tab === 'why' && <WhyQuestion question={question} isPhone={isPhone} onChange={set} />}
          {tab === 'who' && <HoldersQuestion question={question} isPhone={isPhone} onChange={set} />}
        </div>
      </section>
    </div>
  )
}
