import { Logo } from '#packages/web/core/logo.tsx'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { studentHome } from '../../who.ts'
import styles from '../notice.module.css'

export default function NotOpen() {
  usePageTitle('不能使用')
  return (
    <main className={styles['page']}>
      <Logo size={48} />
      <h1>该功能不对学生开放</h1>
      <p>这个页面供教职工使用。</p>
      <a href={studentHome}>返回首页</a>
    </main>
  )
}
