import { RightOutlined, TeamOutlined, UserAddOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import type { BatchReport, TargetFacts } from '../../contract.ts'
import card from './card.module.css'
import styles from './next-steps.module.css'

interface NextStep {
  icon: Icon
  title: string
  text: string
  to: string
}

/** Usual next steps, depending on the target. */
function listNextSteps({ key, title, measure, page }: TargetFacts, report: BatchReport): NextStep[] {
  const viewStep: NextStep = {
    icon: TeamOutlined,
    title: key === 'staff' ? '查看导入的人员' : `查看导入的${title}`,
    to: page,
    text: `新增 ${formatNumber(report.new)} ${measure}，更新 ${formatNumber(report.changed)} ${measure}`,
  }
  if (key !== 'staff') return [viewStep]
  const invite: NextStep = {
    icon: UserAddOutlined,
    title: '邀请开通账号',
    to: `${page}?account=none`,
    text: '还没有账号的人员',
  }
  return [invite, viewStep]
}

export function NextSteps({ report, facts }: { report: BatchReport; facts: TargetFacts }) {
  return (
    <aside className={`${card['card']} ${styles['card']}`}>
      <h2 className={styles['title']}>接下来</h2>
      <ul>
        {listNextSteps(facts, report).map(({ icon, title, text, to }) => (
          <li key={title}>
            <Link className={styles['step']!} to={to}>
              <Glyph of={icon} className={styles['icon']!} />
              <span className={styles['about']}>
                <span>{title}</span>
                <span className={styles['words']}>{text}</span>
              </span>
              <Glyph of={RightOutlined} className={styles['arrow']!} />
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  )
}
