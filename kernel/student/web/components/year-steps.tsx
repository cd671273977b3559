import { ExclamationCircleFilled } from '@ant-design/icons'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useId } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { toText } from '#packages/web/desk/form/controls/control-props.ts'
import { DateControl } from '#packages/web/desk/form/controls/date.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useAsyncAction } from './use-async-action.ts'
import type { CustomStep, WizardStepProps } from '#packages/web/desk/wizard/wizard-spec.ts'
import { undoDays, type YearPlan, type YearPlanInput } from '../../contract.ts'
import { getPreviewKey, previewYearPlan } from '../year-queries.ts'
import { YearDecisions } from './year-decisions.tsx'
import styles from './year-steps.module.css'

type YearStep = CustomStep<YearPlanInput>
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const mostClasses = 60
export const undoHint = `执行后 ${undoDays} 天内、新学期产生数据之前可以整体撤销。毕业学生的人脸照片在离校日期之后、不能再撤销时由系统删除。`

/** The confirmation of an early year change. */
interface EarlyConfirmation {
  isMeant: boolean
  onChange: (isMeant: boolean) => void
}

/** The four steps of the wizard. */
export const createYearSteps = (
  plan: YearPlan,
  early: EarlyConfirmation,
  save: (input: YearPlanInput) => Promise<unknown>,
): YearStep[] => [
  {
    key: 'grades',
    title: '年级变化',
    body: (props) => (
      <>
        <EarlyBanner plan={plan} />
        <GradesStep plan={plan} {...props} />
      </>
    ),
    check: ({ leavesOn }) => (isDay(leavesOn) ? undefined : '请填写离校日期'),
  },
  {
    key: 'pupils',
    title: '个别学生',
    body: (props) => <YearDecisions plan={plan} {...props} />,
    check: checkPupils,
  },
  {
    key: 'new',
    title: '新年级',
    body: (props) => <NewGradesStep plan={plan} {...props} />,
    check: ({ newGrades }) =>
      newGrades.every(({ classes }) => Number.isInteger(classes) && classes >= 0 && classes <= mostClasses)
        ? undefined
        : `班级数应为0到${mostClasses}的整数`,
    leave: save,
  },
  {
    key: 'confirm',
    title: '确认',
    body: ({ state }) => (
      <>
        <EarlyBanner plan={plan} early={early} />
        <ConfirmStep plan={plan} input={state} />
      </>
    ),
  },
]

/** Warns that it is too early, so that nobody starts the year change in winter by accident. */
function EarlyBanner({ plan: { isEarly, daysLeft }, early }: { plan: YearPlan; early?: EarlyConfirmation }) {
  if (!isEarly) return null
  return (
    <div className={styles['early']} role="note">
      <p>
        <Glyph of={ExclamationCircleFilled} />
        <strong>{`离学年结束还有 ${daysLeft} 天`}</strong>
        {early ? '，现在执行属于提前办理。' : '，现在可以先查看和准备方案。'}
      </p>
      {early && (
        <Checkbox checked={early.isMeant} onChange={({ target }) => early.onChange(target.checked)}>
          仍要提前办理
        </Checkbox>
      )}
    </div>
  )
}

/** Repeating is an exception and needs a class and a reason. */
export function checkPupils({ pupils }: Pick<YearPlanInput, 'pupils'>) {
  const staying = pupils.filter(({ decision }) => decision === 'repeat')
  if (staying.some(({ classId }) => !classId)) return '请为留级的学生选择班级'
  return staying.some(({ reason }) => reason.trim() === '') ? '请填写留级的审批依据' : undefined
}

