import { NotificationOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '#packages/contract'
import { listDays } from '#packages/core'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { appDataApi, type DataColumn } from '../../contract.ts'
import { dataKey, missingQuery, type Range } from '../data-queries.ts'
import styles from './lists.module.css'

interface Props {
  columns: readonly DataColumn[]
  code: string
  range: Range
  mayRemind: boolean
}

const daysAtMost = 31

/** Who should have reported on a day and has not, by name; all of them are reminded with one press. */
export function MissingList({ columns, code, range: { orgId, from, to }, mayRemind }: Props) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const days = listDays(from, to).slice(-daysAtMost).reverse()
  const chosen = search.get('day') ?? ''
  const day = days.includes(chosen) ? chosen : days[0]!
  const query = useQuery(missingQuery(code, orgId, day))
  const { title } = columns.find((one) => one.code === code)!
  return (
    <div className={styles['frame']}>
      <div className={styles['line']}>
        <PlainSelect
          label="日期"
          value={day}
          options={days.map((one) => ({ value: one, label: one }))}
          onChange={(one) => setParams({ day: one }, { replace: true })}
        />
        <span className={styles['note']}>{title}</span>
        {mayRemind && (query.data?.length ?? 0) > 0 && <RemindAll body={{ code, orgId, day, orgIds: [] }} />}
      </div>
      <QueryState query={query}>
        {(orgs) =>
          orgs.length === 0 ? (
            <PageState status="empty" title="没有缺少数据的单位" text="应当上报的单位都有这一天的数。" />
          ) : (
            <ul className={styles['rows']}>
              {orgs.map(({ id, name, remindedAt }) => (
                <li key={id} className={styles['row']}>
                  <span>{name}</span>
                  {remindedAt && <span className={styles['note']}>{formatTimeAgo(remindedAt)}提醒过</span>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  )
}

function RemindAll({ body }: { body: BodyOf<typeof appDataApi.remind> }) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const { reminded, skipped } = await call(appDataApi.remind, { body })
      toast.success(skipped > 0 ? `已提醒 ${reminded} 个单位，${skipped} 个刚提醒过` : `已提醒 ${reminded} 个单位`)
      await client.invalidateQueries({ queryKey: dataKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Glyph of={NotificationOutlined} />} loading={isBusy} onClick={() => void send()}>
      一键提醒
    </Button>
  )
}
