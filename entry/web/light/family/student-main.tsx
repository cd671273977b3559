import { useState } from 'react'
import { Logo } from '#packages/web/core/logo.tsx'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { signOut } from '../../sign-out.ts'
import styles from '../notice.module.css'

/** Where pupils and guardians arrive. */
export default function StudentMain() {
  usePageTitle('首页')
  // Who leaves stays named until the page has changed.
  const [user] = useState(() => useSession.getState().user)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await signOut()
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
