import { useQuery } from '@tanstack/react-query'
import { unavailableDistricts } from './use-apply-queries.ts'
import styles from './own-app-parts.module.css'

/** Says that the list is not complete, because the cells of some districts do not answer. */
export function UnavailableNote() {
  const { data } = useQuery(unavailableDistricts)
  if (!data || data.unavailable.length === 0) return null
  return (
    <p className={styles['none']} role="status">
      部分区县暂不可用，列表不完整：{data.unavailable.join('、')}
    </p>
  )
}
