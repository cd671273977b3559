import { BankOutlined, DownOutlined, SwapOutlined } from '@ant-design/icons'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { showSwitchDialog } from '../switching/switch-dialog-host.tsx'
import styles from './org-control.module.css'

/** The current organisation, and the button to switch: one control, because the name serves both. */
export function OrgControl() {
  const user = useSession((session) => session.user)
  const isBig = useBigText()
  const isPhone = usePhone()
  const bank = !isBig && <Glyph of={BankOutlined} className={styles['bank']!} />
  if (user?.switchoverOrg !== 1) {
    return (
      <span className={styles['place']}>
        {bank}
        <span className={styles['name']}>{user?.orgName}</span>
      </span>
    )
  }
  const chip = (
    <span className={styles['chip']}>
      <Glyph of={SwapOutlined} />
      {isBig ? '切换学校' : '切换'}
    </span>
  )
  const arrow = (
    <>
      <Glyph of={DownOutlined} className={styles['arrow']!} />
      <span className={spoken['only']}>切换</span>
    </>
  )
  return (
    <button type="button" className={`${styles['place']} ${styles['button']}`} onClick={showSwitchDialog}>
      {bank}
      <span className={styles['name']}>{user.orgName}</span>
      {isPhone ? arrow : chip}
    </button>
  )
}