function GradesStep({ plan, state, change }: WizardStepProps<YearPlanInput> & { plan: YearPlan }) {
  const id = useId()
  const isPhone = usePhone()
  return (
    <section className={styles['card']} aria-label="年级变化">
      <p className={styles['lead']}>
        年级名称按日期自动变化，不用改名。毕业的年级从离校日期起不再计入在校人数，其他班级和学生保持不变。
      </p>
      <div className={styles['day']}>
        <label htmlFor={id}>离校日期</label>
        <div className={styles['date']}>
          <DateControl
            control={{ id, status: '', 'aria-invalid': false }}
            name="leavesOn"
            value={state.leavesOn}
            options={[]}
            placeholder={undefined}
            isPhone={isPhone}
            none=""
            isRequired
            isFilled={false}
            onChange={(value) => change({ leavesOn: toText(value) })}
            onPending={() => {}}
          />
        </div>
        <span className={styles['hint']}>毕业生自该日起不计入在校生</span>
      </div>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">现在</th>
            <th scope="col">升级后</th>
            <th scope="col" className={styles['number']}>
              班级
            </th>
            <th scope="col" className={styles['number']}>
              学生
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.grades.map((grade) => (
            <tr key={grade.id} data-leaves={grade.leaves ? '' : undefined}>
              <th scope="row">{grade.nameNow}</th>
              <td>{grade.leaves ? <strong>{grade.nameThen}</strong> : grade.nameThen}</td>
              <td className={styles['number']}>{grade.classCount}</td>
              <td className={styles['number']}>{grade.pupils.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function NewGradesStep({ plan, state, change }: WizardStepProps<YearPlanInput> & { plan: YearPlan }) {
  const classesOf = (stage: number) => state.newGrades.find((one) => one.stage === stage)?.classes ?? 0
  const put = (stage: number, text: string) => {
    const classes = text === '' ? 0 : Number(text)
    const others = state.newGrades.filter((one) => one.stage !== stage)
    change({ newGrades: [...others, { stage, classes }].sort((one, other) => one.stage - other.stage) })
  }
  if (plan.newGrades.length === 0) {
    return (
      <section className={styles['card']}>
        <PageState status="empty" title="没有需要新建的年级" />
      </section>
    )
  }
  return (
    <section className={styles['card']} aria-label="新年级">
      <p className={styles['lead']}>新年级的班级按 1班、2班 依次建好，学生在新生名单导入后编入。填 0 则先不建。</p>
      <ul className={styles['grades']}>
        {plan.newGrades.map(({ stage, name, isThere, classes }) => (
          <li key={stage} className={styles['grade']}>
            <span className={styles['name']}>{name}</span>
            {isThere ? (
              <span className={styles['hint']}>{`已建好，${classes} 个班`}</span>
            ) : (
              <span className={styles['count']}>
                <Input
                  aria-label={`${name}的班级数`}
                  inputMode="numeric"
                  maxLength={2}
                  value={String(classesOf(stage))}
                  onChange={({ target }) => put(stage, target.value.replaceAll(/\D/g, ''))}
                />
                个班
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ConfirmStep({ plan: { schoolYear }, input }: { plan: YearPlan; input: YearPlanInput }) {
  const client = useQueryClient()
  const { data } = useQuery<YearPlan>({ queryKey: getPreviewKey(schoolYear, input), queryFn: skipToken })
  const { isBusy, refusal, run } = useAsyncAction()
  if (!data) {
    // A reopened or changed plan has no preview yet.
    return (
      <section className={styles['card']}>
        <ErrorNote message={refusal} />
        <PageState
          status="empty"
          title="方案还没有核算"
          text="核算后显示毕业、升级和留级的人数，不会改动学生。"
          next={
            <Button loading={isBusy} onClick={() => run(() => previewYearPlan(client, schoolYear, input))}>
              核算人数
            </Button>
          }
        />
      </section>
    )
  }
  const { leave, goOn, repeat, newClasses } = data.counts
  const figures = [
    { label: '毕业离校', value: leave, unit: '人' },
    { label: '随年级升级', value: goOn, unit: '人' },
    { label: '留级', value: repeat, unit: '人' },
    { label: '新建班级', value: newClasses, unit: '个' },
  ]
  return (
    <section className={styles['card']} aria-label="确认">
      <div className={styles['figures']}>
        <FactGrid
          look="figures"
          facts={figures.map(({ label, value, unit }) => ({ label, value: value.toLocaleString(), unit }))}
        />
      </div>
      {data.unresolved.length > 0 && (
        <p className={styles['warning']}>{`还有 ${data.unresolved.length} 名学生待确认，将按所在年级处理。`}</p>
      )}
      <p className={styles['hint']}>{undoHint}</p>
    </section>
  )
}
