import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { BigTextButton } from './big-text-button.tsx'
import { ChevronLeftIcon } from './part-icons.tsx'
import { HelpIcon } from './icons.tsx'
import styles from './bar.module.css'

interface Props {
  title: string
  /** Where back leads, or what it does. */
  back?: string | (() => void)
  /** Blue on landing pages, white where something is to be done. */
  variant?: 'plain' | 'hero'
  /** The anchor in the handbook; pages of the handbook itself have none. */
  help?: string | false
  /** The page has a larger title below. */
  isSecondary?: boolean
}

/** DingTalk and WeChat draw a bar with the title and the way back themselves. */
const hasHostBar = () => isInDingTalk() || /MicroMessenger/.test(navigator.userAgent)

/** The head of a page on a phone: the way back, the title, and 大字 and 帮助 at the same place everywhere. */
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
