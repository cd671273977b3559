import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import styles from './page-notice.module.css'

interface Props {
  drawing: ReactNode
  /** In the title bar of the browser. */
  name: string
  title: string
  text: ReactNode
  children?: ReactNode
}

/** A full page that explains why the requested page is not shown, and what to do next. */
export function PageNotice({ drawing, name, title, text, children }: Props) {
  usePageTitle(name)
  return (
    <div className={styles['notice']}>
      {drawing}
      <h1 className={styles['title']}>{title}</h1>
      <p className={styles['words']}>{text}</p>
      {children}
    </div>
  )
}

/** The given actions, then home, and back if the previous page was one of ours. */
export function ExitButtons({ children }: { children?: ReactNode }) {
  const navigate = useNavigate()
  const hasBefore = ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
  return (
    <div className={styles['ways']}>
      {children}
      {hasBefore && <Button onClick={() => void navigate(-1)}>返回上一页</Button>}
      <Button type={children || hasBefore ? 'default' : 'primary'} onClick={() => void navigate('/')}>
        返回首页
      </Button>
    </div>
  )
}
