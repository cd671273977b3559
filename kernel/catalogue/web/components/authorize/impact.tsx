import { useQuery } from '@tanstack/react-query'
import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { impactOf, type Impact, type Wanted } from '../../grant-queries.ts'
import styles from './impact.module.css'

const pauseMs = 300
const namesShown = 12

/** Who would gain and lose it, asked once nobody has ticked anything for a moment. */
export function useImpact(wanted: Wanted) {
  const said = JSON.stringify(wanted)
  const [asked, setAsked] = useState({ wanted, said })
  useEffect(() => {
    const clock = setTimeout(() => setAsked({ wanted, said }), pauseMs)
    return () => clearTimeout(clock)
    // The same wish is made anew with every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [said])
  const query = useQuery({ ...impactOf(asked.wanted), placeholderData: (before) => before })
  return { ...query, isOld: asked.said !== said || query.isPlaceholderData }
}
type Asked = ReturnType<typeof useImpact>

const people = (count: number) => `${count.toLocaleString()} 人`

/** 将有 57 人可用，新增 12 人，减少 3 人. */
const impactWords = ({ after, gains, loses }: Impact) =>
  [
    `将有 ${people(after)}可用`,
    ...(gains > 0 ? [`新增 ${people(gains)}`] : []),
    ...(loses > 0 ? [`减少 ${people(loses)}`] : []),
    ...(gains === 0 && loses === 0 ? ['与现在相同'] : []),
  ].join('，')

/** The same in the bar at the foot. */
export function ImpactLine({ impact, isDirty }: { impact: Asked; isDirty: boolean }) {
  if (!isDirty) return null
  if (impact.isOld) return '正在计算影响…'
  if (impact.isError) return wordsOf(impact.error)
  return impact.data ? impactWords(impact.data) : '正在计算影响…'
}

/** Before it is saved: how many, and some of them by name. */
export function ImpactCard({ impact, isDirty }: { impact: Asked; isDirty: boolean }) {
  const { data, isError, error, isOld } = impact
  return (
    <section className={styles['card']} aria-label="保存前对照" aria-busy={isOld}>
      <h3 className={styles['title']}>保存前对照</h3>
      {isError ? (
        <p className={styles['words']}>{wordsOf(error)}</p>
      ) : !data ? (
        <SkeletonLines widths={[60, 48]} />
      ) : !isDirty || isOld ? (
        <p className={styles['words']}>{isOld && isDirty ? '正在计算…' : `现在有 ${people(data.before)}可用`}</p>
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
              ? `${people(data.before)} → ${people(data.after)}`
              : `可用的人不变，仍是 ${people(data.after)}`}
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
