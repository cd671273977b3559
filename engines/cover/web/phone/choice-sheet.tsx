import { useState } from 'react'
import { addDays, getMonday } from '#packages/core'
import { optionsOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { cancelReasons, coverApi, coverKinds, type CoverKind, type CoverLesson } from '../../contract.ts'
import { askOffice, askPeople, type CoverChoice } from './choices.ts'
import { formatPeriod, nameLesson } from './cover-words.ts'
import { OptionRows } from './option-rows.tsx'
import styles from './choice-sheet.module.css'

interface Props {
  lesson: CoverLesson
  choice: CoverChoice | undefined
  onChoose: (choice: CoverChoice) => void
  onClose: () => void
}

/** The office finds whom a class can join. */
const kinds = optionsOf(coverKinds).filter(({ value }) => value !== 'merge')

/** Who gives a lesson, or when it is given instead: one tap chooses. */
export function ChoiceSheet({ lesson, choice, onChoose, onClose }: Props) {
  const [kind, setKind] = useState<CoverKind>(choice?.kind ?? 'substitute')
  const { day, begins, ends, roomName } = lesson
  const part = { lesson, kind, choice: choice?.kind === kind ? choice : undefined, onChoose }
  return (
    <BottomSheet title={`${formatPeriod(lesson)} ${nameLesson(lesson)}`} onClose={onClose}>
      <p className={styles['when']}>
        <span>
          {formatWeekday(day)} {begins}–{ends}
        </span>
        {roomName && <span>{roomName}</span>}
      </p>
      <Chips
        label="方式"
        name="coverKind"
        hasMark={false}
        value={kind}
        options={kinds}
        onChange={(value) => setKind(value as CoverKind)}
      />
      {(kind === 'substitute' || kind === 'supervise') && <People key={kind} {...part} />}
      {kind === 'swap' && <Swaps {...part} />}
      {kind === 'move' && <Places {...part} />}
      {kind === 'cancel' && <Cancelled {...part} />}
    </BottomSheet>
  )
}

type PartProps = Omit<Props, 'onClose'> & { kind: CoverKind }

function People({ lesson: { lessonId }, kind, choice, onChoose }: PartProps) {
  const [isSeveral, setSeveral] = useState(choice?.askMode === 'several')
  const [chosen, setChosen] = useState(choice?.people ?? [])
  const { answer, again } = useLoaded(lessonId, () => call(coverApi.candidates, { query: { lessonIds: [lessonId] } }))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  const candidates = answer?.[0]?.candidates ?? []
  const pick = (userId: string) => {
    const { name, facts } = candidates.find((one) => one.userId === userId)!
    if (!isSeveral) return onChoose(askPeople(kind, [{ id: userId, name }], facts))
    const rest = chosen.filter(({ id }) => id !== userId)
    setChosen(rest.length < chosen.length ? rest : [...chosen, { id: userId, name }].slice(0, mostAsked))
  }
  return (
    <>
      {answer ? (
        <OptionRows
          label="可以代课的同事"
          hasBest
          isSeveral={isSeveral}
          chosen={chosen.map(({ id }) => id)}
          empty="这个时间没有空闲的同事，可以请教务安排。"
          options={candidates.map(({ userId, name, ...rest }) => ({
            ...rest,
            key: userId,
            title: name,
            face: name.slice(0, 1),
          }))}
          onPick={pick}
        />
      ) : (
        <Skeleton blocks={[[40, 70, 40, 70]]} />
      )}
      {isSeveral ? (
        <Button size="task" isDisabled={chosen.length === 0} onClick={() => onChoose(askPeople(kind, chosen))}>
          {chosen.length === 0 ? '请选择同事' : `征询 ${chosen.length} 位同事`}
        </Button>
      ) : (
        <LinkList>
          <LinkRow label="同时征询几位" note="先同意的代课" onClick={() => setSeveral(true)} />
          <LinkRow
            label="群发认领"
            note="先认领的代课"
            onClick={() => onChoose({ kind, askMode: 'everybody', people: [] })}
          />
          <LinkRow label="请教务安排" onClick={() => onChoose({ ...askOffice, kind })} />
        </LinkList>
      )}
    </>
  )
}

/** The limit of the contract. */
const mostAsked = 10

/** A week from the one of the lesson on, and the next one on demand. */
function useWeek(day: string) {
  const [monday, setMonday] = useState(getMonday(day))
  const next = (
    <TextButton onClick={() => setMonday(addDays(monday, monday === getMonday(day) ? 7 : -7))}>
      {monday === getMonday(day) ? '看下一周' : '看同一周'}
    </TextButton>
  )
  return { from: monday, to: addDays(monday, 6), next }
}

function Swaps({ lesson: { lessonId, day }, choice, onChoose }: PartProps) {
  const { from, to, next } = useWeek(day)
  const { answer, again } = useLoaded(from, () => call(coverApi.swaps, { query: { lessonId, from, to } }))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  if (!answer) return <Skeleton blocks={[[40, 70, 40, 70]]} />
  return (
    <>
      <OptionRows
        label="可以对调的课"
        chosen={choice?.other ? [choice.other.id] : []}
        empty="这一周没有可以对调的课。"
        options={answer.map((other) => ({
          key: other.lessonId,
          title: `${formatPeriod(other)} ${nameLesson(other)}`,
          facts: [other.teachers.map(({ name }) => name).join('、'), `${other.day.slice(5)} ${other.begins}`],
          obstacle: other.obstacle,
        }))}
        onPick={(id) => {
          const other = answer.find((one) => one.lessonId === id)!
          const who = other.teachers.map(({ name }) => name).join('、')
          const label = `${who} ${formatPeriod(other)}${nameLesson(other)}`
          onChoose({ kind: 'swap', askMode: 'one', people: [], other: { id, seenAt: other.seenAt, label } })
        }}
      />
      {next}
    </>
  )
}

function Places({ lesson: { lessonId, day }, kind, choice, onChoose }: PartProps) {
  const { from, to, next } = useWeek(day)
  const { answer, again } = useLoaded(from, () => call(coverApi.places, { query: { lessonId, from, to } }))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  if (!answer) return <Skeleton blocks={[[40, 70, 40, 70]]} />
  const keyOf = (place: { day: string; periodId: string }) => `${place.day} ${place.periodId}`
  return (
    <>
      <OptionRows
        label={kind === 'cancel' ? '补课时间' : '可以移到的时间'}
        chosen={choice?.to ? [keyOf(choice.to)] : []}
        empty="这一周没有合适的时间。"
        options={answer.map((place) => ({
          key: keyOf(place),
          title: formatPeriod(place),
          facts: [`${place.day.slice(5)} ${place.begins}`],
          obstacle: place.obstacle,
        }))}
        onPick={(key) => {
          const place = answer.find((one) => keyOf(one) === key)!
          const label = `${place.day.slice(5)} ${formatPeriod(place)}`
          onChoose({ kind, askMode: 'one', people: [], to: { day: place.day, periodId: place.periodId, label } })
        }}
      />
      {next}
    </>
  )
}

/** Without another time it needs a reason that the office can count. */
function Cancelled({ choice, ...part }: PartProps) {
  return (
    <>
      <Chips
        label="不补课，原因是"
        name="cancelReason"
        hasMark={false}
        value={choice?.cancelReason ?? ''}
        options={optionsOf(cancelReasons)}
        onChange={(value) =>
          part.onChoose({
            kind: 'cancel',
            askMode: 'one',
            people: [],
            cancelReason: value as keyof typeof cancelReasons,
          })
        }
      />
      <p>或选择补课时间</p>
      <Places choice={choice} {...part} />
    </>
  )
}
