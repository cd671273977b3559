import { RightOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { SchoolReadiness } from '../../../contract.ts'
import { missingOf, progressOf } from './steps.tsx'
import type { Visit } from './use-visit.ts'
import styles from './school-cards.module.css'

/** The same on a phone: what each school lacks, and the way there. */
export const SchoolCards = ({ schools, visit }: { schools: readonly SchoolReadiness[]; visit: Visit | undefined }) => (
  <ul className={styles['list']}>
    {schools.map((school) => {
      const missing = missingOf(school)
      const words = (
        <span className={styles['words']}>
          <span className={styles['name']}>{school.orgName}</span>
          <span className={missing.length > 0 ? styles['missing'] : styles['fact']}>
            {missing.length > 0 ? `缺：${missing.join('、')}` : '已准备好'}
          </span>
        </span>
      )
      const progress = <span className={styles['fact']}>{progressOf(school).join(' / ')}</span>
      return (
        <li key={school.orgId}>
          {visit ? (
            <button type="button" className={styles['row']} onClick={() => visit(school, '/baseData/SetUp')}>
              {words}
              {progress}
              <Glyph of={RightOutlined} />
            </button>
          ) : (
            <div className={styles['row']}>
              {words}
              {progress}
            </div>
          )}
        </li>
      )
    })}
  </ul>
)
