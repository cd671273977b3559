import { useEffect, useId, useState } from 'react'
import { Card } from '#packages/web/light/card.tsx'
import { SearchIcon } from '#packages/web/light/part-icons.tsx'
import { EmptyState, PageLoadError } from '#packages/web/light/state-notice.tsx'
import type { HandbookDocument } from '../../build/documents.ts'
import type { Chapter } from './chapter.ts'
import { searchHandbook } from './handbook-search.ts'
import styles from './handbook-contents.module.css'

interface Props {
  chapters: readonly Chapter[]
  current: string | undefined
}

/** The table of contents; during a search, the results instead. */
export function HandbookContents({ chapters, current }: Props) {
  const [query, setQuery] = useState('')
  const id = useId()
  return (
    <>
      <div role="search" className={styles['search']}>
        <SearchIcon size={18} />
        <input
          id={id}
          type="search"
          className={styles['input']}
          aria-label="搜索帮助"
          placeholder="搜索帮助"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {query.trim() ? (
        <SearchResults chapters={chapters} query={query} onOpen={() => setQuery('')} />
      ) : (
        <nav className={styles['contents']} aria-label="目录">
          {chapters.map((chapter) => (
            <Card key={chapter.id} isFlush>
              <a
                className={styles['chapter']}
                href={`#${chapter.id}`}
                aria-current={chapter.id === current ? 'page' : undefined}
              >
                {chapter.title}
              </a>
              <ul className={styles['sections']}>
                {chapter.sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`}>{section.title}</a>
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </nav>
      )}
    </>
  )
}

interface SearchResultsProps {
  chapters: readonly Chapter[]
  query: string
  onOpen: () => void
}

/** Searches the texts, which are loaded on the first search. */
function SearchResults({ chapters, query, onOpen }: SearchResultsProps) {
  const [documents, setDocuments] = useState<readonly HandbookDocument[] | 'failed'>()
  useEffect(() => {
    if (documents) return
    Promise.all(chapters.map((chapter) => chapter.load())).then(setDocuments, () => setDocuments('failed'))
  }, [documents, chapters])
  if (documents === 'failed') return <PageLoadError onRetry={() => setDocuments(undefined)} />
  const hits = documents ? searchHandbook(documents, query) : []
  return (
    <div role="status" className={styles['found']}>
      {documents && hits.length === 0 && (
        <EmptyState title="没有找到">换个说法试试，例如“密码”“切换”。也可以联系本单位管理员。</EmptyState>
      )}
      {hits.length > 0 && (
        <Card isFlush>
          <ul>
            {hits.map(({ anchor, chapter, title, excerpt }) => (
              <li key={anchor} className={styles['hit']}>
                <a href={`#${anchor}`} onClick={onOpen}>
                  <b>{title}</b>
                  {title !== chapter && <small>{chapter}</small>}
                  <span>{excerpt}</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
