import { Suspense, type ReactNode } from 'react'
import { usePage } from '../page-context.tsx'
import { useMay } from '../permissions.tsx'
import styles from './detail-drawer.module.css'

interface Props {
  title?: string | undefined
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** One section of the details beside a list. */
export const DetailSection = ({ title, aside, children }: Props) => (
  <section className={styles['section']}>
    {title && (
      <div className={styles['heading']}>
        <h3>{title}</h3>
        {aside}
      </div>
    )}
    {children}
  </section>
)

/** The sections of other modules, filtered by the user's permissions. */
export function AddedSections({ id, isIn }: { id: string; isIn: (tab: string | undefined) => boolean }) {
  const { sections = [] } = usePage()
  const may = useMay()
  return sections
    .filter(({ permission, tab }) => may(permission) && isIn(tab))
    .map(({ id: key, Section }) => (
      <Suspense key={`${key} ${id}`}>
        <Section id={id} />
      </Suspense>
    ))
}

/** The tabs to which other modules add sections that the user may see. */
export function useAddedTabs(): ReadonlySet<string> {
  const { sections = [] } = usePage()
  const may = useMay()
  return new Set(sections.flatMap(({ permission, tab }) => (tab && may(permission) ? tab : [])))
}
