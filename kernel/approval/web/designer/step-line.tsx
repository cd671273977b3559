import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  ExclamationCircleFilled,
  PlusOutlined,
} from '@ant-design/icons'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import visuallyHidden from '#packages/web/desk/visually-hidden.module.css'
import { inheritPolicies, recallPolicies, type FlowStep } from '../../contract.ts'
import type { RuleProblem } from './check-rules.ts'
import { describeCondition } from './conditions.ts'
import { describeStep } from './describe-step.ts'
import {
  addBranch,
  addStep,
  copyEntry,
  findEntry,
  getEntryName,
  getRemovalObstacle,
  listEntries,
  mainLine,
  moveEntry,
  removeEntry,
  type StepType,
} from './edit-rules.ts'
import type { FlowDraft } from './use-flow-draft.ts'
import styles from './step-line.module.css'

export const stepTypes = { approve: '审批', handle: '办理', copy: '抄送', parallel: '并行' } as const

interface Props {
  draft: FlowDraft
  /** The key of a step or branch; empty for the rules of the flow. */
  chosen: string | undefined
  problems: readonly RuleProblem[]
  isReadOnly: boolean
  onChoose: (key: string) => void
}

/** The steps of a flow from top to bottom. Arrow keys walk, Alt and an arrow moves, Delete removes. */
export function StepLine(props: Props) {
  const { draft, chosen, problems, isReadOnly, onChoose } = props
  const { rules } = draft
  const list = useRef<HTMLElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const focus = (key: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-entry="${key ?? ''}"]`)?.focus()
  const actions = useEntryActions(props, setAnnouncement)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).dataset['entry']
    if (key === undefined) return
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const keys = ['', ...listEntries(rules).map((entry) => entry.key)]
    if (by && !event.altKey) focus(keys[Math.max(0, keys.indexOf(key) + by)])
    else if (by && !isReadOnly && key) actions.move(key, by as -1 | 1)
    else if (event.key === 'Delete' && !isReadOnly && key) actions.remove(key)
    else return
    event.preventDefault()
  }
  return (
    // The keys are those of the cards inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav ref={list} className={styles['line']} aria-label="流程步骤" onKeyDown={press}>
      <Card
        entryKey=""
        tag="流程"
        name={rules.name || '未命名流程'}
        lines={[
          `${inheritPolicies[rules.inherit]}；${recallPolicies[rules.recall]}${rules.recall === 'never' ? '' : '可撤回'}`,
        ]}
        isChosen={chosen === ''}
        problems={problems}
        onChoose={onChoose}
      />
      <Steps steps={rules.steps} line={mainLine} actions={actions} {...props} />
      <p className={styles['end']}>结束</p>
      <p className={visuallyHidden['only']} role="status">
        {announcement}
      </p>
    </nav>
  )
}

function useEntryActions({ draft, chosen, onChoose }: Props, announce: (text: string) => void) {
  const { rules, change } = draft
  const nameOf = (key: string) => {
    const entry = findEntry(rules, key)
    return entry ? getEntryName(entry) : ''
  }
  const open = (next: { rules: typeof rules; key: string } | undefined) => {
    if (!next) return
    change(next.rules)
    onChoose(next.key)
  }
  return {
    add: (type: StepType, line: string, index: number) => open(addStep(rules, type, { line, index })),
    addBranch: (key: string) => open(addBranch(rules, key)),
    copy: (key: string) => open(copyEntry(rules, key)),
    move: (key: string, by: -1 | 1) => {
      const next = moveEntry(rules, key, by)
      const entry = findEntry(next, key)
      change(next)
      if (entry) announce(`${nameOf(key)}，第 ${entry.index + 1} 个，共 ${entry.count} 个`)
    },
    remove: (key: string) => {
      const entry = findEntry(rules, key)
      const obstacle = entry && getRemovalObstacle(entry)
      if (obstacle) return announce(obstacle)
      const next = removeEntry(rules, key)
      change(next)
      announce(`已删除${nameOf(key)}`)
      if (chosen !== undefined && !findEntry(next, chosen)) onChoose('')
    },
  }
}

type EntryActions = ReturnType<typeof useEntryActions>
interface StepsProps extends Props {
  steps: readonly FlowStep[]
  line: string
  actions: EntryActions
}

function Steps({ steps, line, ...props }: StepsProps) {
  const { isReadOnly, actions } = props
  const adder = (index: number) =>
    isReadOnly ? <span className={styles['joint']} /> : <Adder line={line} index={index} onAdd={actions.add} />
  return (
    <ol className={styles['steps']}>
      {steps.map((step, index) => (
        <li key={step.key}>
          {adder(index)}
          <StepCard step={step} {...props} />
          {step.type === 'parallel' && (
            <div className={styles['branches']}>
              {step.branches.map((branch) => (
                <div key={branch.key} className={styles['branch']}>
                  <EntryCard
                    {...props}
                    entryKey={branch.key}
                    tag="分支"
                    name={branch.name}
                    lines={branch.when ? [`${describeCondition(branch.when, props.draft.terms.fields)} 时`] : []}
                  />
                  <Steps {...props} steps={branch.steps} line={branch.key} />
                </div>
              ))}
              {!isReadOnly && step.branches.length < 10 && (
                <Button type="link" icon={<Glyph of={PlusOutlined} />} onClick={() => actions.addBranch(step.key)}>
                  添加分支
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
      <li>{adder(steps.length)}</li>
    </ol>
  )
}

const StepCard = ({ step, ...props }: Omit<StepsProps, 'steps' | 'line'> & { step: FlowStep }) => (
  <EntryCard
    {...props}
    entryKey={step.key}
    tag={stepTypes[step.type]}
    name={step.name || '未命名步骤'}
    lines={describeStep(step, props.draft.rules, props.draft.terms)}
  />
)

interface AdderProps {
  line: string
  index: number
  onAdd: EntryActions['add']
}

const Adder = ({ line, index, onAdd }: AdderProps) => (
  <div className={styles['joint']}>
    <SmallMenu
      label="在此添加步骤"
      isIcon
      className={styles['add']!}
      button={<Glyph of={PlusOutlined} />}
      items={Object.entries(stepTypes)
        // A branch has no branches of its own.
        .filter(([type]) => type !== 'parallel' || line === mainLine)
        .map(([type, label]) => ({ key: type, label, onSelect: () => onAdd(type as StepType, line, index) }))}
    />
  </div>
)

interface CardProps {
  entryKey: string
  tag: string
  name: string
  lines: readonly string[]
  problems: readonly RuleProblem[]
}

function EntryCard({ chosen, isReadOnly, draft, actions, ...card }: Omit<StepsProps, 'steps' | 'line'> & CardProps) {
  const { entryKey, name } = card
  const entry = findEntry(draft.rules, entryKey)
  const isChosen = chosen === entryKey
  const obstacle = entry && getRemovalObstacle(entry)
  const tool = (label: string, icon: Icon, isOff: boolean, run: () => void, title = label) => (
    <Button
      type="text"
      size="small"
      icon={<Glyph of={icon} />}
      aria-label={`${name}${label}`}
      title={title}
      aria-disabled={isOff}
      onClick={() => !isOff && run()}
    />
  )
  return (
    <Card {...card} isChosen={isChosen}>
      {isChosen && !isReadOnly && entry && (
        <span className={styles['tools']}>
          {tool('上移', ArrowUpOutlined, entry.index === 0, () => actions.move(entryKey, -1), '上移 Alt+↑')}
          {tool(
            '下移',
            ArrowDownOutlined,
            entry.index === entry.count - 1,
            () => actions.move(entryKey, 1),
            '下移 Alt+↓',
          )}
          {tool('复制', CopyOutlined, false, () => actions.copy(entryKey))}
          {tool(
            '删除',
            DeleteOutlined,
            obstacle !== undefined,
            () => actions.remove(entryKey),
            obstacle ?? '删除 Delete',
          )}
        </span>
      )}
    </Card>
  )
}

function Card({
  entryKey,
  tag,
  name,
  lines,
  isChosen,
  problems,
  onChoose,
  children,
}: CardProps & { isChosen: boolean; onChoose: (key: string) => void; children?: ReactNode }) {
  const own = problems.filter(({ key }) => key === entryKey)
  return (
    <div
      className={styles['card']}
      data-chosen={isChosen ? '' : undefined}
      data-wrong={own.length > 0 ? '' : undefined}
    >
      <button
        type="button"
        className={styles['face']}
        data-entry={entryKey}
        aria-current={isChosen ? 'step' : undefined}
        onClick={() => onChoose(entryKey)}
      >
        <span className={styles['head']}>
          <span className={styles['tag']}>{tag}</span>
          <strong>{name}</strong>
        </span>
        {lines.map((text) => (
          <span key={text} className={styles['text']}>
            {text}
          </span>
        ))}
        {own.map(({ message }) => (
          <span key={message} className={styles['problem']}>
            <Glyph of={ExclamationCircleFilled} />
            {message}
          </span>
        ))}
      </button>
      {children}
    </div>
  )
}
