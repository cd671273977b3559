import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import sortStyles from '#packages/web/desk/list/sort-button.module.css'
import type { ReadinessSort, SchoolReadiness } from '../../../contract.ts'
import type { VisitSchool } from './use-visit.ts'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import styles from './school-table.module.css'

export interface SchoolColumn {
  key: string
  title: string
  sort?: ReadinessSort
  /** The content of a cell; `isMissing` shows it in red. */
  cell: (school: SchoolReadiness) => { content: ReactNode; spokenText: string; isMissing?: boolean }
  /** The page in the school that a cell links to. */
  to: (school: SchoolReadiness) => string
}

interface Props {
  label: string
  schools: readonly SchoolReadiness[]
  columns: readonly SchoolColumn[]
  /** The highlighted column. */
  marked?: string
  sort: { key: ReadinessSort; desc: boolean }
  onSort: (sort: { key: ReadinessSort; desc: boolean }) => void
  visit: VisitSchool | undefined
}

/** A row per school, a column per fact; each cell links to a page of the school. */
export function SchoolTable({ label, schools, columns, marked, sort, onSort, visit }: Props) {
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            <HeadCell title="学校" sortKey="name" sort={sort} onSort={onSort} />
            {columns.map(({ key, title, sort: sortKey }) => (
              <HeadCell
                key={key}
                title={title}
                sortKey={sortKey}
                sort={sort}
                onSort={onSort}
                isMarked={key === marked}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {schools.map((school) => (
            <tr key={school.orgId}>
              <th scope="row">
                <SchoolLink school={school} visit={visit} url="/" label={`进入${school.orgName}`}>
                  {school.orgName}
                </SchoolLink>
              </th>
              {columns.map(({ key, title, cell, to }) => {
                const { content, spokenText, isMissing = false } = cell(school)
                return (
                  <td key={key} data-marked={key === marked ? '' : undefined}>
                    <SchoolLink
                      school={school}
                      visit={visit}
                      isMissing={isMissing}
                      url={to(school)}
                      label={`${school.orgName}，${title}，${spokenText}`}
                    >
                      {content}
                    </SchoolLink>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps extends Pick<Props, 'sort' | 'onSort'> {
  title: string
  sortKey: ReadinessSort | undefined
  isMarked?: boolean
}

function HeadCell({ title, sortKey, sort, onSort, isMarked = false }: HeadProps) {
  const order = sortKey && sort.key === sortKey ? (sort.desc ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" aria-sort={order} data-marked={isMarked ? '' : undefined}>
      {sortKey ? (
        <button
          type="button"
          className={sortStyles['sort']}
          data-order={order}
          onClick={() => onSort(nextSort(sort, sortKey))}
        >
          {title}
          <span className={sortStyles['carets']}>
            <Glyph of={CaretUpFilled} />
            <Glyph of={CaretDownFilled} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Ascending, descending, then the order of the district. */
function nextSort(now: Props['sort'], key: ReadinessSort): Props['sort'] {
  if (now.key !== key) return { key, desc: false }
  return now.desc ? { key: 'sort', desc: false } : { key, desc: true }
}

interface SchoolLinkProps {
  school: SchoolReadiness
  url: string
  label: string
  isMissing?: boolean
  visit: VisitSchool | undefined
  children: ReactNode
}

function SchoolLink({ school, url, label, isMissing = false, visit, children }: SchoolLinkProps) {
  const className = isMissing ? `${styles['cell']} ${styles['missing']}` : styles['cell']
  if (!visit) return <span className={className}>{children}</span>
  return (
    <button type="button" className={className} onClick={() => visit(school, url)}>
      <span aria-hidden>{children}</span>
      <span className={spoken['only']}>{label}</span>
    </button>
  )
}
