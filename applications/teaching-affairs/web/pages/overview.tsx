import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { namedGlyphs } from '#packages/web/desk/named-glyphs.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import type { AreaFigure } from '../../contract.ts'
import { overviewQuery } from '../affairs-queries.ts'
import { areaPages } from '../area-pages.ts'
import styles from './overview.module.css'

/** 教务管理: the areas of teaching affairs with their figures of today; each leads to its page. */
export default function Overview() {
  const query = useQuery(overviewQuery)
  return (
    <div className={styles['page']}>
      <ActionLine note={query.data?.orgName} />
      <QueryState query={query}>
        {({ areas }) =>
          areas.length > 0 ? (
            <ul className={styles['areas']}>
              {areas.map((area) => (
                <AreaTile key={area.area} {...area} />
              ))}
            </ul>
          ) : (
            <PageState status="forbidden" />
          )
        }
      </QueryState>
    </div>
  )
}

function AreaTile({ area, figure, unit, note, isOpen }: AreaFigure) {
  const page = areaPages[area]
  if (!page) return null
  return (
    <li>
      <Link className={styles['tile']} to={page.to}>
        <TileIcon of={namedGlyphs[page.icon]!} size="head" />
        <span className={styles['text']}>
          <span className={styles['title']}>{page.title}</span>
          {figure !== null && (
            <span className={styles['figure']}>
              <strong>{figure.toLocaleString()}</strong> {unit}
            </span>
          )}
          <span className={styles['note']} data-open={isOpen}>
            {note}
          </span>
        </span>
      </Link>
    </li>
  )
}
