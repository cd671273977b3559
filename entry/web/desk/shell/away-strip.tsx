import { InfoCircleFilled, RollbackOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { findHome, switchTo } from '../switching/go.ts'
import { showProving } from '../switching/show.tsx'
import { askedBy, type Chosen } from '../switching/use-going.ts'
import styles from './away-strip.module.css'

/** Says on every page that one is a visitor. It cannot be closed: what is done here is done to others' data. */
export function AwayStrip() {
  const user = useSession((session) => session.user)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  if (!user?.homeOrgName) return null
  const goHome = async () => {
    setBusy(true)
    let home: Chosen | null = null
    try {
      home = await findHome()
      if (home) await switchTo(home.id)
      else location.assign('/')
    } catch (refused) {
      setBusy(false)
      const asked = home && askedBy(refused, home)
      if (asked) showProving(asked)
      else toast.error(wordsOf(refused))
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
