import { RightOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { SchoolReadiness } from '../../../contract.ts'
import { listMissingTitles, getProgress } from './step-columns.tsx'
import type { VisitSchool } from './use-visit.ts'
import styles from './school-cards.module.css'

/** The phone layout: the missing steps of each school, with links. */
export const SchoolCards = ({
  schools,
  visit,
}: {
  schools: readonly SchoolReadiness[]
  visit: VisitSchool | undefined
}) => (
  <ul>
    {schools.map((school) => {
      const missing = listMissingTitles(school)
      const label = (
        <span className={styles['words']}>
          <span className={styles['name']}>{school.orgName}</span>
          <span className={missing.length > 0 ? styles['missing'] : styles['fact']}>
            {missing.length > 0 ? `缺：${missing.join('、')}` : '已准备好'}
          </span>
        </span>
      )
      const progress = <span className={styles['fact']}>{getProgress(school).join(' / ')}</span>
      return (
        <li key={school.orgId}>
          {visit ? (
            <button type="button" className={styles['row']} onClick={() => visit(school, '/baseData/SetUp')}>
              {label}
              {progress}
              <Glyph of={RightOutlined} />
            </button>
          ) : (
            <div className={styles['row']}>
              {label}
              {progress}
            </div>
          )}
        </li>
      )
    })}
  </ul>
)
