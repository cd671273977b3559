import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { noteError } from '#packages/web/core/error-list.ts'
import { Button } from './button.tsx'
import styles from './late.module.css'

interface Manner {
  /** Nobody would miss it: should it not come, nothing is said. */
  isQuiet?: boolean
  /** What stands there until it comes. */
  meanwhile?: ReactNode
}

/**
 * A part of a page that is loaded when it is first drawn; should that fail, the rest of the page stays.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, manner: Manner = {}) {
  return function Late(props: Props) {
    const [{ Part, failed }, setLoaded] = useState<{ Part?: ComponentType<Props>; failed: boolean }>({ failed: false })
    useEffect(() => {
      if (Part || failed) return
      let gone = false
      load().then(
        (loaded) => gone || setLoaded({ Part: loaded, failed: false }),
        (error: unknown) => {
          noteError(error, '页面部件')
          if (!gone) setLoaded({ failed: true })
        },
      )
      return () => {
        gone = true
      }
    }, [Part, failed])
    if (Part) return <Part {...props} />
    if (!failed) return manner.meanwhile ?? null
    if (manner.isQuiet) return null
    return (
      <div className={styles['failed']} role="alert">
        <p>没有加载成功，请检查网络后重试。</p>
        <Button kind="plain" onClick={() => setLoaded({ failed: false })}>
          重试
        </Button>
      </div>
    )
  }
}
