import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Pager } from '#packages/web/desk/pager.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { callOutcomes } from '#kernel/audit/contract.ts'
import type { OwnCall, OwnQuota } from '../../contract-own-apis.ts'
import { ownCallPage, ownQuota } from './use-apply-queries.ts'
import styles from './own-app-parts.module.css'

const pageSize = 10

/** 调用: how much of today's quota is used, and the calls of the last 31 days. */
export function OwnAppCalls({ appKey }: { appKey: string }) {
  const [pageNumber, setPage] = useState(1)
  const quota = useQuery(ownQuota(appKey))
  const calls = useQuery(ownCallPage(appKey, pageNumber, pageSize))
  return (
    <>
      <QueryState query={quota}>{(data) => <Quota quota={data} />}</QueryState>
      <QueryState query={calls}>
        {({ items, itemCount }) =>
          itemCount === 0 ? (
            <p className={styles['none']}>最近31天没有调用</p>
          ) : (
            <>
              <CallTable calls={items} />
              {itemCount > pageSize && (
                <Pager current={pageNumber} pageSize={pageSize} total={itemCount} onChange={setPage} isSimple />
              )}
            </>
          )
        }
      </QueryState>
    </>
  )
}

const Quota = ({ quota: { used, dayCalls, perSecond, interfaces } }: { quota: OwnQuota }) => (
  <div className={styles['quota']}>
    <p className={styles['words']}>
      今日已用 {used.toLocaleString()} / {dayCalls.toLocaleString()} 次，每秒最多 {perSecond} 次，零点重新计算
    </p>
    <ProgressBar label="今日已用额度" percent={Math.min(100, (used / dayCalls) * 100)} className={styles['bar']} />
    {interfaces.length > 0 && (
      <p className={styles['words']}>
        {interfaces
          .map(
            ({ name, calls, errors }) =>
              `${name} ${calls.toLocaleString()} 次${errors > 0 ? `（失败 ${errors}）` : ''}`,
          )
          .join('；')}
      </p>
    )}
  </div>
)

const CallTable = ({ calls }: { calls: readonly OwnCall[] }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles['scroll']} role="region" aria-label="调用记录" tabIndex={0}>
    <table className={styles['calls']}>
      <thead>
        <tr>
          {['时间', '接口', '结果', '状态码', '耗时'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calls.map(({ id, at, interface: name, outcome, httpStatus, ms }) => (
          <tr key={id}>
            <td>{formatDayTime(at)}</td>
            <td>{name}</td>
            <td>{labelOf(callOutcomes, outcome)}</td>
            <td>{httpStatus}</td>
            <td>{ms} 毫秒</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
