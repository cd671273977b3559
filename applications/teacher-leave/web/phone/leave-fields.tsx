import { use, useState } from 'react'
import type { Reference } from '#packages/contract'
import { formatClock } from '#packages/web/core/format/time.ts'
import { TextButton } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { FormField } from '#packages/web/light/form/form-field.tsx'
import { PhoneControlsContext } from '#packages/web/light/module-parts.ts'
import { TextField } from '#packages/web/light/text-field.tsx'
import { halves } from '#kernel/schooling/contract.ts'
import { mostBabies, type LeaveChoices, type LeaveDetail, type LeaveTypeChoice } from '../../contract.ts'
import { listQuickSpans } from '../leave-text.ts'
import type { LeaveDraft } from './leave-draft.ts'
import styles from './leave-fields.module.css'

interface Props {
  draft: LeaveDraft
  choices: LeaveChoices
  error?: string | undefined
  onChange: (part: Partial<LeaveDraft>) => void
}

/** The chip that is not a value: it shows more. */
const other = 'other'
/** With 更多 they fill one line. */
const shownTypes = 3

export function TypeField({ draft: { typeId }, choices: { types }, error, onChange }: Props) {
  const [isWhole, setWhole] = useState(types.length <= shownTypes + 1)
  const shown = isWhole ? types : types.filter(({ id }, at) => at < shownTypes || id === typeId)
  const type = types.find(({ id }) => id === typeId)
  return (
    <Chips
      label="类型"
      name="type"
      value={typeId}
      error={error}
      hint={type?.balance != null && `剩余 ${type.balance} 天`}
      options={[
        ...shown.map(({ id, name }) => ({ value: id, label: name })),
        ...(isWhole ? [] : [{ value: other, label: '更多' }]),
      ]}
      onChange={(chosen) => (chosen === other ? setWhole(true) : onChange({ typeId: chosen }))}
    />
  )
}

export function SpanField({ draft, type, choices, error, onChange }: Props & { type: LeaveTypeChoice | undefined }) {
  const [clock] = useState(() => formatClock(new Date()))
  const quick = listQuickSpans(choices, clock)
  const chosen = quick.find(
    (one) =>
      one.startsOn === draft.startsOn &&
      one.endsOn === draft.endsOn &&
      one.startHalf === draft.startHalf &&
      one.endHalf === draft.endHalf,
  )
  const [isFree, setFree] = useState(draft.startsOn !== '' && !chosen)
  if (type?.unit === 'hour') return <HoursField draft={draft} choices={choices} error={error} onChange={onChange} />
  return (
    <div className={styles['fields']}>
      <Chips
        label="时间"
        name="span"
        value={isFree ? other : (chosen?.label ?? '')}
        error={isFree ? undefined : error}
        options={[...quick.map(({ label }) => ({ value: label, label })), { value: other, label: '自选' }]}
        onChange={(value) => {
          setFree(value === other)
          const { label: _, ...span } = quick.find(({ label }) => label === value) ?? { label: '' }
          onChange(span)
        }}
      />
      {isFree && <FreeSpan draft={draft} error={error} onChange={onChange} />}
    </div>
  )
}

/** With 更多 they fill one line. */
const usualBabies = 3

