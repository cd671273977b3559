import { LeftOutlined } from '@ant-design/icons'
import { formatDateRange, parseDateRange } from '#packages/web/core/format/date-range.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { DayRangeFields } from '#packages/web/desk/list/day-range-fields.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useToday } from '#packages/web/desk/use-today.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import type { Board } from '../data-queries.ts'
import { findRangeOption, getRange, rangeOptions } from '../shown-range.ts'
import styles from './filter-bar.module.css'

const kinds = ['bureau', 'cluster', 'school', 'kindergarten', 'other-school', 'institution'] as const

/** The organisation and the days of the page. */
export function FilterBar({ data: { org, orgs, from, to } }: { data: Board }) {
  const setParams = useSetParams()
  const isPhone = usePhone()
  const today = useToday()
  const hasChoice = org!.parent !== null || orgs.itemCount > 0
  const setDays = (days: { from: string; to: string }) => setParams({ ...days, page: null })
  const choose = (value: string | undefined) => {
    const { from: first = from, to: last = to } = parseDateRange(value ?? '')
    setDays({ from: first, to: last })
  }
  return (
    <div className={styles['bar']} role="group" aria-label="查询条件">
      {hasChoice ? (
        <OrgChoice label="组织" orgId={org!.id} kinds={kinds} onChoose={(id) => setParams({ org: id, page: null })} />
      ) : (
        <strong className={styles['org']}>{org!.name}</strong>
      )}
      {org!.parent && (
        <Button
          type="text"
          icon={<Glyph of={LeftOutlined} />}
          onClick={() => setParams({ org: org!.parent!.id, page: null })}
        >
          {org!.parent.name}
        </Button>
      )}
      <PlainSelect
        label="时间"
        value={findRangeOption({ from, to }, today)}
        placeholder="自选时间"
        options={rangeOptions}
        onChange={(days) => setDays(getRange(Number(days), today))}
      />
      <DayRangeFields label="时间" value={formatDateRange({ from, to })} isPhone={isPhone} onChoose={choose} />
    </div>
  )
}
