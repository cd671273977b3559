import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { recordClientError } from '#packages/web/core/client-errors.ts'
import { Button } from './button.tsx'
import styles from './lazy-component.module.css'

interface LazyOptions {
  /** Nobody would miss it: should it not come, nothing is said. */
  hideOnError?: boolean
  /** What stands there until it comes. */
  fallback?: ReactNode
}

/**
 * A part of a page that is loaded when it is first drawn; should that fail, the rest of the page stays.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyOptions = {},
) {
  return function LazyComponent(props: Props) {
    const [{ Part, failed }, setLoaded] = useState<{ Part?: ComponentType<Props>; failed: boolean }>({ failed: false })
    useEffect(() => {
      if (Part || failed) return
      let gone = false
      load().then(
        (loaded) => gone || setLoaded({ Part: loaded, failed: false }),
        (error: unknown) => {
          recordClientError(error, '页面部件')
          if (!gone) setLoaded({ failed: true })
        },
      )
      return () => {
        gone = true
      }
    }, [Part, failed])
    if (Part) return <Part {...props} />
    if (!failed) return options.fallback ?? null
    if (options.hideOnError) return null
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
