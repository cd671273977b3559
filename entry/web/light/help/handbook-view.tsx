import { useEffect, useState } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { late } from '#packages/web/light/late.tsx'
import { Page } from '#packages/web/light/page.tsx'
import { chapterOf, type Chapter } from './chapter.ts'
import { Contents } from './contents.tsx'
import { Reading } from './reading.tsx'
import styles from './handbook-view.module.css'

const Ask = late(() => import('./ask.tsx').then((loaded) => loaded.Ask), { isQuiet: true })

const anchorNow = () => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** The place in the handbook that the address names; help buttons of all pages lead to one. */
function useAnchor() {
  const [anchor, setAnchor] = useState(anchorNow)
  useEffect(() => {
    const look = () => setAnchor(anchorNow())
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  return anchor
}

const goBack = () => (history.length > 1 ? history.back() : location.assign('/'))

/** Contents and search, and one chapter at a time. */
export function HandbookView({ chapters }: { chapters: readonly Chapter[] }) {
  usePageTitle('帮助')
  const anchor = useAnchor()
  const chapter = chapterOf(chapters, anchor)
  // Wide screens have room for a chapter beside the contents, so there the first one is open.
  const shown = chapter ?? chapters[0]
  return (
    <Page isWide head={<Bar title="帮助" back={goBack} help={false} />}>
      <div className={styles['columns']} data-reading={chapter ? '' : undefined}>
        <div className={styles['side']}>
          <Contents chapters={chapters} current={shown?.id} />
          <Ask />
        </div>
        <div className={styles['text']}>
          <a className={styles['all']} href="#contents">
            全部帮助
          </a>
          {shown && <Reading key={shown.id} chapter={shown} anchor={chapter ? anchor : ''} />}
        </div>
      </div>
    </Page>
  )
}
