import { useEffect, useState, type ComponentType } from 'react'
import { Button } from './button.tsx'
import styles from './late.module.css'

/** A part of a page that is loaded when it is first drawn; should that fail, the rest of the page stays. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function Late(props: Props) {
    const [{ Part, failed }, setLoaded] = useState<{ Part?: ComponentType<Props>; failed: boolean }>({ failed: false })
    useEffect(() => {
      if (Part || failed) return
      let gone = false
      load().then(
        (loaded) => gone || setLoaded({ Part: loaded, failed: false }),
        () => gone || setLoaded({ failed: true }),
      )
      return () => {
        gone = true
      }
    }, [Part, failed])
    if (Part) return <Part {...props} />
    if (!failed) return null
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