/** 产假 is longer after a difficult birth and with more than one baby. */
export function BirthField({ draft: { isDifficult, babies }, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const [isWhole, setWhole] = useState(Number(babies) > usualBabies)
  const shown = isWhole ? mostBabies : usualBabies
  return (
    <div className={styles['fields']}>
      <Checkbox
        isLarge
        name="isDifficult"
        label="难产"
        checked={isDifficult === '1'}
        onChange={({ target }) => onChange({ isDifficult: target.checked ? '1' : '' })}
      />
      <Chips
        label="婴儿数"
        name="babies"
        hasMark={false}
        value={babies}
        options={[
          ...Array.from({ length: shown }, (_, at) => ({ value: String(at + 1), label: `${at + 1} 个` })),
          ...(isWhole ? [] : [{ value: other, label: '更多' }]),
        ]}
        onChange={(chosen) => (chosen === other ? setWhole(true) : onChange({ babies: chosen }))}
      />
    </div>
  )
}

const halfOptions = Object.entries(halves).map(([value, label]) => ({ value, label }))

function FreeSpan({ draft, error, onChange }: Omit<Props, 'choices'>) {
  return (
    <>
      <TextField
        label="开始日期"
        name="startsOn"
        type="date"
        value={draft.startsOn}
        onChange={(startsOn) =>
          onChange({ startsOn, ...((!draft.endsOn || draft.endsOn < startsOn) && { endsOn: startsOn }) })
        }
      />
      <Chips
        label="开始时段"
        name="startHalf"
        hasMark={false}
        value={draft.startHalf}
        options={halfOptions}
        onChange={(startHalf) => onChange({ startHalf })}
      />
      <TextField
        label="结束日期"
        name="endsOn"
        type="date"
        min={draft.startsOn}
        value={draft.endsOn}
        onChange={(endsOn) => onChange({ endsOn })}
      />
      <Chips
        label="结束时段"
        name="endHalf"
        hasMark={false}
        value={draft.endHalf}
        error={error}
        options={halfOptions}
        onChange={(endHalf) => onChange({ endHalf })}
      />
    </>
  )
}

/** A leave by the hour is on one day. */
function HoursField({ draft, choices: { workDays }, error, onChange }: Props) {
  const [first] = useState(workDays[0] ?? '')
  return (
    <div className={styles['fields']}>
      <TextField
        label="日期"
        name="startsOn"
        type="date"
        value={draft.startsOn || first}
        onChange={(startsOn) => onChange({ startsOn, endsOn: startsOn })}
      />
      <div className={styles['two']}>
        <TextField
          label="开始时间"
          name="startTime"
          type="time"
          value={draft.startTime}
          onChange={(startTime) => onChange({ startTime, startsOn: draft.startsOn || first })}
        />
        <TextField
          label="结束时间"
          name="endTime"
          type="time"
          value={draft.endTime}
          error={error}
          onChange={(endTime) => onChange({ endTime, startsOn: draft.startsOn || first })}
        />
      </div>
    </div>
  )
}

export function ReasonField({ draft: { reason }, choices: { reasons }, error, onChange }: Props) {
  const [isOwn, setOwn] = useState(reasons.length === 0 || (reason !== '' && !reasons.includes(reason)))
  return (
    <div className={styles['fields']}>
      {reasons.length > 0 && (
        <Chips
          label="事由"
          name="reason"
          value={isOwn ? other : reason}
          error={isOwn ? undefined : error}
          options={[...reasons.map((value) => ({ value, label: value })), { value: other, label: '自填' }]}
          onChange={(value) => {
            setOwn(value === other)
            // Words of a chip are a good beginning for own ones.
            if (value !== other) onChange({ reason: value })
          }}
        />
      )}
      {isOwn && (
        <FormField
          field={{ name: 'reason', label: reasons.length > 0 ? '具体事由' : '事由', kind: 'textarea', required: true }}
          values={{ reason }}
          error={error}
          onChange={(value) => onChange({ reason: String(value as string) })}
          onPending={() => {}}
        />
      )}
    </div>
  )
}

/** Nobody is the usual case: most colleagues have nothing to approve. */
const nobody = 'nobody'

export function DeputyField({ draft: { deputyId, deputyName }, choices: { deputies }, onChange }: Props) {
  const isListed = deputies.some(({ id }) => id === deputyId)
  const [isOther, setOther] = useState(deputyId !== '' && !isListed)
  const Colleagues = use(PhoneControlsContext).controls['colleagues']
  const choose = (one: Reference | undefined) => onChange({ deputyId: one?.id ?? '', deputyName: one?.name ?? '' })
  return (
    <div className={styles['fields']}>
      <Chips
        label="审批代理人"
        name="deputy"
        isOptional
        hint="请假期间，由他代您处理待办的审批"
        value={isOther ? other : deputyId || nobody}
        options={[
          { value: nobody, label: '不需要' },
          ...deputies.map(({ id, name }) => ({ value: id, label: name })),
          { value: other, label: '其他人' },
        ]}
        onChange={(value) => {
          setOther(value === other)
          choose(deputies.find(({ id }) => id === value))
        }}
      />
      {isOther && Colleagues && (
        <Colleagues
          name="otherDeputy"
          label="代理人"
          isOptional
          error={undefined}
          hint={undefined}
          value={deputyId ? [{ id: deputyId, name: deputyName }] : []}
          known={undefined}
          orgId={null}
          max={1}
          onChange={(value) => choose((value as readonly Reference[])[0])}
          onPending={() => {}}
        />
      )}
    </div>
  )
}

interface ProofProps {
  value: string[]
  known: LeaveDetail['files'] | undefined
  onChange: (files: string[]) => void
  onPending: (message: string | undefined) => void
}

export function ProofField({ value, known, onChange, onPending }: ProofProps) {
  const Files = use(PhoneControlsContext).controls['files']
  if (!Files) return null
  return (
    <Files
      name="files"
      label="证明或附件"
      isOptional
      error={undefined}
      hint={undefined}
      value={value}
      known={known}
      orgId={null}
      max={9}
      onChange={(files) => onChange(files as string[])}
      onPending={onPending}
    />
  )
}

/** What only some have to say, behind one tap. */
export function MoreFields({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { contact, destination, leavesCity } = draft
  const [isOpen, setOpen] = useState(Boolean(contact || destination || leavesCity))
  if (!isOpen) return <TextButton onClick={() => setOpen(true)}>填写去向和联系电话</TextButton>
  return (
    <>
      <TextField
        label="去向"
        name="destination"
        isOptional
        maxLength={60}
        value={destination}
        onChange={(text) => onChange({ destination: text })}
      />
      <Checkbox
        isLarge
        name="leavesCity"
        label="离开本市"
        checked={leavesCity !== ''}
        onChange={({ target }) => onChange({ leavesCity: target.checked ? '1' : '' })}
      />
      <TextField
        label="联系电话"
        name="contact"
        isOptional
        inputMode="tel"
        maxLength={30}
        value={contact}
        onChange={(text) => onChange({ contact: text })}
      />
    </>
  )
}
