import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { recordClientError } from '#packages/web/core/client-errors.ts'
import { Button } from './button.tsx'
import styles from './lazy-component.module.css'

interface LazyOptions {
  /** Not essential: when it fails to load, nothing is shown. */
  hideOnError?: boolean
  /** Shown until it has loaded. */
  fallback?: ReactNode
}

/** A component that is loaded when it is first rendered; a failure leaves the rest of the page intact. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyOptions = {},
) {
  // Once loaded it is there at once: a layer that replaces another one opens in the same moment.
  let known: ComponentType<Props> | undefined
  return function LazyComponent(props: Props) {
    const [{ Part, failed }, setLoaded] = useState<{ Part?: ComponentType<Props>; failed: boolean }>(() => ({
      ...(known && { Part: known }),
      failed: false,
    }))
    useEffect(() => {
      if (Part || failed) return
      let isUnmounted = false
      load().then(
        (loaded) => {
          known = loaded
          if (!isUnmounted) setLoaded({ Part: loaded, failed: false })
        },
        (error: unknown) => {
          recordClientError(error, '页面部件')
          if (!isUnmounted) setLoaded({ failed: true })
        },
      )
      return () => {
        isUnmounted = true
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
