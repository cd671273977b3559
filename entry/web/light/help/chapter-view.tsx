import { useEffect, useState } from 'react'
import { TextButton } from '#packages/web/light/button.tsx'
import { PrintIcon } from '#packages/web/light/part-icons.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import type { HandbookDocument } from '../../build/documents.ts'
import { DocumentView } from './document-view.tsx'
import type { Chapter } from './chapter.ts'
import styles from './chapter-view.module.css'

/** One chapter, scrolled to its anchor. */
export function ChapterView({ chapter, anchor }: { chapter: Chapter; anchor: string }) {
  const [text, setText] = useState<HandbookDocument | 'failed'>()
  useEffect(() => {
    if (text) return
    chapter.load().then(setText, () => setText('failed'))
  }, [text, chapter])
  const isThere = text !== undefined && text !== 'failed'
  useEffect(() => {
    if (!isThere || !anchor) return
    const target = document.getElementById(anchor)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isThere, anchor])
  if (text === undefined) return <Skeleton blocks={[[34, 92, 92, 66]]} />
  if (text === 'failed') return <PageLoadError onRetry={() => setText(undefined)} />
  return (
    <>
      <DocumentView document={text} />
      <p className={styles['print']}>
        <TextButton onClick={() => window.print()}>
          <PrintIcon size={18} />
          打印本章
        </TextButton>
      </p>
    </>
  )
}
