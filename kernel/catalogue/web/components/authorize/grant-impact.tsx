import { useQuery } from '@tanstack/react-query'
import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { grantImpactQuery, type GrantImpact, type GrantPreviewBody } from '../../grant-queries.ts'
import styles from './grant-impact.module.css'

const pauseMs = 300
const namesShown = 12

/** Previews who gains and loses the application, after a pause without further ticks. */
export function useGrantImpact(grants: GrantPreviewBody) {
  const said = JSON.stringify(grants)
  const [requested, setRequested] = useState({ grants, said })
  useEffect(() => {
    const clock = setTimeout(() => setRequested({ grants, said }), pauseMs)
    return () => clearTimeout(clock)
    // Compared by its JSON, because the object is new with every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [said])
  const query = useQuery({ ...grantImpactQuery(requested.grants), placeholderData: (before) => before })
  return { ...query, isOld: requested.said !== said || query.isPlaceholderData }
}
type ImpactQuery = ReturnType<typeof useGrantImpact>

const formatPeople = (count: number) => `${count.toLocaleString()} 人`

/** 将有 57 人可用，新增 12 人，减少 3 人. */
const formatImpact = ({ after, gains, loses }: GrantImpact) =>
  [
    `将有 ${formatPeople(after)}可用`,
    ...(gains > 0 ? [`新增 ${formatPeople(gains)}`] : []),
    ...(loses > 0 ? [`减少 ${formatPeople(loses)}`] : []),
    ...(gains === 0 && loses === 0 ? ['与现在相同'] : []),
  ].join('，')

/** The impact as text for the footer. */
export function ImpactLine({ impact, isDirty }: { impact: ImpactQuery; isDirty: boolean }) {
  if (!isDirty) return null
  if (impact.isOld) return '正在计算影响…'
  if (impact.isError) return getErrorMessage(impact.error)
  return impact.data ? formatImpact(impact.data) : '正在计算影响…'
}

/** The impact before saving: the number of people, and some names. */
export function ImpactCard({ impact, isDirty }: { impact: ImpactQuery; isDirty: boolean }) {
  const { data, isError, error, isOld } = impact
  return (
    <section className={styles['card']} aria-label="保存前对照" aria-busy={isOld}>
      <h3 className={styles['title']}>保存前对照</h3>
      {isError ? (
        <p className={styles['words']}>{getErrorMessage(error)}</p>
      ) : !data ? (
        <SkeletonLines widths={[60, 48]} />
      ) : !isDirty || isOld ? (
        <p className={styles['words']}>{isOld && isDirty ? '正在计算…' : `现在有 ${formatPeople(data.before)}可用`}</p>
      ) : (
        <>
          {data.gains + data.loses > 0 && (
            <p className={styles['tags']}>
              {data.gains > 0 && <StatusTag tone="success" icon={PlusOutlined}>{`新增 ${data.gains} 人`}</StatusTag>}
              {data.loses > 0 && <StatusTag tone="error" icon={MinusOutlined}>{`失去 ${data.loses} 人`}</StatusTag>}
            </p>
          )}
          <p className={styles['words']}>
            {data.gains + data.loses > 0
              ? `${formatPeople(data.before)} → ${formatPeople(data.after)}`
              : `可用的人不变，仍是 ${formatPeople(data.after)}`}
          </p>
          {data.names.length > 0 && (
            <p className={styles['names']}>
              {data.names.slice(0, namesShown).join('、')}
              {data.gains + data.loses > Math.min(namesShown, data.names.length) && '等'}
            </p>
          )}
        </>
      )}
    </section>
  )
}
