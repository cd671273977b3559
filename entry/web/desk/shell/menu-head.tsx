import { useQuery } from '@tanstack/react-query'
import { useBigText } from '#packages/web/core/big-text.ts'
import { Logo } from '#packages/web/core/logo.tsx'
import { menuOptions } from '../menu.ts'
import styles from './side-menu.module.css'

/** The name of the product and of the district. */
export function MenuHead({ isRail }: { isRail: boolean }) {
  const isBig = useBigText()
  const { data } = useQuery(menuOptions)
  return (
    <div className={styles['head']}>
      <Logo size={isBig ? 40 : 28} />
      {!isRail && <span>启明</span>}
      {!isRail && !isBig && data && <span className={styles['district']}>{data.bureauName}</span>}
    </div>
  )
}
