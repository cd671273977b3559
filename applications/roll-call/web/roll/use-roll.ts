import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { z } from 'zod'
import type { RosterMark } from '#packages/web/core/roster-pad/roster-types.ts'
import { getOutbox, useOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import type { Mark, Roll, RollForm, SavedRoll } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'
import { getDeviceName } from './device-name.ts'
import { getLateMinutes, joinForms, joinMarks, markUntapped, toMarkStatus, toRosterMarks } from './roll-marks.ts'

/** Quick taps are one write; the last of them is safe on the server after this time, on the device at once. */
const holdMs = 4_000

export const getRollSubject = (lessonId: string) => `roll:${lessonId}`

interface RollEvents {
  onSaved: (saved: SavedRoll, isSubmitted: boolean) => void
  /** The device could not keep the taps: they are only on the screen. */
  onUnkept: () => void
}

/**
 * The roll of a lesson with the taps of this device: shown at once, kept in the outbox, and sent when there is a
 * network. After it was submitted taps wait for the button.
 */
export function useRoll(loaded: Roll, { onSaved, onUnkept }: RollEvents) {
  const [roll, setRoll] = useState(loaded)
  const [base, setBase] = useState(loaded)
  /** Taps that are not in the outbox, or not yet. */
  const [fresh, setFresh] = useState<readonly Mark[]>([])
  /** Whoever was tapped on this page; the server keeps no row of those who are there. */
  const [tapped, setTapped] = useState<ReadonlySet<string>>(new Set())
  // Loaded again: the server's word, under the taps of this device.
  if (base !== loaded) {
    setBase(loaded)
    setRoll(loaded)
  }
  const { lessonId, status } = roll.lesson
  const subject = getRollSubject(lessonId)
  const items = useOutbox()
  const own = useMemo(() => items.filter((item) => item.subject === subject), [items, subject])
  const underWay = own.filter(({ state }) => state === 'waiting' || state === 'held' || state === 'sending')
  const forms = underWay.map(({ body }) => body as RollForm)
  const taps = joinMarks(
    forms.flatMap(({ marks }) => marks),
    fresh,
  )
  const isSubmitted = status === 'submitted' || status === 'locked' || forms.some(({ submit }) => submit)

  const known = new Set([...tapped, ...taps.map(({ studentId }) => studentId)])
  const untapped =
    roll.mode === 'each' && !isSubmitted
      ? roll.pupils.filter(({ studentId, source }) => source === null && !known.has(studentId))
      : []

  const takeAnswer = useEffectEvent((form: RollForm, answer: unknown) => {
    const saved = z.safeDecode(rollCallApi.save.data, answer as z.input<typeof rollCallApi.save.data>)
    if (!saved.success) return
    const { sessionId, expected, pupils } = saved.data
    setRoll((before) => ({
      ...before,
      pupils,
      lesson: { ...before.lesson, sessionId, expected, status: saved.data.status },
      submittedAt: form.submit ? new Date().toISOString() : before.submittedAt,
    }))
    onSaved(saved.data, form.submit)
  })
  useEffect(
    () =>
      getOutbox().onSent((entry, answer) => {
        if (entry.subject === subject) takeAnswer(entry.body as RollForm, answer)
      }),
    [subject],
  )

  const enqueue = async (marks: readonly Mark[], submit: boolean) => {
    const now = new Date().toISOString()
    const body: RollForm = {
      lessonId,
      device: getDeviceName(),
      sentAt: now,
      madeAt: now,
      mode: roll.mode,
      marks: [...marks],
      submit,
    }
    try {
      await getOutbox().enqueue<RollForm>({
        subject,
        path: rollCallApi.save.path,
        body,
        join: (before) => joinForms(before, body),
        holdMs: submit ? 0 : holdMs,
        stamp: 'sentAt',
      })
      setFresh((before) => before.filter((mark) => !marks.includes(mark)))
    } catch {
      onUnkept()
    }
  }

  return {
    roll,
    marks: markUntapped(
      toRosterMarks(roll.pupils, taps),
      untapped.map(({ studentId }) => studentId),
    ),
    /** 逐一点名: so many pupils have to be tapped before it can be submitted. */
    untappedCount: untapped.length,
    isSubmitted,
    /** Submitted here, and not yet answered. */
    isSending: forms.some(({ submit }) => submit),
    /** Taps that the button will send. */
    hasChanges: fresh.length > 0,
    refusal: own.findLast(({ state }) => state === 'refused'),
    tap: (studentId: string, { status: chosen, minutes = null }: RosterMark) => {
      const pupil = roll.pupils.find((one) => one.studentId === studentId)
      if (!pupil) return
      const now = new Date()
      const isLate = chosen === 'late' && minutes === null
      const mark: Mark = {
        studentId,
        status: toMarkStatus(chosen),
        minutes: isLate ? getLateMinutes(roll.lesson, now.getTime()) : minutes,
        remark: pupil.remark,
        at: now.toISOString(),
        seenAt: pupil.markedAt,
      }
      setFresh((before) => joinMarks(before, [mark]))
      setTapped((before) => new Set(before).add(studentId))
      if (!isSubmitted) void enqueue([mark], false)
    },
    submit: () => enqueue(fresh, true),
    /** The taps since the last submission, for a correction with a reason. */
    changes: fresh,
    dropChanges: () => setFresh([]),
  }
}
