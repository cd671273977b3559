import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { BigTextButton } from './big-text-button.tsx'
import { ChevronLeftIcon } from './part-icons.tsx'
import { HelpIcon } from './icons.tsx'
import styles from './bar.module.css'

interface Props {
  title: string
  /** The target or the handler of the back button. */
  back?: string | (() => void)
  /** Blue on landing pages, white on task pages. */
  variant?: 'plain' | 'hero'
  /** The anchor in the handbook; pages of the handbook itself have none. */
  help?: string | false
  /** The page has a larger title below. */
  isSecondary?: boolean
}

/** DingTalk and WeChat show their own bar with title and back button. */
const hasHostBar = () => isInDingTalk() || /MicroMessenger/.test(navigator.userAgent)

/** The head of a page on a phone: back button, title, and 大字 and 帮助 in the same place everywhere. */
export function Bar({ title, back, variant = 'plain', help = '', isSecondary = false }: Props) {
  const Title = isSecondary ? 'p' : 'h1'
  const isHosted = hasHostBar()
  return (
    <header className={`${styles['bar']} ${styles[variant]}`}>
      {back !== undefined && !isHosted && <Back to={back} />}
      <Title className={isHosted ? styles['unseen'] : styles['title']}>{title}</Title>
      <BigTextButton />
      {help !== false && (
        <a className={styles['tool']} href={help ? `/help#${help}` : '/help'} aria-label="帮助">
          <HelpIcon size={22} />
        </a>
      )}
    </header>
  )
}

function Back({ to }: { to: string | (() => void) }) {
  const arrow = <ChevronLeftIcon size={22} />
  if (typeof to === 'string') {
    return (
      <a className={styles['tool']} href={to} aria-label="返回">
        {arrow}
      </a>
    )
  }
  return (
    <button type="button" className={styles['tool']} onClick={to} aria-label="返回">
      {arrow}
    </button>
  )
}
