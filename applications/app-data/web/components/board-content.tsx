import { useState } from 'react'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useTabParam } from '#packages/web/desk/page-search.tsx'
import { TabPanel } from '#packages/web/desk/tab-panel.tsx'
import { noDataMessage } from '../../contract.ts'
import type { Board, Range } from '../data-queries.ts'
import { IssueList } from '../tabs/issue-list.tsx'
import { MissingList } from '../tabs/missing-list.tsx'
import { OrgTable } from '../tabs/org-table.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { DefinitionDrawer } from './definition-drawer.tsx'
import { FigureRow } from './figure-row.tsx'
import { TrendCard } from './trend-card.tsx'
import styles from './board-content.module.css'

interface Props {
  data: Board
  org: NonNullable<Board['org']>
  readAt: number
}

/** Figures, the days of one of them, and who is behind them. */
export function BoardContent({ data, org, readAt }: Props) {
  const { page, code, from, to, figures, pending } = data
  const [explained, setExplained] = useState<string>()
  const range: Range = { key: page.key, orgId: org.id, from, to }
  const isEmpty = Object.values(figures).every(
    ({ value, expected, isMasked }) => value === null && expected === 0 && !isMasked,
  )
  const column = page.columns.find((one) => one.code === code)!
  return (
    <>
      {pending && (
        <p className={styles['note']} role="status">
          {pending}
        </p>
      )}
      <FigureRow columns={page.columns} figures={figures} range={range} shown={code} onExplain={setExplained} />
      {isEmpty ? (
        <div className={styles['card']}>
          <PageState status="empty" title={noDataMessage} text="换一段时间，或换一个组织。" />
        </div>
      ) : (
        <>
          <TrendCard data={data} column={column} readAt={readAt} />
          {data.dims.length > 0 && <BreakdownCard data={data} column={column} readAt={readAt} />}
        </>
      )}
      <Details data={data} range={range} />
      {explained && <DefinitionDrawer code={explained} onClose={() => setExplained(undefined)} />}
    </>
  )
}

function Details({ data, range }: { data: Board; range: Range }) {
  const { page, code, orgs, may } = data
  const tabs = [
    ...(orgs.itemCount > 0 ? [{ key: 'orgs', label: '下级组织' }] : []),
    { key: 'missing', label: '未完成名单' },
    ...(may.issues ? [{ key: 'issues', label: '数据问题' }] : []),
  ]
  const [chosen, choose] = useTabParam(tabs)
  return (
    <section className={styles['details']} aria-label="明细">
      <TabPanel tabs={tabs} chosen={chosen} onChoose={choose} barClass={styles['tabs']!}>
        {chosen === 'orgs' ? (
          <OrgTable columns={page.columns} first={orgs} range={range} />
        ) : chosen === 'missing' ? (
          <MissingList columns={page.columns} code={code} range={range} mayRemind={may.remind} />
        ) : (
          <IssueList columns={page.columns} code={code} range={range} />
        )}
      </TabPanel>
    </section>
  )
}
