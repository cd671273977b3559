import { InfoCircleFilled, RollbackOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { findHomeOrganisation, switchOrganisation } from '../switching/switch-organisation.ts'
import { showSwitchStepUp } from '../switching/switch-dialog-host.tsx'
import { getPendingSwitch, type SwitchChoice } from '../switching/use-switch-organisation.ts'
import styles from './visitor-strip.module.css'

/**
 * Shows on every page that the user is a visitor. It cannot be closed, because actions change the data of another
 * organisation.
 */
export function VisitorStrip() {
  const user = useSession((session) => session.user)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  if (!user?.homeOrgName) return null
  const goHome = async () => {
    setBusy(true)
    let home: SwitchChoice | null = null
    try {
      home = await findHomeOrganisation()
      if (home) await switchOrganisation(home.id)
      else location.assign('/')
    } catch (refused) {
      setBusy(false)
      const pending = home && getPendingSwitch(refused, home)
      if (pending) showSwitchStepUp(pending)
      else toast.error(getErrorMessage(refused))
    }
  }
  return (
    <div className={styles['strip']} role="region" aria-label="访问提示">
      <Glyph of={InfoCircleFilled} />
      <span className={styles['words']}>
        您是{user.homeOrgName}人员，正在查看{user.orgName}的数据，所有操作都会留痕。
      </span>
      <button type="button" className={styles['home']} disabled={busy} onClick={() => void goHome()}>
        <Glyph of={RollbackOutlined} />
        返回本单位
      </button>
    </div>
  )
}
