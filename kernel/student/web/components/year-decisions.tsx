import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { optionsOf } from '#packages/contract'
import { Button } from '#packages/web/desk/button.tsx'
import { SearchSelect } from '#packages/web/desk/form/controls/search-select.tsx'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { WizardStepProps } from '#packages/web/desk/wizard/wizard-spec.ts'
import { ClassPicker } from '#kernel/schooling/web/index.ts'
import { yearDecisions, type Student, type YearDecision, type YearPlan, type YearPlanInput } from '../../contract.ts'
import { classTreeQuery } from '../class-queries.ts'
import { studentSearchQuery, studentDetailQuery } from '../student-queries.ts'
import { describeClassAndSeat } from '../student-labels.ts'
import styles from './year-steps.module.css'

type PupilDecision = YearPlanInput['pupils'][number]
const decisions = optionsOf(yearDecisions)
const sameAsGrade = { value: '', label: '随年级处理' }

const getPupilLabel = (row: Student) => [row.name, describeClassAndSeat(row)].filter(Boolean).join('　')

/** One decision per pupil; without one the pupil follows the grade. */
export const withDecision = (
  pupils: readonly PupilDecision[],
  studentId: string,
  part: Partial<PupilDecision> | null,
): PupilDecision[] => {
  const before = pupils.find((one) => one.studentId === studentId)
  if (part === null) return pupils.filter((one) => one !== before)
  const next: PupilDecision = { studentId, decision: 'repeat', classId: null, reason: '', ...before, ...part }
  // Only repeaters have a class; the others leave.
  const pupilDecision = next.decision === 'repeat' ? next : { ...next, classId: null }
  return before ? pupils.map((one) => (one === before ? pupilDecision : one)) : [...pupils, pupilDecision]
}

/** Pupils with their own decision: first those that the server found, then those added by hand. */
export function YearDecisions({ plan, state, change }: WizardStepProps<YearPlanInput> & { plan: YearPlan }) {
  const { pupils } = state
  const put = (id: string, part: Partial<PupilDecision> | null) => change({ pupils: withDecision(pupils, id, part) })
  const isFound = (id: string) => plan.unresolved.some(({ studentId }) => studentId === id)
  const named = pupils.filter(({ studentId }) => !isFound(studentId))
  return (
    <>
      <section className={styles['card']} aria-label="待确认">
        <h3 className={styles['title']}>{`待确认（${plan.unresolved.length} 人）`}</h3>
        {plan.unresolved.length === 0 && <p className={styles['hint']}>没有休学、转学中或未分班的学生需要确认。</p>}
        <ul className={styles['wishes']}>
          {plan.unresolved.map(({ studentId, name, className, why }) => (
            <li key={studentId} className={styles['wish']}>
              <div className={styles['who']}>
                <strong>{name}</strong> <span>{className}</span>
                <p className={styles['hint']}>{why}</p>
              </div>
              <DecisionChoice
                plan={plan}
                name={name}
                pupilDecision={pupils.find((one) => one.studentId === studentId)}
                onPut={(part) => put(studentId, part)}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['card']} aria-label="单独处理">
        <h3 className={styles['title']}>单独处理</h3>
        <p className={styles['hint']}>留级、结业、肄业的学生在这里逐个登记，其他学生随年级升级或毕业。</p>
        <AddPupil onAdd={(id) => put(id, {})} />
        <ul className={styles['wishes']}>
          {named.map((pupilDecision) => (
            <NamedPupil
              key={pupilDecision.studentId}
              plan={plan}
              pupilDecision={pupilDecision}
              onPut={(part) => put(pupilDecision.studentId, part)}
            />
          ))}
        </ul>
      </section>
    </>
  )
}

function AddPupil({ onAdd }: { onAdd: (id: string) => void }) {
  const id = useId()
  const isPhone = usePhone()
  return (
    <div className={styles['add']}>
      <span id={getLabelId(id)}>选择学生</span>
      <div className={styles['found']}>
        <SearchSelect<Student>
          control={{ id, status: '', 'aria-invalid': false }}
          name="pupil"
          value={null}
          options={[]}
          placeholder="姓名、拼音首字母或学号"
          isPhone={isPhone}
          none={null}
          isRequired={false}
          isFilled={false}
          find={studentSearchQuery}
          labelOf={getPupilLabel}
          onChange={(chosen) => typeof chosen === 'string' && onAdd(chosen)}
          onPending={() => {}}
        />
      </div>
    </div>
  )
}

interface NamedPupilProps {
  plan: YearPlan
  pupilDecision: PupilDecision
  onPut: (part: Partial<PupilDecision> | null) => void
}

/** The decision contains only the id, so the name is loaded. */
function NamedPupil({ plan, pupilDecision, onPut }: NamedPupilProps) {
  const { data } = useQuery(studentDetailQuery(pupilDecision.studentId))
  const name = data?.name ?? '…'
  return (
    <li className={styles['wish']}>
      <div className={styles['who']}>
        <strong>{name}</strong> <span>{data && describeClassAndSeat(data)}</span>
      </div>
      <DecisionChoice plan={plan} name={name} pupilDecision={pupilDecision} onPut={onPut} isNamed />
    </li>
  )
}

interface DecisionChoiceProps {
  plan: YearPlan
  name: string
  pupilDecision: PupilDecision | undefined
  /** Added by hand: it can be removed, but not left open. */
  isNamed?: boolean
  onPut: (part: Partial<PupilDecision> | null) => void
}

function DecisionChoice({ plan, name, pupilDecision, isNamed = false, onPut }: DecisionChoiceProps) {
  return (
    <div className={styles['choice']}>
      <PlainSelect
        label={`${name}的处理`}
        value={pupilDecision?.decision ?? ''}
        options={isNamed ? decisions : [sameAsGrade, ...decisions]}
        onChange={(decision) => onPut(decision === '' ? null : { decision: decision as YearDecision })}
      />
      {pupilDecision?.decision === 'repeat' && (
        <RepeatClass orgId={plan.orgId} classId={pupilDecision.classId} onChange={(classId) => onPut({ classId })} />
      )}
      {pupilDecision && (
        <Input
          aria-label={`${name}的说明`}
          placeholder={pupilDecision.decision === 'repeat' ? '审批依据，必填' : '说明'}
          maxLength={200}
          value={pupilDecision.reason}
          onChange={({ target }) => onPut({ reason: target.value })}
        />
      )}
      {isNamed && (
        <Button
          type="text"
          icon={<Glyph of={DeleteOutlined} />}
          aria-label={`移除 ${name}`}
          title="移除"
          onClick={() => onPut(null)}
        />
      )}
    </div>
  )
}

interface RepeatProps {
  orgId: string
  classId: string | null
  onChange: (classId: string | null) => void
}

/** A class of the grade below. The decision contains only the class; the grade is looked up, or the one just chosen. */
function RepeatClass({ orgId, classId, onChange }: RepeatProps) {
  const { data } = useQuery(classTreeQuery(orgId))
  const [chosen, setChosen] = useState<string>()
  const gradeId = data?.grades.find(({ classes }) => classes.some(({ id }) => id === classId))?.id ?? chosen
  return (
    <ClassPicker
      orgId={orgId}
      value={gradeId ? { gradeId, classId } : null}
      needsClass
      onChange={(choice) => {
        setChosen(choice?.gradeId)
        onChange(choice?.classId ?? null)
      }}
    />
  )
}
