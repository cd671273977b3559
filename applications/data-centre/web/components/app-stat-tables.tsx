import { Link } from 'react-router'
import { buildAppDataUrl } from '#kernel/metric/contract.ts'
import { AppIcon } from '#kernel/catalogue/web/api.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import type { AppStat, AppUse, SchoolUse } from '../../contract-app-stat.ts'
import { chooseCompared, rankSchools } from './app-stat-findings.ts'
import styles from './app-stat.module.css'

const showNumber = (value: number | null, unit = '') => (value === null ? '—' : `${formatNumber(value)}${unit}`)

const change = (now: number, before: number) => {
  if (now === before) return '持平'
  return `${now > before ? '+' : '−'}${formatNumber(Math.abs(now - before))}`
}

/** The applications of each category; each leads to the figures of its own data where the reader may see them. */
export const AppTable = ({ stat }: { stat: AppStat }) => (
  <section className={styles['card']} aria-label="各应用">
    <h2>各应用使用情况</h2>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">应用</th>
          <th scope="col">打开次数</th>
          <th scope="col">比前一段</th>
          <th scope="col">活跃用户</th>
          <th scope="col">使用率</th>
          <th scope="col">趋势</th>
        </tr>
      </thead>
      {stat.categories.map(({ id, name, apps }) => (
        <tbody key={id}>
          <tr className={styles['group']}>
            <th scope="rowgroup" colSpan={6}>
              {name}
            </th>
          </tr>
          {apps.map((app) => (
            <tr key={app.key}>
              <th scope="row">
                <span className={styles['name']}>
                  <AppIcon logo={app.logo} category={id} size={24} />
                  <AppName app={app} stat={stat} />
                </span>
              </th>
              <td data-title="打开次数">{formatNumber(app.opens)}</td>
              <td data-title="比前一段">{change(app.opens, app.before)}</td>
              <td data-title="活跃用户">{showNumber(app.users)}</td>
              <td data-title="使用率">{showNumber(app.share, '%')}</td>
              <td className={styles['trend']}>
                <Spark values={app.trend} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  </section>
)

function AppName({ app, stat: { org, from, to } }: { app: AppUse; stat: AppStat }) {
  if (!app.hasData) return app.name
  return <Link to={buildAppDataUrl({ key: app.key, orgId: org.id, from, to })}>{app.name}</Link>
}

const [sparkWidth, sparkHeight] = [72, 20]

/** The course of the openings, without a scale: the numbers are beside it. */
function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1)
  if (values.length < 2) return null
  const points = values.map(
    (value, at) => `${(at * sparkWidth) / (values.length - 1)},${sparkHeight - 1 - (value * (sparkHeight - 2)) / most}`,
  )
  return (
    <svg className={styles['spark']} viewBox={`0 0 ${sparkWidth} ${sparkHeight}`} aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  )
}

interface SchoolTableProps {
  schools: readonly SchoolUse[]
  isByRate: boolean
  onChoose: (orgId: string) => void
}

/** The schools beside each other, the best first. */
export const SchoolTable = ({ schools, isByRate, onChoose }: SchoolTableProps) => (
  <section className={styles['card']} aria-label="各校">
    <h2>各校使用情况</h2>
    {isByRate && <p className={styles['note']}>各校规模相差较大，按比例比较。</p>}
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">学校</th>
          <th scope="col">使用率</th>
          <th scope="col">人均打开</th>
          <th scope="col">活跃用户</th>
          <th scope="col">教职工</th>
          <th scope="col">打开次数</th>
        </tr>
      </thead>
      <tbody>
        {rankSchools(schools, chooseCompared(schools, isByRate)).map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <button type="button" className={styles['link']} onClick={() => onChoose(one.id)}>
                {one.name}
              </button>
            </th>
            <td data-title="使用率">{showNumber(one.share, '%')}</td>
            <td data-title="人均打开">{showNumber(one.perPerson)}</td>
            <td data-title="活跃用户">{showNumber(one.users)}</td>
            <td data-title="教职工">{formatNumber(one.staff)}</td>
            <td data-title="打开次数">{formatNumber(one.opens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
