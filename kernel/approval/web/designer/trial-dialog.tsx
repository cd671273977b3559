import { Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import type { Reference } from '#packages/contract'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { FieldControl } from '#packages/web/desk/entity/field-control.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { NumberControl } from '#packages/web/desk/form/controls/number.tsx'
import { FormRow, type Control } from '#packages/web/desk/form/form-row.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import type { DefinitionDetail, FlowRules, TrialResult } from '../../contract.ts'
import type { SubjectField } from './conditions.ts'
import { tryDefinition } from './definition-queries.ts'
import styles from './trial-dialog.module.css'

type Value = string | number | boolean | null

interface Props {
  detail: DefinitionDetail
  rules: FlowRules
  onClose: () => void
}

/** 试运行: which way a request of this person with these values would take. Nothing is stored. */
export default function TrialDialog({ detail, rules, onClose }: Props) {
  const id = useId()
  const [applicant, setApplicant] = useState<readonly Reference[]>([])
  // 否 is shown from the beginning, so it is also what is sent.
  const [values, setValues] = useState<Readonly<Record<string, Value>>>(() =>
    Object.fromEntries(detail.fields.flatMap(({ key, type }) => (type === 'boolean' ? [[key, false]] : []))),
  )
  const [people, setPeople] = useState<Readonly<Record<string, readonly Reference[]>>>({})
  const [classes, setClasses] = useState<Readonly<Record<string, Reference | null>>>({})
  const isPhone = usePhone()
  const [result, setResult] = useState<TrialResult>()
  const { isBusy, refusal, send } = useTrial()
  const [missing, setMissing] = useState('')
  const run = (event: FormEvent) => {
    event.preventDefault()
    const [who] = applicant
    setMissing(who ? '' : '请选择申请人')
    if (!who) return
    const { subject, orgId } = detail
    void send(async () => setResult(await tryDefinition({ subject, orgId, rules, applicant: who.id, values })))
  }
  return (
    <Dialog
      title={`试运行：${detail.subjectTitle}`}
      size="panes"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <span className={styles['note']}>只计算路径，不发送申请，也不通知任何人</span>
          <Button disabled={isBusy} onClick={onClose}>
            关闭
          </Button>
          <Button type="primary" form={id} htmlType="submit" loading={isBusy}>
            试运行
          </Button>
        </>
      }
    >
      <div className={styles['panes']}>
        <form id={id} noValidate onSubmit={run}>
          <FormRow label="申请人" error={missing || undefined}>
            {(control) => (
              <PersonControl control={control} name="applicant" value={applicant} onChange={setApplicant} />
            )}
          </FormRow>
          {detail.fields.map((field) => (
            <FormRow key={field.key} label={field.label}>
              {(control) =>
                field.type === 'member' ? (
                  <PersonControl
                    control={control}
                    name={field.key}
                    value={people[field.key] ?? []}
                    onChange={(chosen) => {
                      setPeople({ ...people, [field.key]: chosen })
                      setValues({ ...values, [field.key]: chosen[0]?.id ?? null })
                    }}
                  />
                ) : field.type === 'class' ? (
                  <FieldControl
                    of="class"
                    {...controlProps}
                    isPhone={isPhone}
                    orgId={detail.orgId}
                    control={control}
                    name={field.key}
                    value={classes[field.key] ?? null}
                    onChange={(value) => {
                      const chosen = value as Reference | null
                      setClasses({ ...classes, [field.key]: chosen })
                      setValues({ ...values, [field.key]: chosen?.id ?? null })
                    }}
                  />
                ) : (
                  <ValueControl
                    control={control}
                    field={field}
                    value={values[field.key] ?? null}
                    onChange={(value) => setValues({ ...values, [field.key]: value })}
                  />
                )
              }
            </FormRow>
          ))}
        </form>
        <section className={styles['result']} aria-label="审批路径" aria-live="polite">
          <ErrorNote message={refusal} />
          {result ? (
            <TrialPath result={result} />
          ) : (
            <p className={styles['empty']}>填写后点“试运行”，这里显示经过的步骤和人员。</p>
          )}
        </section>
      </div>
    </Dialog>
  )
}

/** A dialog stays open after its answer, so it may be sent again. */
function useTrial() {
  const [isBusy, setBusy] = useState(false)
  const { refusal, send } = useSubmit()
  return {
    isBusy,
    refusal,
    send: async (work: () => Promise<void>) => {
      setBusy(true)
      await send(work)
      setBusy(false)
    },
  }
}

function TrialPath({ result: { steps } }: { result: TrialResult }) {
  return (
    <ol className={styles['path']}>
      {steps.map(({ key, name, people, mode, outcome, note }) => (
        <li key={key} data-outcome={outcome}>
          <strong>{name}</strong>
          <span>{outcomes[outcome] || [people.join('、'), people.length > 1 && mode].filter(Boolean).join('　')}</span>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  )
}

const outcomes = { passed: '', skipped: '跳过', empty: '没有审批人' } as const

const controlProps = {
  options: [],
  placeholder: undefined,
  isRequired: false,
  isFilled: false,
  none: null,
  onPending: () => {},
}

interface PersonProps {
  control: Control
  name: string
  value: readonly Reference[]
  onChange: (chosen: readonly Reference[]) => void
}

function PersonControl({ control, name, value, onChange }: PersonProps) {
  const isPhone = usePhone()
  return (
    <FieldControl
      of="colleagues"
      {...controlProps}
      control={control}
      name={name}
      isPhone={isPhone}
      max={1}
      value={value}
      onChange={(chosen) => onChange(chosen as readonly Reference[])}
    />
  )
}

interface ValueProps {
  control: Control
  field: SubjectField
  value: Value
  onChange: (value: Value) => void
}

function ValueControl({ control, field, value, onChange }: ValueProps) {
  if (field.type === 'boolean')
    return (
      <PlainSelect
        id={control.id}
        label={field.label}
        value={value === true ? 'yes' : 'no'}
        options={[
          { value: 'no', label: '否' },
          { value: 'yes', label: '是' },
        ]}
        onChange={(chosen) => onChange(chosen === 'yes')}
      />
    )
  if (field.options)
    return (
      <PlainSelect
        id={control.id}
        label={field.label}
        placeholder="请选择"
        value={String(value ?? '')}
        options={Object.entries(field.options).map(([code, label]) => ({ value: code, label }))}
        onChange={onChange}
      />
    )
  if (field.type === 'number')
    return (
      <NumberControl
        {...controlProps}
        isPhone={false}
        control={control}
        name={field.key}
        value={value}
        onChange={(next) => onChange(next as number | null)}
      />
    )
  return (
    <Input
      {...control}
      type={field.type === 'date' ? 'date' : 'text'}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(target.value || null)}
    />
  )
}
