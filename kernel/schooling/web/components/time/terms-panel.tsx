import { CalendarOutlined, CheckOutlined, ClockCircleOutlined, InboxOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { termStates, type Term } from '../../../contract.ts'
import { deleteTermDifference, termsQuery, timeKey } from '../../time-queries.ts'
import type { ShownOrg } from './org-tabs.tsx'
import { BlankCard, TimePanel, QueryPanel } from './time-panel.tsx'
import { TermDialog } from './term-dialog.tsx'
import styles from './terms-panel.module.css'

/** The terms of the district with the dates of this school. */
export function TermsPanel({ orgId, isDistrict }: ShownOrg) {
  const query = useQuery(termsQuery(orgId))
  const [edited, setEdited] = useState<Term | 'new'>()
  const create = (
    <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={() => setEdited('new')}>
      新建学期
    </Button>
  )
  return (
    <TimePanel
      note={isDistrict ? '全区学校共用，学校可以调整自己的起止日期' : '默认与全区一致，可以调整本校的起止日期'}
      actions={isDistrict && create}
    >
      <QueryPanel query={query}>
        {(terms) =>
          terms.length === 0 ? (
            <BlankCard>
              <PageState
                status="empty"
                title="还没有学期"
                text={isDistrict ? '先新建本学期，各学校就可以使用。' : '学期由教育局统一设置，请联系区管理员。'}
                next={isDistrict && create}
              />
            </BlankCard>
          ) : (
            <ul className={styles['list']}>
              {terms.map((term) => (
                <TermRow
                  key={term.id}
                  term={term}
                  orgId={orgId}
                  isDistrict={isDistrict}
                  onEdit={() => setEdited(term)}
                />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      {edited && (
        <TermDialog
          orgId={orgId}
          isDistrict={isDistrict}
          terms={query.data ?? []}
          term={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </TimePanel>
  )
}

const getStateLook = createStatusLook(termStates, {
  current: CalendarOutlined,
  coming: ClockCircleOutlined,
  over: CheckOutlined,
  sealed: InboxOutlined,
})

function TermRow({ term, orgId, isDistrict, onEdit }: ShownOrg & { term: Term; onEdit: () => void }) {
  const { name, state, startsOn, endsOn, weeks, differsFrom } = term
  return (
    <li className={styles['row']} data-current={term.isCurrent ? '' : undefined}>
      <div className={styles['name']}>
        <span className={styles['title']}>{name}</span>
        <RowStatusTag status={getStateLook(state)} />
      </div>
      <div className={styles['days']}>
        <span>
          {startsOn} 至 {endsOn}
        </span>
        <span className={styles['second']}>共 {weeks} 周</span>
        {differsFrom && (
          <span className={styles['second']}>
            本校日期，全区为 {differsFrom.startsOn} 至 {differsFrom.endsOn}
          </span>
        )}
      </div>
      <div className={styles['acts']}>
        {differsFrom && !isDistrict && <Follow term={term} orgId={orgId} />}
        {state !== 'sealed' && (
          <Button type="link" size="small" aria-label={`编辑${name}`} onClick={onEdit}>
            编辑
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns to the dates of the district. */
function Follow({ term, orgId }: { term: Term; orgId: string | null }) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await deleteTermDifference(orgId, term.id)
      toast.success('已恢复为全区日期')
      await client.invalidateQueries({ queryKey: timeKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setBusy(false)
  }
  return (
    <Button
      type="link"
      size="small"
      loading={isBusy}
      aria-label={`恢复全区日期：${term.name}`}
      onClick={() => void press()}
    >
      恢复全区日期
    </Button>
  )
}
