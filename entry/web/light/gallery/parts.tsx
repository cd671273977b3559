import { usePageTitle } from '#packages/web/core/page-title.ts'
import { ButtonParts } from './button-parts.tsx'
import { FieldParts } from './field-parts.tsx'
import { FrameParts } from './frame-parts.tsx'
import { NoticeParts } from './notice-parts.tsx'
import { RosterParts } from './roster-parts.tsx'
import { StateParts } from './state-parts.tsx'
import { TimetableParts } from './timetable-parts.tsx'
import styles from './gallery.module.css'

export function Parts() {
  usePageTitle('轻量页面部件')
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>轻量页面部件</h1>
      <p className={styles['lead']}>
        登录、家长、学生和公开页面由这些部件组成，不含 antd。完整的页面：
        <a href="/lite?show=flow">分步填写</a>
        <a href="/lite?show=public">公开页面</a>
      </p>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <FrameParts />
          <ButtonParts />
        </div>
        <div className={styles['column']}>
          <FieldParts />
          <NoticeParts />
        </div>
        <div className={styles['column']}>
          <StateParts />
          <TimetableParts />
          <RosterParts />
        </div>
      </div>
    </main>
  )
}
