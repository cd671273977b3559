import { useEffect, useState } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { findChapter, type Chapter } from './chapter.ts'
import { HandbookContents } from './handbook-contents.tsx'
import { ChapterView } from './chapter-view.tsx'
import styles from './handbook-view.module.css'

const HelpContact = lazyComponent(() => import('./help-contact.tsx').then((loaded) => loaded.HelpContact), {
  hideOnError: true,
})

const readAnchor = () => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** The anchor in the address; the help buttons of all pages set one. */
function useAnchor() {
  const [anchor, setAnchor] = useState(readAnchor)
  useEffect(() => {
    const updateAnchor = () => setAnchor(readAnchor())
    window.addEventListener('hashchange', updateAnchor)
    return () => window.removeEventListener('hashchange', updateAnchor)
  }, [])
  return anchor
}

const goBack = () => (history.length > 1 ? history.back() : location.assign('/'))

/** Contents and search, and one chapter at a time. */
export function HandbookView({ chapters }: { chapters: readonly Chapter[] }) {
  usePageTitle('帮助')
  const anchor = useAnchor()
  const chapter = findChapter(chapters, anchor)
  // Wide screens have room for a chapter beside the contents, so the first one is open there.
  const shown = chapter ?? chapters[0]
  return (
    <LightPage isWide head={<Bar title="帮助" back={goBack} help={false} />}>
      <div className={styles['columns']} data-reading={chapter ? '' : undefined}>
        <div className={styles['side']}>
          <HandbookContents chapters={chapters} current={shown?.id} />
          <HelpContact />
        </div>
        <div className={styles['text']}>
          <a className={styles['all']} href="#contents">
            全部帮助
          </a>
          {shown && <ChapterView key={shown.id} chapter={shown} anchor={chapter ? anchor : ''} />}
        </div>
      </div>
    </LightPage>
  )
}
