import { addDays, dayOf, newId, startOfDay, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { listBusy, type Span } from '#engines/duty/server/api.ts'
import { toSpan, type SeededChange } from '#engines/timetable/server/api.ts'
import { listOrgTerms } from '#kernel/schooling/server/api.ts'
import type { AskMode, CoverKind, CoverSource, CoverStatus, CreditKind } from '../contract.ts'
import type { EarnedCredit } from './credits.ts'
import { sealedFields, type SealedField } from './sealed-texts.ts'
import {
  listMemberNames,
  listSeedLessons,
  type SeedAsk,
  type SeedLeg,
  type SeedLesson,
  type SeedRequest,
} from './seed-queries.ts'

const overlaps = (one: Span, other: Span) => one.startsAt < other.endsAt && one.endsAt > other.startsAt

const hours: Readonly<Record<CreditKind, number>> = { same: 100, other: 100, supervise: 50, merge: 50 }

export interface SeedCover {
  lesson: SeedLesson
  kind: CoverKind
  status: CoverStatus
  source: CoverSource
  askMode?: AskMode
  /** Who is asked or gives it. */
  toId: string | null
  reason?: string
  isBackfilled?: boolean
  note?: string
  /** The cover that this one continues. */
  after?: SeedLeg
  requestId?: string
  to?: SeedLeg['to']
  /** The subject of the other lesson of an exchange. */
  with?: string
}

interface SchoolFacts {
  termId: string
  lessons: readonly SeedLesson[]
  busy: ReadonlyMap<string, { duties: Span[]; away: Span[] }>
  names: ReadonlyMap<string, string>
  encrypt: (field: SealedField, text: string, requestId: string) => string | null
}

/** The lessons of a demo school around today, who is free in them, and the rows that are written at the end. */
export class SeedSchool {
  readonly requests: SeedRequest[] = []
  readonly legs: SeedLeg[] = []
  readonly asks: SeedAsk[] = []
  readonly changes = new Map<string, SeededChange>()
  readonly credits: EarnedCredit[] = []
  private readonly taken = new Set<string>()

  readonly ctx: Ctx
  readonly lessons: readonly SeedLesson[]
  private readonly facts: SchoolFacts

  private constructor(ctx: Ctx, facts: SchoolFacts) {
    this.ctx = ctx
    this.facts = facts
    this.lessons = facts.lessons
  }

  static async load(ctx: Ctx, orgId: string, { daysBack, daysAhead }: { daysBack: number; daysAhead: number }) {
    const today = dayOf(ctx.now)
    const term = (await listOrgTerms(ctx, orgId)).find(({ isCurrent }) => isCurrent)
    if (!term) return undefined
    const [from, to] = [addDays(today, -daysBack), addDays(today, daysAhead)]
    const lessons = (await listSeedLessons(ctx.db, orgId, from, to)).filter(({ status }) => status === 'planned')
    const teachers = [...new Set(lessons.flatMap(({ teacherIds }) => teacherIds))]
    const busy = await listBusy(ctx, teachers, startOfDay(from), startOfDay(addDays(to, 1)))
    const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
    const encrypt = (field: SealedField, text: string, id: string) =>
      text === '' ? null : cipher.encrypt(sealedFields[field], text, id).toString('hex')
    const names = await listMemberNames(ctx.db, teachers)
    return new SeedSchool(ctx, { termId: term.id, lessons, busy, names, encrypt })
  }

  teacherOf = ({ teacherIds: [id = ''] }: SeedLesson) => id
  isOver = (lesson: SeedLesson) => toSpan(lesson).endsAt <= this.ctx.now
  hasBegun = (lesson: SeedLesson) => toSpan(lesson).startsAt <= this.ctx.now
  isTaken = ({ id }: SeedLesson) => this.taken.has(id)

  /** Nothing else is made of this lesson. */
  leaveOpen = ({ id }: SeedLesson) => void this.taken.add(id)

  isAway(teacherId: string, span: Span) {
    return this.facts.busy.get(teacherId)?.away.some((one) => overlaps(one, span)) ?? false
  }

  isFree(teacherId: string, span: Span) {
    const found = this.facts.busy.get(teacherId)
    return found !== undefined && !found.duties.some((one) => overlaps(one, span)) && !this.isAway(teacherId, span)
  }

  /** A free colleague: of the same subject, otherwise of the same class, otherwise anybody; not always the same one. */
  findSubstitute(lesson: SeedLesson, but: readonly string[] = []): { id: string; isSame: boolean } | undefined {
    const span = toSpan(lesson)
    const isFree = (id: string) => !but.includes(id) && id !== this.teacherOf(lesson) && this.isFree(id, span)
    const teach = (fits: (one: SeedLesson) => boolean) => [...new Set(this.lessons.filter(fits).map(this.teacherOf))]
    const given = (id: string) => this.legs.filter(({ toId }) => toId === id).length
    const choose = (ids: readonly string[]) => ids.filter(isFree).toSorted((a, b) => given(a) - given(b))[0]
    const same = choose(teach(({ subjectId }) => subjectId === lesson.subjectId))
    if (same) return { id: same, isSame: true }
    const other = choose(teach(({ classId }) => classId === lesson.classId)) ?? choose([...this.facts.busy.keys()])
    return other ? { id: other, isSame: false } : undefined
  }

  /** Keeps the time of somebody, and the lesson for nothing else. */
  private occupy({ lesson, to }: SeedCover, teacherId: string | null) {
    this.taken.add(lesson.id)
    if (teacherId) this.facts.busy.get(teacherId)?.duties.push(toSpan(to ?? lesson))
  }

  /** A request with its leg, and what it does to the lesson and to the month. */
  add(cover: SeedCover, isSame = true): SeedLeg {
    const { lesson, kind, status, toId, after, note = '', askMode = 'one' } = cover
    const requestId = cover.requestId ?? newId()
    const isCurrent = status === 'effective' || status === 'done'
    const askedAt = this.momentBefore(lesson, cover.isBackfilled ? -24 : 20)
    const answeredAt = new Date(askedAt.getTime() + 9 * 60_000)
    if (!this.requests.some(({ id }) => id === requestId))
      this.addRequest({ ...cover, requestId, note, askMode }, askedAt, isCurrent ? answeredAt : null)
    const creditKind = getCreditKind(kind, isSame)
    const leg: SeedLeg = {
      ...lesson,
      id: newId(),
      requestId,
      lessonId: lesson.id,
      fromId: after?.toId ?? this.teacherOf(lesson),
      toId: kind === 'cancel' ? null : toId,
      to: cover.to ?? null,
      before: this.toBefore(lesson, after),
      previousId: after?.id ?? null,
      chainNo: (after?.chainNo ?? 0) + 1,
      credit: creditKind ? hours[creditKind] : 0,
      creditKind,
      state: isCurrent ? 'current' : isPending(status) ? 'pending' : 'ended',
      completedAt: status === 'done' ? toSpan(lesson).endsAt : null,
    }
    this.legs.push(leg)
    if (toId && kind !== 'swap' && askMode !== 'office' && !cover.isBackfilled)
      this.asks.push(this.toAsk(cover, requestId, askedAt, answeredAt))
    // Lessons that change places keep their teachers.
    const giver = kind === 'swap' ? this.teacherOf(lesson) : toId
    this.occupy(cover, isCurrent || status === 'auditing' ? giver : null)
    if (leg.completedAt && creditKind)
      this.credits.push({ legId: leg.id, memberId: toId!, day: lesson.day, kind: creditKind, hundredths: leg.credit })
    if (isCurrent) this.changes.set(lesson.id, this.toChange(cover))
    return leg
  }

  private addRequest(
    cover: SeedCover & { requestId: string; note: string; askMode: AskMode },
    createdAt: Date,
    effectiveAt: Date | null,
  ) {
    const { requestId: id, kind, source, status, lesson, after, reason, note, askMode } = cover
    const isByOffice = askMode === 'office' || cover.isBackfilled === true
    this.requests.push({
      id,
      termId: this.facts.termId,
      kind,
      source,
      reason: this.facts.encrypt('reason', reason ?? '', id),
      askMode,
      status,
      memberId: after?.toId ?? this.teacherOf(lesson),
      appliedById: isByOffice ? this.ctx.actor.userId : null,
      awayRef: null,
      isBackfilled: cover.isBackfilled ?? false,
      note: this.facts.encrypt('note', note, id),
      createdAt,
      effectiveAt,
    })
  }

  private toAsk({ toId, status, note = '' }: SeedCover, requestId: string, askedAt: Date, at: Date): SeedAsk {
    const answer = status === 'asking' ? 'waiting' : status === 'declined' ? 'no' : 'yes'
    const isAnswered = answer !== 'waiting'
    return {
      requestId,
      memberId: toId!,
      answer,
      note: this.facts.encrypt('answer', answer === 'no' ? note : '', requestId),
      askedAt,
      answeredAt: isAnswered ? at : null,
    }
  }

  /** Hours before the lesson, but not in the future; a negative number is after it. */
  private momentBefore(lesson: SeedLesson, before: number) {
    const moment = toSpan(lesson).startsAt.getTime() - before * 3_600_000
    return new Date(Math.min(moment, this.ctx.now.getTime() - 25 * 60_000))
  }

  private toBefore({ day, periodId, begins, ends, roomId, teacherIds, remark }: SeedLesson, after?: SeedLeg) {
    return after
      ? { day, periodId, begins, ends, roomId, teacherIds: [after.toId], status: 'changed', changedBy: 'cover', remark }
      : { day, periodId, begins, ends, roomId, teacherIds, status: 'planned', changedBy: null, remark }
  }

  /** What pupils and parents read: never why. */
  private toChange({ lesson, kind, toId, to, with: subject = '' }: SeedCover): SeededChange {
    const name = (toId && this.facts.names.get(toId)) ?? ''
    const remarks: Record<CoverKind, string> = {
      substitute: `由${name}代课`,
      supervise: `自习，由${name}看管`,
      merge: `合班，由${name}上课`,
      swap: `与${subject}课对调`,
      move: '移课',
      cancel: '停课一节',
    }
    const change = { lessonId: lesson.id, remark: remarks[kind] }
    if (kind === 'cancel') return { ...change, to: {}, isCancelled: true }
    return { ...change, to: to ?? { teacherIds: [toId!] } }
  }
}

const isPending = (status: CoverStatus) => ['open', 'asking', 'agreed', 'auditing'].includes(status)

function getCreditKind(kind: CoverKind, isSame: boolean): CreditKind | null {
  if (kind === 'substitute') return isSame ? 'same' : 'other'
  return kind === 'supervise' || kind === 'merge' ? kind : null
}
