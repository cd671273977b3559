import { useState } from 'react'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { Logo } from '#packages/web/core/logo.tsx'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { endSession, useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import styles from '../notice.module.css'

/** Where pupils and guardians arrive. */
export default function StudentMain() {
  usePageTitle('首页')
  const user = useSession((session) => session.user)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    // Should the server not hear of it, the session ends there by itself soon enough.
    await call(sessionApi.logout).catch(() => {})
    endSession()
    location.replace('/userLogin')
  }
  return (
    <main className={styles['page']}>
      <Logo size={48} />
      <h1>欢迎，{user?.realName}</h1>
      <p>{user?.orgName}</p>
      <div className={styles['act']}>
        <Button kind="plain" busy={busy && '正在退出…'} onClick={() => void leave()}>
          退出
        </Button>
      </div>
    </main>
  )
}
