import { lazy, Suspense } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { TermPage } from '../components/term-page.tsx'
import { VersionList } from '../timetable/version-list.tsx'
import styles from './timetable.module.css'

// The list of versions does not need it.
const VersionPage = lazy(() => import('../timetable/version-page.tsx'))

/** 课表: the versions of a term; one of them with `?id=`. */
export default function TimetablePage() {
  const { search } = usePageSearch()
  const id = search.get('id')
  if (!id) return <TermPage about="课表按学校编排。">{(place) => <VersionList {...place} />}</TermPage>
  return (
    <div className={styles['version']}>
      <Suspense fallback={<PageState status="loading" />}>
        <VersionPage key={id} id={id} />
      </Suspense>
    </div>
  )
}
