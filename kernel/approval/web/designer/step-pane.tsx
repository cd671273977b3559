import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { optionsOf, type Reference } from '#packages/contract'
import { FormRow, type Control } from '#packages/web/desk/form/form-row.tsx'
import { NumberControl } from '#packages/web/desk/form/controls/number.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import {
  dedupePolicies,
  dueModes,
  emptyPolicies,
  inheritPolicies,
  recallPolicies,
  rejectPolicies,
  selfPolicies,
  stepModes,
  timeoutActions,
  type ApproveStep,
  type DefinitionDetail,
  type FlowRules,
  type FlowStep,
} from '../../contract.ts'
import { ApproverField } from './approver-field.tsx'
import { flagReasons, type RuleProblem } from './check-rules.ts'
import { ConditionField } from './condition-field.tsx'
import { changeBranch, changeStep, isApproveStep, listReturnTargets, type FlowEntry } from './edit-rules.ts'
import { stepTypes } from './step-line.tsx'
import type { FlowDraft } from './use-flow-draft.ts'
import styles from './step-pane.module.css'

interface Props {
  detail: DefinitionDetail
  draft: FlowDraft
  problems: readonly RuleProblem[]
}

/** The settings of the chosen step or branch. */
export function EntryPane({ entry, problems, ...props }: Props & { entry: FlowEntry }) {
  const { rules, change, terms } = props.draft
  if (entry.kind === 'branch') {
    const { key, name, when } = entry.branch
    return (
      <SettingPane title={`分支：${name}`} problems={problems}>
        <Part title="分支">
          <NameRow
            label="分支名称"
            value={name}
            onChange={(next) => change(changeBranch(rules, key, { name: next }))}
          />
        </Part>
        <Part title="条件">
          <ConditionField
            noun="分支"
            condition={when}
            fields={terms.fields}
            onChange={(next) => change(changeBranch(rules, key, { when: next }))}
          />
        </Part>
      </SettingPane>
    )
  }
  const { step } = entry
  return (
    <SettingPane title={`${stepTypes[step.type]}：${step.name}`} problems={problems}>
      <StepSettings step={step} {...props} />
    </SettingPane>
  )
}

function StepSettings({ step, detail, draft }: { step: FlowStep } & Omit<Props, 'problems'>) {
  const { rules, change, terms, addNames } = draft
  const set = (parts: Partial<FlowStep>) => change(changeStep(rules, step, parts))
  return (
    <>
      <Part title="步骤">
        <NameRow label="步骤名称" value={step.name} onChange={(name) => set({ name })} />
        {isApproveStep(step) && (
          <ChoiceRow
            label="类型"
            value={step.type}
            options={[
              { value: 'approve', label: '审批：同意或不同意' },
              { value: 'handle', label: '办理：完成即可，不能拒绝' },
            ]}
            onChange={(type) => set({ type })}
          />
        )}
        {step.type !== 'parallel' && (
          <ApproverField
            label={step.type === 'copy' ? '抄送给' : step.type === 'handle' ? '办理人' : '审批人'}
            rule={step.approver}
            terms={terms}
            orgId={detail.orgId}
            onChange={(approver) => set({ approver })}
            onNames={addNames}
          />
        )}
        {isApproveStep(step) && <ModeRows step={step} onSet={set} />}
      </Part>
      <Part title="条件">
        <ConditionField
          noun="步骤"
          condition={step.when}
          fields={terms.fields}
          onChange={(when) => set({ when } as Partial<FlowStep>)}
        />
      </Part>
      {isApproveStep(step) && (
        <DecisionParts step={step} detail={detail} draft={draft} onSet={set} onNames={addNames} />
      )}
    </>
  )
}

type SetStep = (parts: Partial<ApproveStep>) => void

function ModeRows({ step, onSet }: { step: ApproveStep; onSet: SetStep }) {
  return (
    <>
      <ChoiceRow
        label="多人时"
        value={step.mode}
        hint={modeHints[step.mode]}
        options={optionsOf(stepModes)}
        onChange={(mode) => onSet({ mode })}
      />
      {step.mode === 'ratio' && (
        <FormRow label="同意比例" hint="百分之多少的人同意即通过">
          {(control) => <RatioControl control={control} ratio={step.ratio} onSet={onSet} />}
        </FormRow>
      )}
    </>
  )
}

