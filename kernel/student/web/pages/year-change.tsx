import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { DialogHost, showDialog } from '#packages/web/desk/dialog-host.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { WizardPage } from '#packages/web/desk/wizard/wizard-page.tsx'
import type { YearPlan, YearPlanInput } from '../../contract.ts'
import { YearApplied } from '../components/year-applied.tsx'
import { YearConfirm } from '../components/year-confirm.tsx'
import { createYearSteps } from '../components/year-steps.tsx'
import { studentKey } from '../student-tree.ts'
import { sendYearPlan, fetchYearPlanPreview, previewYearPlan, yearPlanQuery } from '../year-queries.ts'
import styles from './year-change.module.css'

/** 学年升级: preview, decide, apply, and undo while it is possible. */
export default function YearChangePage() {
  const { data, error, refetch } = useQuery(yearPlanQuery())
  const navigate = useNavigate()
  if (!data) {
    return (
      <div className={styles['card']}>
        {error ? (
          <PageState status="failed" error={error} onRetry={() => void refetch()} />
        ) : (
          <PageState status="loading" />
        )}
      </div>
    )
  }
  if (data.status === 'applied') return <YearApplied plan={data} />
  if (data.grades.length === 0) {
    return (
      <div className={styles['card']}>
        <PageState
          status="empty"
          title="还没有年级，不需要升级"
          text="先建好年级和班级。"
          next={<Button onClick={() => void navigate('/baseData/Classes')}>年级班级</Button>}
        />
      </div>
    )
  }
  return <YearWizard key={`${data.orgId} ${data.schoolYear}`} plan={data} />
}

function YearWizard({ plan }: { plan: YearPlan }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [isMeant, setMeant] = useState(false)
  const named = useRef('')
  const { schoolYear, orgId, orgName } = plan
  const leave = () => void navigate('/baseData/StudentChanges')
  const isHeld = plan.isEarly && !isMeant
  const confirm = async (input: YearPlanInput) => {
    if (isHeld) return false
    const counted = await fetchYearPlanPreview(client, schoolYear, input)
    const typed = await confirmSchoolName(counted, plan.isEarly)
    named.current = typed ?? ''
    return typed !== undefined
  }
  return (
    <>
      <WizardPage<YearPlanInput>
        title="学年升级"
        note={`${orgName} ${schoolYear}–${schoolYear + 1} 学年`}
        steps={createYearSteps(plan, { isMeant, onChange: setMeant }, (input) =>
          previewYearPlan(client, schoolYear, input),
        )}
        initial={() => plan.input}
        resumeKey={`student:year:${orgId}:${schoolYear}`}
        confirm={confirm}
        finish={async (input) =>
          void (await sendYearPlan(schoolYear, input, { orgName: named.current, isEarly: plan.isEarly && isMeant }))
        }
        finishLabel="执行升级"
        isFinishDisabled={isHeld}
        onDone={() => {
          toast.success('学年升级已完成')
          void client.invalidateQueries({ queryKey: studentKey })
        }}
        onCancel={leave}
      />
      <DialogHost />
    </>
  )
}

/** The typed name, or undefined if the user cancels. */
const confirmSchoolName = (plan: YearPlan, isEarly: boolean) =>
  new Promise<string | undefined>((answer) =>
    showDialog((close) => (
      <YearConfirm
        plan={plan}
        isEarly={isEarly}
        onAnswer={(name) => {
          close()
          answer(name)
        }}
      />
    )),
  )
