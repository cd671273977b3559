import { beforeAll, describe, expect, it } from 'vitest'
import { orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aSchool, twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { defineTemplate } from '#kernel/message/server/api.ts'
import { acknowledgeAlert, climbCell, climbLadders, closeAlert, defineAlert, dismissAlert } from './api.ts'
import { findOpenAlert, getAlertStories, listAlerts, notifyStaff, raiseAlert } from './api.ts'
import { alertContents } from './contents.ts'

const database = useDatabase({ poolSize: 8 })
const { as, sql } = database
let clerk: Actor
let school: OrgNode
let other: OrgNode
let people: Record<'nurse' | 'head' | 'principal', Teacher>
/** Whom the steps of the test reach now. */
let onDuty: Record<string, string[]>
/** A step that fails for these subjects. */
let broken = new Set<string>()

const template = defineTemplate({ code: 'test.alert', kind: 'alert', title: '{what}', body: '请尽快处理。' })
const step = (key: string, title: string, minutes: number) => ({
  key,
  title,
  minutes,
  notify: notifyStaff({
    template,
    listPeople: async (_ctx, { subjectId }) => {
      if (broken.has(subjectId) && key === 'head') throw new Error('a step that fails')
      return onDuty[key] ?? []
    },
    values: async () => ({ what: title }),
    url: '/',
  }),
})
const fever = defineAlert({
  code: 'test.fever',
  title: '发热',
  level: 'urgent',
  outcomes: { home: '已回家', hospital: '已送医' },
  ladder: [step('nurse', '校医', 0), step('head', '班主任', 5), step('principal', '校长', 15)],
  acknowledgedMinutes: async () => 20,
  quiet: { from: 22, to: 6 },
})
/** Whoever takes this one on settles it. */
const lamp = defineAlert({
  code: 'test.lamp',
  title: '照明',
  level: 'notice',
  outcomes: { repaired: '已修' },
  ladder: [step('janitor', '后勤', 10)],
})

beforeAll(async () => {
  await database.ensurePartitions('2026-01-01', 14)
  database.contribute('alerts', fever, lamp)
  clerk = createActor({ districtId: database.home })
  await as(clerk, async (ctx) => {
    ;({ school, other } = await twoSchools(ctx))
    const hire = (name: string) => aTeacher(ctx, { name, at: school, since: '2020-08-01' })
    people = { nurse: await hire('陈医生'), head: await hire('王芳'), principal: await hire('赵校长') }
  })
  resetDuty()
})

function resetDuty() {
  onDuty = {
    nurse: [people.nurse.personId],
    head: [people.head.personId],
    principal: [people.principal.personId],
    janitor: [],
  }
}

const at = (clock: string, day = '2026-11-16') => new Date(`${day}T${clock}:00+08:00`)
const asAt = <T>(clock: string, work: (ctx: Ctx) => Promise<T>, actor: Actor = clerk, day?: string) =>
  as(actor, (ctx) => work({ ...ctx, now: at(clock, day) }))
let count = 0
/** A child with a fever: the key and the subject of an alert. */
const aSubject = () => ({ kind: 'test', id: `00000000-0000-7000-8000-${`${++count}`.padStart(12, '0')}` })
const raise = (clock: string, subject = aSubject(), kind = fever, day?: string) =>
  asAt(
    clock,
    async (ctx) => ({ subject, ...(await raiseAlert(ctx, kind, { key: subject.id, subject, orgId: school.id })) }),
    clerk,
    day,
  )
const climb = (clock: string, day?: string) =>
  climbCell({ app: database.app, cells: database.cells, cell: 1, now: at(clock, day) })
/** 08:00 校医 陈医生 */
async function storyOf({ subject }: { subject: { kind: string; id: string } }, kind = fever) {
  const stories = await as(clerk, (ctx) => getAlertStories(ctx, kind, 'test', [subject.id]))
  return stories
    .get(subject.id)!
    .story.filter(({ event }) => event === 'step' || event === 'unreachable')
    .map((one) => [formatClock(one.at), one.stepTitle, one.names.join('、') || '无法通知'].join(' '))
}
const formatClock = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)
const messagesAbout = (id: string) =>
  sql<{ personId: string; title: string }>(
    `select m.person_id as "personId", b.title from tenant.message m join tenant.message_batch b on b.id = m.batch_id
     where b.subject_id = $1 order by b.at, b.title`,
    [id],
  )