/** While it is empty the ratio stays; it is shown again when the field is left. */
function RatioControl({ control, ratio, onSet }: { control: Control; ratio: number; onSet: SetStep }) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <span onBlur={() => setEmpty(false)}>
      <NumberControl
        {...numberProps}
        control={control}
        name="ratio"
        value={isEmpty ? null : Math.round(ratio * 100)}
        onChange={(value) => {
          setEmpty(value === null)
          if (value !== null) onSet({ ratio: Math.min(100, Math.max(1, Number(value))) / 100 })
        }}
      />
    </span>
  )
}

const modeHints = {
  any: '一人处理即可',
  all: '每个人都要处理',
  seq: '按名单顺序一个一个处理',
  ratio: '',
} as const

const numberProps = {
  options: [],
  placeholder: undefined,
  isRequired: false,
  isFilled: false,
  isPhone: false,
  none: null,
  onPending: () => {},
}

interface DecisionProps {
  step: ApproveStep
  detail: DefinitionDetail
  draft: FlowDraft
  onSet: SetStep
  onNames: (chosen: readonly Reference[]) => void
}

/** What happens at a refusal, without people, too late; and what approvers may do. */
function DecisionParts({ step, detail, draft, onSet, onNames }: DecisionProps) {
  const { allow } = step
  const targets = listReturnTargets(draft.rules, step.key)
  const mayReturn = detail.mayReturn || targets.length > 0
  const hasFlag = detail.flag !== ''
  return (
    <>
      {step.type === 'approve' && (
        <RefusalPart step={step} targets={targets} mayReturn={detail.mayReturn} onSet={onSet} />
      )}
      <Part title="特殊情况">
        <ChoiceRow
          label="没有审批人"
          value={step.empty}
          hint={hasFlag ? flagReasons.pass : undefined}
          options={optionsOf(emptyPolicies).map((one) => ({ ...one, disabled: hasFlag && one.value === 'pass' }))}
          onChange={(empty) => onSet({ empty })}
        />
        {step.empty === 'named' && (
          <ApproverField
            label="转给"
            rule={step.emptyTo ?? { kind: 'member', with: { members: [] } }}
            terms={draft.terms}
            orgId={detail.orgId}
            onChange={(emptyTo) => onSet({ emptyTo })}
            onNames={onNames}
          />
        )}
        <ChoiceRow
          label="审批人是本人"
          value={step.self}
          hint={hasFlag ? flagReasons.self : undefined}
          options={optionsOf(selfPolicies).map((one) => ({ ...one, disabled: hasFlag && one.value === 'self' }))}
          onChange={(self) => onSet({ self })}
        />
      </Part>
      <Part title="时限">
        <FormRow label="处理时限" hint={`小时，按${dueModes[draft.rules.dueMode]}计算；不填为不限`}>
          {(control) => (
            <NumberControl
              {...numberProps}
              control={control}
              name="dueHours"
              value={step.dueHours ?? null}
              onChange={(value) =>
                onSet({ dueHours: value === null ? undefined : Number(value) } as Partial<ApproveStep>)
              }
            />
          )}
        </FormRow>
        {step.dueHours !== undefined && (
          <ChoiceRow
            label="超时后"
            value={step.timeout}
            options={optionsOf(timeoutActions)}
            onChange={(timeout) => onSet({ timeout })}
          />
        )}
      </Part>
      <Part title="允许和要求">
        <div className={styles['ticks']}>
          {(
            [
              ['transfer', '可以转交'],
              ['addSign', '可以加签'],
              ...(mayReturn ? [['return', detail.mayReturn ? '可以退回' : '可以退回到之前的步骤'] as const] : []),
            ] as const
          ).map(([name, label]) => (
            <Checkbox
              key={name}
              isOn={allow[name]}
              onChange={({ target }) => onSet({ allow: { ...allow, [name]: target.checked } })}
            >
              {label}
            </Checkbox>
          ))}
          <Checkbox isOn={step.needsOpinion} onChange={({ target }) => onSet({ needsOpinion: target.checked })}>
            必须填写意见
          </Checkbox>
          <Checkbox isOn={step.needsSignature} onChange={({ target }) => onSet({ needsSignature: target.checked })}>
            必须手写签名
          </Checkbox>
        </div>
      </Part>
    </>
  )
}

