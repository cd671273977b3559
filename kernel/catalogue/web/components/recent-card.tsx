import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { listRecentApps } from '../centre-view.ts'
import { centre } from '../queries.ts'
import { useOpenApp } from '../use-open-app.ts'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import styles from './recent-card.module.css'

/** The recently opened applications. */
export default function RecentCard() {
  const open = useOpenApp()
  return (
    <Card
      reading={centre}
      more={{ label: '应用中心', to: '/dataCentre/appSupermarket' }}
      skeleton={<SkeletonLines widths={[60, 72, 56, 64]} />}
      emptyState={(data) =>
        listRecentApps(data).length === 0
          ? { kind: 'empty', title: '还没有用过应用', text: '打开过的应用会出现在这里。' }
          : undefined
      }
      readAloudText={(data) =>
        listRecentApps(data)
          .map(({ name }) => name)
          .join('，')
      }
    >
      {(data) => (
        <ul className={styles['apps']}>
          {listRecentApps(data).map(({ key, name, edition, logo, category }) => (
            <li key={key}>
              <button type="button" className={styles['app']} onClick={() => void open(key)}>
                <AppIcon logo={logo} category={category} size={40} />
                <span>
                  <AppName name={name} edition={edition} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
