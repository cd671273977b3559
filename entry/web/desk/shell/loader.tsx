import { useNavigation } from 'react-router'
import { PageSkeleton } from '#packages/web/desk/page-skeleton.tsx'
import { findPage } from '../page-list.ts'
import { hasLoader, useLoader } from './use-loader.ts'
import styles from './loader.module.css'

/** Replaces the page while the next one loads slowly; the shell stays unchanged. */
export function Loader() {
  const { location } = useNavigation()
  const path = location?.pathname ?? ''
  const isShown = useLoader(location !== undefined && hasLoader(path))
  return (
    isShown && (
      <div className={styles['loader']}>
        <PageSkeleton shape={findPage(path)?.shape ?? 'list'} />
      </div>
    )
  )
}
