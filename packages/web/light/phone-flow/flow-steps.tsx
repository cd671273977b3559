import { useEffect, useRef, type FormEvent } from 'react'
import { Bar } from '../bar.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Foot } from '../foot.tsx'
import { Note } from '../note.tsx'
import { LightPage } from '../page.tsx'
import { Steps } from '../steps.tsx'
import { useRemainingTime } from '../use-remaining-time.ts'
import { FlowCheckStep } from './check-step.tsx'
import type { DraftStore, FlowRecord } from './draft-store.ts'
import { FlowErrorList } from './flow-error-list.tsx'
import { FlowFieldView } from './flow-fields.tsx'
import { FlowIntroPage } from './flow-intro.tsx'
import { SaveStatusBar } from './save-status.tsx'
import type { FlowSpec, FlowStep } from './flow-spec.ts'
import { promiseKey, signatureKey, useFlow, type Flow } from './use-flow.ts'
import styles from './flow-steps.module.css'

interface Props<Answer> {
  spec: FlowSpec<Answer>
  name: string
  first: FlowRecord
  store: DraftStore
}

/** The page before, the steps, the summary, and the page after. */
export function FlowSteps<Answer>({ spec, name, first, store }: Props<Answer>) {
  const flow = useFlow({ spec, name, first, store })
  const left = useRemainingTime(spec.closesAt, spec.skewMs)
  const { record, step } = flow
  if (record.answer !== undefined) return spec.done(record.answer as Answer, flow.startOver)
  if (step < 0 && spec.intro) {
    return (
      <FlowIntroPage
        intro={spec.intro}
        help={spec.help}
        exitUrl={spec.exitUrl}
        left={left}
        closingTime={spec.closesAt === undefined ? '' : formatDayAndTime(spec.closesAt)}
        done={record.reached}
        total={spec.steps.length + 1}
        onBegin={flow.begin}
        onDiscard={flow.startOver}
      />
    )
  }
  return <StepForm key={step} spec={spec} flow={flow} left={left} />
}

const formatDayAndTime = (time: number) => {
  const moment = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getMonth() + 1}月${moment.getDate()}日 ${two(moment.getHours())}:${two(moment.getMinutes())}`
}

interface StepProps<Answer> {
  spec: FlowSpec<Answer>
  flow: Flow
  left: number | undefined
}

function StepForm<Answer>({ spec, flow, left }: StepProps<Answer>) {
  const { steps, title, help, exitUrl, checkTitle = '核对' } = spec
  const { step, record, saved, errors } = flow
  const here = steps[step]
  const form = useRef<HTMLFormElement>(null)
  useFocus(form, flow)
  const act = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = here ? flow.next() : await flow.submit()
    focusField(
      form.current,
      getFieldNames(here).find((name) => wrong[name]),
    )
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void act(event)}>
      <LightPage
        head={
          <>
            <Bar title={title} back={flow.isFirst ? exitUrl : () => flow.goBack()} help={help} />
            <Steps
              titles={[...steps.map((one) => one.title), checkTitle]}
              current={step}
              reached={record.reached}
              onOpen={flow.open}
            />
          </>
        }
        lead={<SaveStatusBar saved={saved} left={left} />}
        dock={<StepFoot spec={spec} flow={flow} isClosed={left === 0} />}
      >
        <h2 className={styles['unseen']} tabIndex={-1} data-heading>
          {here?.title ?? checkTitle}
        </h2>
        <DeadlineWarning left={left} />
        <FlowErrorList
          errors={errors}
          fields={here?.fields ?? checkFields}
          onFocus={(key) => focusField(form.current, key)}
        />
        {here ? <StepFields here={here} flow={flow} /> : <FlowCheckStep flow={flow} spec={spec} />}
      </LightPage>
    </form>
  )
}

const checkFields = [
  { key: promiseKey, label: '承诺' },
  { key: signatureKey, label: '签名' },
]
const getFieldNames = (here: FlowStep | undefined) => (here?.fields ?? checkFields).map(({ key }) => key)

const tenMinutes = 600_000
const twoMinutes = 120_000

/** Before it closes; a line on the page, because a dialog would cost time. */
function DeadlineWarning({ left }: { left: number | undefined }) {
  if (left === undefined || left > tenMinutes) return null
  if (left === 0) return <Note kind="error">已截止，您填写的内容已保存为草稿。</Note>
  return (
    <Note kind="warning">{left > twoMinutes ? '不到 10 分钟就要截止了。' : '不到 2 分钟就要截止了，请马上提交。'}</Note>
  )
}

function StepFields({ here, flow }: { here: FlowStep; flow: Flow }) {
  const { record, errors, write, enterField, leaveField } = flow
  return (
    <Card title={here.heading}>
      <div className={styles['fields']}>
        {here.fields.map((field) => (
          // The focus is recorded for all fields, so that it can be restored.
          <div key={field.key} onFocus={() => enterField(field.key)} onBlur={leaveField}>
            <FlowFieldView
              field={field}
              value={record.draft[field.key] ?? ''}
              error={errors[field.key]}
              onChange={(value) => write(field.key, value)}
            />
            {here.after && <div className={styles['after']}>{here.after(field.key, record.draft)}</div>}
          </div>
        ))}
      </div>
    </Card>
  )
}

function StepFoot<Answer>({ spec, flow, isClosed }: { spec: FlowSpec<Answer>; flow: Flow; isClosed: boolean }) {
  const { step, isEdit, isFirst, busy, refusal, goBack } = flow
  const isCheck = step === spec.steps.length
  const label = isCheck ? spec.submitLabel : isEdit ? '返回核对' : '下一步'
  return (
    <Foot
      above={refusal && isCheck ? <Note kind="error">{refusal}</Note> : undefined}
      before={
        !isFirst && step > 0 && !isEdit ? (
          <Button kind="plain" size="task" isDisabled={busy !== ''} onClick={() => goBack()}>
            上一步
          </Button>
        ) : undefined
      }
    >
      <Button type="submit" size="task" busy={busy} isDisabled={isCheck && isClosed}>
        {isCheck && isClosed ? '已截止，内容已存草稿' : label}
      </Button>
    </Foot>
  )
}

/** Restores the focus to the last field; after a change of step, to the heading. */
function useFocus(form: { current: HTMLFormElement | null }, { record }: Flow) {
  const field = useRef(record.field)
  useEffect(() => {
    if (field.current) return focusField(form.current, field.current)
    window.scrollTo(0, 0)
    form.current?.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true })
  }, [form])
}

function focusField(form: HTMLFormElement | null, name: string | undefined) {
  if (!form || !name) return
  const fields = [...form.querySelectorAll<HTMLElement>(`[name="${name}"], [data-name="${name}"]`)]
  const field = fields.find((one) => one instanceof HTMLInputElement && one.checked) ?? fields[0]
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}
