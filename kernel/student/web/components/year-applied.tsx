import { CheckCircleFilled } from '@ant-design/icons'
import { useState } from 'react'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { YearPlan } from '../../contract.ts'
import { studentKey } from '../student-tree.ts'
import { sendYearPlanUndo } from '../year-queries.ts'
import styles from './year-applied.module.css'

/** The result of the year change, with the undo while it is possible. */
export function YearApplied({ plan }: { plan: YearPlan }) {
  const [isAsking, setAsking] = useState(false)
  const { schoolYear, counts, undoUntil, whyNot, orgName } = plan
  return (
    <div className={styles['page']}>
      <ActionLine note={orgName} />
      <section className={styles['card']} aria-label="升级结果">
        <h2 className={styles['title']}>
          <Glyph of={CheckCircleFilled} />
          {`${schoolYear}–${schoolYear + 1} 学年升级已完成`}
        </h2>
        <p>
          {`${counts.leave.toLocaleString()} 人毕业离校，${counts.goOn.toLocaleString()} 人升级，${counts.repeat.toLocaleString()} 人留级，新建 ${counts.newClasses} 个班级。`}
        </p>
        <div className={styles['band']}>
          <p>
            {undoUntil
              ? `${formatDayTime(undoUntil)} 前可以撤销，学生、班级和人脸照片回到升级前的样子。`
              : whyNot || '已不能撤销。'}
          </p>
          {undoUntil && (
            <Button danger onClick={() => setAsking(true)}>
              撤销升级
            </Button>
          )}
        </div>
      </section>
      {isAsking && <UndoDialog plan={plan} onClose={() => setAsking(false)} />}
    </div>
  )
}

function UndoDialog({ plan, onClose }: { plan: YearPlan; onClose: () => void }) {
  const { leave, newClasses } = plan.counts
  return (
    <ConfirmAction
      title="撤销学年升级"
      submitLabel="撤销升级"
      isDanger
      submit={() => sendYearPlanUndo(plan.id!)}
      done="已撤销学年升级"
      queryKey={studentKey}
      onClose={onClose}
    >
      <p>{`${leave.toLocaleString()} 名毕业学生回到原班级，新建的 ${newClasses} 个班级一并撤销。`}</p>
      {leave > 0 && <p>毕业学生的人脸照片仍然保留，撤销后可以继续使用。</p>}
    </ConfirmAction>
  )
}
