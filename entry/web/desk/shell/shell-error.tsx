import { useRouteError } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { signOutToLogin } from '../menu.ts'
import styles from './shell-error.module.css'

/** The menu could not be loaded: offers a retry or a new sign-in. */
export function ShellError() {
  const error = useRouteError()
  return (
    <main className={styles['fault']}>
      <PageState status="failed" error={error} onRetry={() => location.reload()} />
      <Button type="link" onClick={() => void signOutToLogin()}>
        重新登录
      </Button>
    </main>
  )
}
