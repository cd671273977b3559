import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePage } from '#packages/web/desk/page-context.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import styles from './message-tabs.module.css'

/** The title of the page that the tab belongs to. */
const tabs = [
  { to: '/message', of: '信息中心', title: '消息', permission: 'staff' },
  { to: '/message/settings', of: '消息设置', title: '设置', permission: 'staff' },
  { to: '/logMmanagement/smsLogs', of: '短信发送日志', title: '短信', permission: 'sms.read' },
]

/** The tabs of the message pages. */
export function MessageFrame({ children }: { children: ReactNode }) {
  const { title } = usePage()
  const may = useMay()
  return (
    <div className={styles['frame']}>
      <nav className={styles['tabs']} aria-label="消息">
        {tabs
          .filter(({ permission }) => may(permission))
          .map((tab) => (
            <Link
              key={tab.to}
              to={tab.to}
              className={styles['tab']!}
              aria-current={tab.of === title ? 'page' : undefined}
            >
              {tab.title}
            </Link>
          ))}
      </nav>
      <div className={styles['page']}>{children}</div>
    </div>
  )
}
