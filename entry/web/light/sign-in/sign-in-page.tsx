import { Logo } from '#packages/web/core/logo.tsx'
import { productName } from '#packages/web/core/page-title.ts'
import { Aside } from './aside.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { Scenery } from './scenery.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useInvitation } from './use-invitation.ts'
import styles from './sign-in-page.module.css'

export default function SignInPage() {
  const [invitation, dismiss] = useInvitation()
  return (
    <div className={styles['page']}>
      <Scenery />
      <header className={styles['header']}>
        <Logo size={36} />
        <span className={styles['name']}>启明</span>
        <span className={styles['product']}>{productName}</span>
      </header>
      <main className={styles['main']}>
        <div className={styles['card']}>
          <section className={styles['form']}>
            <p className={styles['banner']}>
              区域教育数据
              <br />
              应用管理中心
            </p>
            {invitation ? <InvitationForm key={invitation} token={invitation} onDone={dismiss} /> : <SignInForm />}
          </section>
          <Aside />
        </div>
      </main>
      <footer className={styles['footer']}>建议使用 Chrome、Edge 109 及以上版本的浏览器</footer>
    </div>
  )
}
