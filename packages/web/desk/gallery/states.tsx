import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { PageState, StaleBar } from '../page-state.tsx'
import { useToast } from '../toast.tsx'
import { PieceHead } from './showcase/piece-head.tsx'
import styles from './gallery.module.css'

const fault = new CallError({ ret: Ret.fault, msg: '系统繁忙，请稍后重试', status: 500, requestId: '019a6f2c-77d1' })

/** All empty and error states. */
export default function StatesGallery() {
  const toast = useToast()
  const retry = () => toast.success('又试了一次')
  return (
    <div className={styles['page']}>
      <PieceHead title="页面状态" />
      <div className={styles['states']}>
        <Card title="家访预约">
          <PageState
            status="empty"
            title="还没有家访记录"
            text="选好学生和时间，系统会通知家长确认。"
            next={<Button type="primary">新建家访</Button>}
          />
        </Card>
        <Card title="学生管理">
          <PageState status="empty" of="people" title="还没有学生" text="可以导入学籍表，或新建学生。" />
        </Card>
        <Card title="年级班级">
          <PageState status="empty" of="class" title="还没有班级" text="可以新建班级，或批量建班。" />
        </Card>
        <Card title="导出记录">
          <PageState status="empty" of="export" title="还没有导出记录" text="在列表中点“导出”，这里会留下记录。" />
        </Card>
        <Card title="应用中心">
          <PageState
            status="noMatch"
            title="没有找到“qjj”相关应用"
            text="换个名称或拼音首字母试试，请假管理的首字母是 qj。"
            onClear={retry}
          />
        </Card>
        <Card title="全区统计">
          <PageState status="forbidden" who="陈国栋，总务处" onRequestAccess={retry} />
        </Card>
        <Card title="今日用餐">
          <PageState status="failed" error={fault} onRetry={retry} />
        </Card>
        <Card title="待办">
          <PageState status="offline" onRetry={retry} />
        </Card>
        <Card title="通知公告">
          <StaleBar since={Date.parse('2026-11-13T01:38:00Z')} onRetry={retry} />
          <PageState status="loading" />
        </Card>
      </div>
    </div>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['state']} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