interface RefusalProps {
  step: ApproveStep
  targets: ReturnType<typeof listReturnTargets>
  mayReturn: boolean
  onSet: SetStep
}

/** A record that cannot be changed and sent again ends with the refusal. */
function RefusalPart({ step, targets, mayReturn, onSet }: RefusalProps) {
  const chosen = typeof step.onReject === 'string' ? step.onReject : `step:${step.onReject.step}`
  return (
    <Part title="不同意时">
      <ChoiceRow
        label="处理"
        value={chosen}
        options={[
          { value: 'end', label: '流程结束' },
          ...(mayReturn
            ? [
                { value: 'applicant', label: '退回申请人' },
                ...targets.map(({ key, name }) => ({ value: `step:${key}`, label: `退回“${name}”` })),
              ]
            : []),
        ]}
        onChange={(value) =>
          onSet({ onReject: value === 'end' || value === 'applicant' ? value : { step: value.slice('step:'.length) } })
        }
      />
      {step.mode !== 'ratio' && (
        <ChoiceRow
          label="多人时"
          value={step.rejectPolicy}
          hint={step.rejectPolicy === 'veto' ? '一人不同意即不通过' : '等所有人处理完再决定'}
          options={optionsOf(rejectPolicies)}
          onChange={(rejectPolicy) => onSet({ rejectPolicy })}
        />
      )}
    </Part>
  )
}

/** What holds for the flow as a whole. */
export function RulesPane({ detail, draft, problems }: Props) {
  const { rules, change } = draft
  const set = (parts: Partial<FlowRules>) => change({ ...rules, ...parts })
  return (
    <SettingPane title={`流程：${detail.subjectTitle}`} problems={problems}>
      <Part title="流程">
        <NameRow label="流程名称" maxLength={60} value={rules.name} onChange={(name) => set({ name })} />
        <ChoiceRow
          label="下级单位"
          value={rules.inherit}
          options={optionsOf(inheritPolicies)}
          onChange={(inherit) => set({ inherit })}
        />
        <ChoiceRow
          label="申请人撤回"
          value={rules.recall}
          options={optionsOf(recallPolicies)}
          onChange={(recall) => set({ recall })}
        />
        <ChoiceRow
          label="重复审批人"
          value={rules.dedupe}
          hint="同一人在多个步骤审批时，之后的步骤自动跳过"
          options={optionsOf(dedupePolicies)}
          onChange={(dedupe) => set({ dedupe })}
        />
        <ChoiceRow
          label="时限计算"
          value={rules.dueMode}
          options={optionsOf(dueModes)}
          onChange={(dueMode) => set({ dueMode })}
        />
      </Part>
    </SettingPane>
  )
}

interface PaneProps {
  title: string
  problems: readonly RuleProblem[]
  children: ReactNode
}

const SettingPane = ({ title, problems, children }: PaneProps) => (
  <SplitPane title={title}>
    <div className={styles['parts']}>
      {problems.map(({ message }) => (
        <p key={message} className={styles['problem']} role="alert">
          {message}
        </p>
      ))}
      {children}
    </div>
  </SplitPane>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['part']} aria-label={title}>
    <h3 className={styles['title']}>{title}</h3>
    {children}
  </section>
)

interface NameRowProps {
  label: string
  value: string
  maxLength?: number
  onChange: (value: string) => void
}

const NameRow = ({ label, value, maxLength = 40, onChange }: NameRowProps) => (
  <FormRow label={label}>
    {(control) => (
      <Input {...control} maxLength={maxLength} value={value} onChange={({ target }) => onChange(target.value)} />
    )}
  </FormRow>
)

interface ChoiceRowProps<Value extends string> {
  label: string
  value: Value
  hint?: string | undefined
  options: readonly { value: string; label: string; disabled?: boolean }[]
  onChange: (value: Value) => void
}

const ChoiceRow = <Value extends string>({ label, value, hint, options, onChange }: ChoiceRowProps<Value>) => (
  <FormRow label={label} hint={hint}>
    {({ id, 'aria-describedby': describedBy }) => (
      <PlainSelect
        id={id}
        label={label}
        aria-describedby={describedBy}
        value={value}
        options={options}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    )}
  </FormRow>
)