const stateOf = async (id: string) =>
  (
    await sql<{ state: string; outcome: string | null; due: Date | null; note: Buffer | null }>(
      'select state, outcome, escalate_at as due, note from tenant.alert where id = $1',
      [id],
    )
  )[0]!

describe('a ladder', () => {
  it('notifies one step after the other, each at its minute and each once', async () => {
    const alert = await raise('08:00')
    for (const clock of ['08:00', '08:01', '08:04', '08:05', '08:05', '08:06', '08:14', '08:15', '08:40'])
      await climb(clock)
    expect(await storyOf(alert)).toEqual(['08:00 校医 陈医生', '08:05 班主任 王芳', '08:15 校长 赵校长'])
    expect((await messagesAbout(alert.id)).map(({ title }) => title)).toEqual(['校医', '班主任', '校长'])
    expect(await stateOf(alert.id)).toMatchObject({ state: 'open', due: null })
  })

  it('goes on at once when nobody can be notified, and never returns to the next step', async () => {
    onDuty['head'] = []
    const alert = await raise('09:00')
    await climb('09:00')
    await climb('09:05')
    resetDuty()
    await climb('09:15')
    expect(await storyOf(alert)).toEqual(['09:00 校医 陈医生', '09:05 班主任 无法通知', '09:05 校长 赵校长'])
    onDuty = {}
    const nobody = await raise('09:20')
    await climb('09:20')
    resetDuty()
    await climb('09:50')
    expect(await storyOf(nobody)).toEqual(['校医', '班主任', '校长'].map((title) => `09:20 ${title} 无法通知`))
  })

  it('waits for the morning at night, and keeps its distances then', async () => {
    const late = await raise('21:58')
    const night = await raise('22:10')
    await climb('21:58')
    for (const clock of ['22:03', '22:30', '23:59']) await climb(clock)
    for (const clock of ['00:00', '05:59', '06:00', '06:05', '06:10', '06:15']) await climb(clock, '2026-11-17')
    expect(await storyOf(late)).toEqual(['21:58 校医 陈医生', '06:00 班主任 王芳', '06:10 校长 赵校长'])
    expect(await storyOf(night)).toEqual(['06:00 校医 陈医生', '06:05 班主任 王芳', '06:15 校长 赵校长'])
  })

  it('takes all steps that became due while no worker lived, each once', async () => {
    const alert = await raise('10:00')
    await climb('10:40')
    await climb('10:41')
    expect(await storyOf(alert)).toEqual(['10:40 校医 陈医生', '10:40 班主任 王芳', '10:40 校长 赵校长'])
    expect(await messagesAbout(alert.id)).toHaveLength(3)
  })

  it('is climbed once by two workers at a time', async () => {
    const alerts = await Promise.all(Array.from({ length: 70 }, () => raise('11:00')))
    const runs = await Promise.all(Array.from({ length: 4 }, () => climb('11:05')))
    expect(runs.reduce((sum, { alerts: some }) => sum + some, 0)).toBe(alerts.length)
    for (const alert of alerts) {
      expect(await storyOf(alert)).toEqual(['11:05 校医 陈医生', '11:05 班主任 王芳'])
      expect(await messagesAbout(alert.id)).toHaveLength(2)
    }
  })

  it('of a worker that dies is undone with its messages, and climbed by the next one', async () => {
    await climb('11:59') // What the other tests left.
    const alert = await raise('12:00')
    const dies = asAt('12:05', async (ctx) => {
      expect(await climbLadders(ctx)).toContain(alert.id)
      throw new Error('the worker is gone')
    })
    await expect(dies).rejects.toThrow('the worker is gone')
    expect(await messagesAbout(alert.id)).toEqual([])
    await climb('12:06')
    expect(await storyOf(alert)).toEqual(['12:06 校医 陈医生', '12:06 班主任 王芳'])
  })

  it('that fails does not stop the others, and goes on when it can', async () => {
    const [bad, good] = [await raise('13:00'), await raise('13:00')]
    broken = new Set([bad.subject.id])
    await climb('13:05')
    expect(await storyOf(bad)).toEqual([])
    expect(await messagesAbout(bad.id)).toEqual([])
    expect(await storyOf(good)).toEqual(['13:05 校医 陈医生', '13:05 班主任 王芳'])
    broken = new Set()
    await climb('13:07')
    expect(await storyOf(bad)).toEqual(['13:07 校医 陈医生', '13:07 班主任 王芳'])
  })

  it('cannot notify anybody twice of one step: the table refuses it', async () => {
    const alert = await raise('14:00')
    await climb('14:00')
    const again = sql(
      `insert into tenant.alert_step (district_id, alert_id, step, person_id, notified_at)
       select district_id, alert_id, step, person_id, now() from tenant.alert_step where alert_id = $1`,
      [alert.id],
    )
    await expect(again).rejects.toThrow('alert_step_pkey')
    // Even if somebody sets the ladder back.
    await sql('update tenant.alert set step = 0, escalate_at = $2 where id = $1', [alert.id, at('14:01')])
    await climb('14:01')
    expect(await messagesAbout(alert.id)).toHaveLength(1)
  })
})

