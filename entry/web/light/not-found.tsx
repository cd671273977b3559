import { Logo } from '#packages/web/core/logo.tsx'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import styles from './notice.module.css'

export default function NotFound() {
  usePageTitle('页面不存在')
  return (
    <main className={styles['page']}>
      <Logo size={48} />
      <h1>页面不存在</h1>
      <p>网址可能有误，或页面已经移走。</p>
      <a href="/login">去登录</a>
    </main>
  )
}
