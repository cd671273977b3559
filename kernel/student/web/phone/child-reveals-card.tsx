import { call } from '#packages/web/core/call.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { useFamily } from '#packages/web/core/family.ts'
import { EyeIcon } from '#packages/web/light/icons.tsx'
import { studentApi } from '../../contract.ts'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import styles from './child-reveals-card.module.css'

/** 谁看过我孩子的信息: how often, when last, and by which role. Hidden if loading fails. */
export default function ChildRevealsCard() {
  const childId = useFamily((family) => family.childId)
  const { answer } = useLoaded(childId, () => call(studentApi.childReveals, { query: { studentId: childId! } }))
  useOrderedLoading(!answer)
  if (!answer || answer === 'failed') return null
  const { count, last } = answer
  return (
    <p className={styles['looks']}>
      <EyeIcon size={20} />
      <span>
        <strong className={styles['title']}>谁看过我孩子的信息</strong>
        {last
          ? `近一年完整信息被查阅 ${count} 次，最近一次：${last.by}，${formatTimeAgo(last.at)}${last.field && `，${last.field}`}。`
          : '近一年没有人查阅过完整的证件号、电话和住址。'}
      </span>
    </p>
  )
}
