import { Card } from '#packages/web/light/card.tsx'
import { PublicPage } from '#packages/web/light/public-page/public-page.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import styles from './public-demo.module.css'

const states = ['ready', 'stale', 'offline', 'loading', 'failed', 'unpublished'] as const
type Shown = (typeof states)[number]
const stateLabels: Record<Shown, string> = {
  ready: '正常',
  stale: '过时',
  offline: '离线',
  loading: '加载',
  failed: '失败',
  unpublished: '未发布',
}

/** A public page with invented figures, in each of its states. */
export function PublicDemo() {
  const requested = new URLSearchParams(location.search).get('state')
  const shown = states.find((state) => state === requested) ?? 'ready'
  return (
    <PublicPage
      name="云禾区教育"
      title="云禾区教育（示例）"
      state={shown === 'stale' || shown === 'offline' ? 'ready' : shown}
      at="10:20"
      isStale={shown === 'stale'}
      isOffline={shown === 'offline'}
      hero={
        <>
          <h1 className={styles['label']}>今日学生到校率</h1>
          <p className={styles['figure']}>
            97.8<small>%</small>
          </p>
          <p>148/150 所学校已上报</p>
        </>
      }
    >
      <Card>
        <dl className={styles['figures']}>
          {figures.map(([label, figure, unit]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <b>{figure}</b> {unit}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="各种状态" isFlush>
        <LinkList>
          {states.map((state) => (
            <LinkRow key={state} label={stateLabels[state]} href={`/lite?show=public&state=${state}`} />
          ))}
        </LinkList>
      </Card>
    </PublicPage>
  )
}

const figures = [
  ['学校', '150', '所'],
  ['学生', '203,140', '人'],
  ['教职工', '12,380', '人'],
  ['今日使用', '9,860', '人'],
]
