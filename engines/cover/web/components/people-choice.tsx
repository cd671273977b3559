import { DownOutlined, WarningOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { Candidate, CoverKind } from '../../contract.ts'
import { describeCandidate } from '../cover-text.ts'
import type { ChoiceProps } from './choice-props.ts'
import styles from './cover-picker.module.css'

interface Props extends ChoiceProps {
  kind: CoverKind
  /** Undefined while they are looked for. */
  candidates: readonly Candidate[] | undefined
  /** Why nobody is proposed. */
  note: string
}

const office = 'office'
const everybody = 'everybody'
/** The most colleagues that one request may ask. */
const mostPeople = 10

/** Who is asked: one colleague, several, all who are free, or the office. */
export function PeopleChoice({ choice, label, kind, candidates, note, onChange }: Props) {
  const modes = [
    { value: office, label: '请教务安排' },
    ...(kind === 'substitute' ? [{ value: everybody, label: '群发认领' }] : []),
  ]
  const value = !choice
    ? []
    : choice.askMode === 'office' || choice.askMode === 'everybody'
      ? [choice.askMode]
      : choice.userIds
  const choose = (next: readonly string[]) => {
    const last = next.at(-1)
    if (last === office || last === everybody) return onChange({ kind, askMode: last })
    const userIds = next.filter((id) => id !== office && id !== everybody)
    onChange(userIds.length === 0 ? undefined : { kind, askMode: userIds.length === 1 ? 'one' : 'several', userIds })
  }
  const chosen = candidates?.find(({ userId }) => userId === choice?.userIds[0])
  return (
    <>
      <Select
        mode="multiple"
        className={styles['select']!}
        aria-label={`${label}请谁代课`}
        placeholder="选择同事"
        suffixIcon={<Glyph of={DownOutlined} />}
        value={[...value]}
        maxCount={mostPeople}
        optionLabelProp="title"
        optionFilterProp="label"
        options={[
          ...(candidates ?? []).map((one) => ({
            value: one.userId,
            title: one.name,
            label: describeCandidate(one),
            disabled: one.obstacle !== '',
          })),
          ...modes.map((mode) => ({ ...mode, title: mode.label })),
        ]}
        notFoundContent="没有空闲的教师"
        loading={candidates === undefined}
        // Only elements inside an open dialog are visible above it.
        getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
        onChange={choose}
      />
      {choice?.askMode === 'one' && chosen && (
        <span className={styles['facts']}>
          {chosen.facts.join('、')}
          {chosen.warning && (
            <em>
              <Glyph of={WarningOutlined} /> {chosen.warning}
            </em>
          )}
        </span>
      )}
      {choice?.askMode === 'several' && <span className={styles['facts']}>先同意的同事代课</span>}
      {note && <span className={styles['facts']}>{note}</span>}
    </>
  )
}
