import { InfoCircleFilled, RollbackOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Ret } from '#packages/core'
import { CallError, wordsOf } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { returnHome } from '../switching/go.ts'
import { showSwitching } from '../switching/show.tsx'
import styles from './away-strip.module.css'

/** Says on every page that one is a visitor. It cannot be closed: what is done here is done to others' data. */
export function AwayStrip() {
  const user = useSession((session) => session.user)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  if (!user?.homeOrgName) return null
  const goHome = () => {
    setBusy(true)
    returnHome().catch((error: unknown) => {
      setBusy(false)
      // There is a place for the code in the dialog, and the way home too.
      if (error instanceof CallError && error.ret === Ret.secondStepNeeded) showSwitching()
      toast.error(wordsOf(error))
    })
  }
  return (
    <div className={styles['strip']} role="region" aria-label="访问提示">
      <Glyph of={InfoCircleFilled} />
      <span className={styles['words']}>
        您正在以{user.homeOrgName}身份访问{user.orgName}
      </span>
      <button type="button" className={styles['home']} disabled={busy} onClick={goHome}>
        <Glyph of={RollbackOutlined} />
        返回本单位
      </button>
    </div>
  )
}
