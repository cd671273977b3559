import { use, type ReactNode } from 'react'
import { Logo } from '#packages/web/core/logo.tsx'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { BigTextButton } from '../big-text-button.tsx'
import { Hero } from '../hero.tsx'
import { ClockIcon, OfflineIcon } from '../more-icons.tsx'
import { HelpIcon } from '../icons.tsx'
import { PageLoadError, Skeleton } from '../state-notice.tsx'
import { SiteFootContext } from './site-foot-context.ts'
import { UnpublishedNotice } from './unpublished-notice.tsx'
import styles from './public-page.module.css'

interface Props {
  /** The name of the publisher: 云禾区教育. */
  name: string
  title: string
  state: 'loading' | 'ready' | 'failed' | 'unpublished'
  /** The main content, on blue. */
  hero?: ReactNode
  /** The time of the content, as text; `isStale` once it is too old. */
  at?: string
  isStale?: boolean
  isOffline?: boolean
  onRetry?: () => void
  /** The anchor in the handbook. */
  help?: string
  children?: ReactNode
}

type AgeProps = Pick<Props, 'at' | 'isStale' | 'isOffline'> & { isOnHero?: boolean }

/** A public page without sign-in: head, hero, body, and a foot with the legally required information. */
export function PublicPage(props: Props) {
  const { name, title, state, hero, help = '' } = props
  usePageTitle(state === 'unpublished' ? '页面未发布' : title)
  const siteFoot = use(SiteFootContext)
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Logo size={28} />
        <span className={styles['name']}>{name}</span>
        <BigTextButton />
        <a className={styles['help']} href={help ? `/help#${help}` : '/help'} aria-label="帮助">
          <HelpIcon size={22} />
        </a>
      </header>
      <main className={styles['main']}>
        {state === 'ready' && hero && (
          <Hero>
            {hero}
            <DataAgeLine {...props} isOnHero />
          </Hero>
        )}
        <div className={styles['body']}>
          <Body {...props} />
        </div>
      </main>
      <footer className={styles['foot']}>{siteFoot}</footer>
    </div>
  )
}

function Body({ title, state, hero, onRetry = () => location.reload(), children, ...age }: Props) {
  switch (state) {
    case 'loading':
      return (
        <Skeleton
          blocks={[
            [40, 70],
            [30, 92, 66],
            [34, 92],
          ]}
        />
      )
    case 'failed':
      return (
        <>
          <h1 className={styles['plain']}>{title}</h1>
          <PageLoadError onRetry={onRetry} />
        </>
      )
    case 'unpublished':
      return <UnpublishedNotice />
    case 'ready':
      return (
        <>
          {!hero && (
            <div className={styles['plain']}>
              <h1 className={styles['title']}>{title}</h1>
              <DataAgeLine {...age} />
            </div>
          )}
          {children}
        </>
      )
  }
}

/** The time of the content; when too old it is amber on white, and white on amber over the blue. */
function DataAgeLine({ at, isStale = false, isOffline = false, isOnHero = false }: AgeProps) {
  if (!at) return null
  const text = isOffline ? `没有网络，以下是 ${at} 的内容` : `数据截至 ${at}`
  return (
    <p className={isOnHero ? styles['heroAge'] : styles['age']} data-stale={isStale || isOffline ? '' : undefined}>
      {isOffline ? <OfflineIcon size={16} /> : isStale && <ClockIcon size={16} />}
      {text}
    </p>
  )
}