describe('an alert', () => {
  it('joins the open one of its key, also when two raise it at once, and is a new one afterwards', async () => {
    const subject = aSubject()
    const both = await Promise.all([raise('15:00', subject), raise('15:00', subject), raise('15:00', subject)])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    await asAt('15:02', (ctx) => closeAlert(ctx, both[0].id, 'home', '母亲接回'), people.nurse)
    const next = await raise('15:10', subject)
    expect(next).toMatchObject({ isNew: true })
    expect(next.id).not.toBe(both[0].id)
    await asAt('15:11', (ctx) => dismissAlert(ctx, next.id, '量错了'))
  })

  it('that is closed notifies nobody any more, and keeps its outcome and an encrypted note', async () => {
    const alert = await raise('15:20')
    await climb('15:20')
    await asAt('15:22', (ctx) => closeAlert(ctx, alert.id, 'home', '母亲接回'), people.nurse)
    await climb('15:40')
    expect(await storyOf(alert)).toEqual(['15:20 校医 陈医生'])
    const row = await stateOf(alert.id)
    expect(row).toMatchObject({ state: 'closed', outcome: 'home', due: null })
    expect(row.note!.includes(Buffer.from('母亲'))).toBe(false)
    await expect(asAt('15:23', (ctx) => closeAlert(ctx, alert.id, 'home'))).rejects.toThrow('该预警已处理')
    await expect(asAt('15:23', (ctx) => acknowledgeAlert(ctx, alert.id))).rejects.toThrow('该预警已处理')
    const open = await raise('15:24')
    await expect(asAt('15:25', (ctx) => closeAlert(ctx, open.id, 'gone'))).rejects.toThrow('no outcome')
    await asAt('15:26', (ctx) => closeAlert(ctx, open.id, 'hospital'))
  })

  it('that somebody takes on waits for her time, and goes on with the same distances', async () => {
    const alert = await raise('16:00')
    await climb('16:00')
    await asAt('16:03', (ctx) => acknowledgeAlert(ctx, alert.id), people.nurse)
    for (const clock of ['16:05', '16:22', '16:23', '16:32', '16:33']) await climb(clock)
    expect(await storyOf(alert)).toEqual(['16:00 校医 陈医生', '16:23 班主任 王芳', '16:33 校长 赵校长'])
    expect(await stateOf(alert.id)).toMatchObject({ state: 'open' })
    const story = await as(clerk, (ctx) => getAlertStories(ctx, fever, 'test', [alert.subject.id]))
    expect(story.get(alert.subject.id)!.story[2]).toMatchObject({ event: 'acknowledged', byName: '陈医生' })
    await asAt('16:40', (ctx) => closeAlert(ctx, alert.id, 'home'))
  })

  it('of a kind without such a time stays with whoever took it on', async () => {
    const alert = await raise('17:00', aSubject(), lamp)
    await asAt('17:01', (ctx) => acknowledgeAlert(ctx, alert.id))
    await climb('17:30')
    expect(await storyOf(alert, lamp)).toEqual([])
    expect(await stateOf(alert.id)).toMatchObject({ state: 'acknowledged', due: null })
  })

  it('is closed or climbed, whichever comes first, never half of each', async () => {
    const alerts = await Promise.all(Array.from({ length: 20 }, () => raise('18:00')))
    await Promise.all([
      climb('18:05'),
      ...alerts.map(({ id }) => asAt('18:05', (ctx) => closeAlert(ctx, id, 'home'))),
      climb('18:05'),
    ])
    await climb('18:30')
    for (const alert of alerts) {
      expect(await stateOf(alert.id)).toMatchObject({ state: 'closed', due: null })
      expect((await messagesAbout(alert.id)).length).toBe((await storyOf(alert)).length)
    }
  })

  it('is listed within the scope, with its note for those who may read it', async () => {
    const alert = await raise('19:00')
    const list = (scope: Parameters<typeof listAlerts>[1], isOpen: boolean) =>
      as(clerk, (ctx) => listAlerts(ctx, scope, { codes: ['test.fever'], isOpen, limit: 1000 }))
    expect((await list(orgTreeScope(school), true)).map(({ id }) => id)).toContain(alert.id)
    expect(await list(orgTreeScope(other), true)).toEqual([])
    await asAt('19:01', (ctx) => closeAlert(ctx, alert.id, 'home', '父亲接回'))
    const [newest] = await list(orgTreeScope(school), false)
    expect(newest).toMatchObject({ id: alert.id, title: '发热', note: '父亲接回', outcome: 'home' })
    expect(await asAt('19:02', (ctx) => findOpenAlert(ctx, fever, alert.subject.id))).toBeUndefined()
  })

  it('is seen by no other district, whose ladders are climbed too', async () => {
    const stranger = createActor({ districtId: database.away })
    const theirs = await as(stranger, async (ctx) => (await twoSchools(ctx)).school)
    const ours = await raise('20:00')
    const subject = aSubject()
    const { id } = await asAt(
      '20:00',
      (ctx) => raiseAlert(ctx, fever, { key: subject.id, subject, orgId: theirs.id }),
      stranger,
    )
    await expect(asAt('20:01', (ctx) => closeAlert(ctx, ours.id, 'home'), stranger)).rejects.toThrow('预警')
    const { districts } = await climb('20:00')
    expect(districts).toBe(2)
    expect(await sql('select district_id from tenant.alert_step where alert_id = $1', [id])).toEqual([
      { district_id: database.away },
    ])
    await asAt('20:02', (ctx) => closeAlert(ctx, ours.id, 'home'))
  })

  it('of a school follows it into a merged one', async () => {
    const third = await as(clerk, (ctx) => aSchool(ctx, school, '三小'))
    const subject = aSubject()
    await asAt('21:00', (ctx) => raiseAlert(ctx, fever, { key: subject.id, subject, orgId: third.id }))
    await as(clerk, async (ctx) => {
      expect(await alertContents.count(ctx, [third.id])).toBe(1)
      await alertContents.relocate(ctx, { from: third, to: other, departments: new Map(), isWhole: true })
      expect(await alertContents.count(ctx, [third.id])).toBe(0)
    })
  })
})

it('a ladder has no two steps of one key', () => {
  expect(() => defineAlert({ ...fever, ladder: [fever.ladder[0]!, fever.ladder[0]!] })).toThrow('two steps of one key')
})
