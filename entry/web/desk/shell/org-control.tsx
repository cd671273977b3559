import { BankOutlined, SwapOutlined } from '@ant-design/icons'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { showSwitching } from '../switching/show.tsx'
import styles from './org-control.module.css'

/** Where one is, and the way elsewhere: one control, because the name says both. */
export function OrgControl() {
  const user = useSession((session) => session.user)
  if (user?.switchoverOrg !== 1) {
    return (
      <span className={styles['place']}>
        <Glyph of={BankOutlined} className={styles['bank']!} />
        <span className={styles['name']}>{user?.orgName}</span>
      </span>
    )
  }
  return (
    <button type="button" className={`${styles['place']} ${styles['button']}`} onClick={showSwitching}>
      <Glyph of={BankOutlined} className={styles['bank']!} />
      <span className={styles['name']}>{user.orgName}</span>
      <span className={styles['chip']}>
        <Glyph of={SwapOutlined} />
        切换
      </span>
    </button>
  )
}
