import { afterEach, describe, expect, it } from 'vitest'
import { emptyScope, orgTreeScope, Ret } from '#packages/core'
import { writeSetting } from '#kernel/setting/server/api.ts'
import type { CaseOutcome } from '../../contract.ts'
import { createCaseWorld, monday } from './cases.fixture.ts'
import { contactCase, resolveCase } from './handle-cases.ts'
import { settleByLeave } from './settle-by-leave.ts'

const cases = createCaseWorld()
const {
  database,
  world,
  as,
  who,
  pupil,
  parents,
  inOffice,
  enrol,
  callRoll,
  climb,
  board,
  caseOf,
  messagesOf,
  asHead,
} = cases
/** Each story has its children and its day, so that none meets the others. */
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24']

/** Who was notified when: 08:15 家长：甲妈妈 */
const ladderOf = async (name: string, day = monday) =>
  (await caseOf(name, '23:00', day))!.told.map(({ at, text }) => `${formatClock(at)} ${text}`)
const formatClock = (moment: string) => new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(11, 16)
const setSetting = (values: Record<string, unknown>) =>
  inOffice('07:00', (ctx) => writeSetting(ctx, world.school.id, 'attendance', values))
const usual = { tellFamilies: true, headMinutes: 5, moralMinutes: 15, leaderMinutes: 30 }
const messagesAbout = async (name: string, reader: Parameters<typeof messagesOf>[0]) =>
  (await messagesOf(reader)).filter((text) => text.includes(name))
const theWholeMorning = ['08:15', '08:16', '08:19', '08:20', '08:29', '08:30', '08:44', '08:45', '08:46', '09:30']
afterEach(() => setSetting(usual))

describe('a child who is missing without leave', () => {
  it('is made known step by step: to the family, the class teacher, 德育处 and the principal', async () => {
    await enrol('甲')
    await callRoll('08:15', 0, { marks: { 甲: 'missing' } })
    await climb(...theWholeMorning)
    expect(await ladderOf('甲')).toEqual([
      '08:15 家长：甲妈妈',
      '08:20 班主任：王班主任',
      '08:30 德育处和年级组长：孙德育、周级长',
      '08:45 校长：赵校长',
    ])
    expect(await messagesOf(parents.get('甲')!)).toEqual([
      '请确认甲的到校情况｜11月16日08:10点名时没有见到甲，也没有请假。请尽快联系班主任；需要请假可以在这里补办。',
    ])
    expect(await messagesAbout('甲', who('王班主任'))).toEqual([
      '七(1)班甲未到，请核实｜11月16日08:10点名未到，没有请假。已通知家长。请到“待核实”处理。',
    ])
    expect(await caseOf('甲', '08:52')).toMatchObject({
      status: 'open',
      className: '七(1)班',
      lesson: '第1节 语文',
      minutes: 37,
      nextStep: null,
      guardians: [{ name: '甲妈妈', relation: '母亲' }],
    })
  })

  it('whose family cannot be reached is made known to the class teacher at once, with the reason', async () => {
    const day = days[6]!
    await enrol('未绑', { isBound: false })
    await callRoll('08:15', 0, { day, marks: { 未绑: 'missing' } })
    for (const clock of theWholeMorning) await cases.climbOn(day, clock)
    expect((await ladderOf('未绑', day)).slice(0, 3)).toEqual([
      '08:15 家长：无法通知（家长未绑定）',
      '08:15 班主任：王班主任',
      '08:30 德育处和年级组长：孙德育、周级长',
    ])
    expect((await messagesAbout('未绑未到', who('王班主任')))[0]).toContain('家长未能通知（家长未绑定）。')
    // A guardian who may not be informed is none.
    const restricted = await enrol('受限')
    await database.sql('update tenant.guardian_link set may_see = false where student_id = $1', [restricted])
    await callRoll('08:15', 0, { day, marks: { 未绑: 'missing', 受限: 'missing' } })
    await cases.climbOn(day, '08:15')
    expect(await ladderOf('受限', day)).toEqual(['08:15 家长：无法通知（监护受限）', '08:15 班主任：王班主任'])
    expect(await messagesOf(parents.get('受限')!)).toEqual([])
  })

  it('is made known to nobody earlier than those before, whatever the settings say, and to families only if they allow it', async () => {
    await setSetting({ tellFamilies: false, headMinutes: 10, moralMinutes: 3, leaderMinutes: 40 })
    await enrol('设置', { classAt: 1 })
    await callRoll('08:15', 0, { classAt: 1, marks: { 设置: 'missing' } })
    await climb('08:15', '08:18', '08:24', '08:25', '08:55')
    expect(await ladderOf('设置')).toEqual([
      '08:15 家长：无法通知',
      '08:15 班主任：李班主任',
      '08:25 德育处和年级组长：孙德育、周级长',
      '08:55 校长：赵校长',
    ])
    expect(await messagesOf(parents.get('设置')!)).toEqual([])
    expect((await messagesAbout('设置', who('李班主任')))[0]).toContain('没有通知家长。')
  })

  it('has one case a day: a second lesson notifies nobody again', async () => {
    const day = days[1]!
    await enrol('乙')
    await callRoll('08:15', 0, { day, marks: { 乙: 'missing' } })
    await cases.climbOn(day, '08:15')
    await callRoll('08:16', 0, { day, marks: { 乙: 'missing' } })
    await callRoll('09:05', 1, { day, marks: { 乙: 'truant' } })
    for (const clock of ['08:16', '09:05', '09:06']) await cases.climbOn(day, clock)
    expect((await ladderOf('乙', day)).filter((line) => line.includes('家长'))).toEqual(['08:15 家长：乙妈妈'])
    expect((await board('09:10', day)).open.filter(({ name }) => name === '乙')).toHaveLength(1)
    expect(await messagesOf(parents.get('乙')!)).toHaveLength(1)
  })

  it('is with the class teacher of the new class as soon as that misses it', async () => {
    const day = days[5]!
    await enrol('转班')
    await callRoll('08:15', 0, { day, marks: { 转班: 'missing' } })
    await cases.climbOn(day, '08:15')
    pupil('转班').classId = world.grade.classIds[1]!
    await callRoll('08:18', 1, { day, classAt: 1, marks: { 转班: 'missing' } })
    await cases.climbOn(day, '08:20')
    expect(await caseOf('转班', '08:20', day)).toMatchObject({ className: '七(2)班', status: 'open', minutes: 5 })
    expect(await ladderOf('转班', day)).toEqual(['08:15 家长：转班妈妈', '08:20 班主任：李班主任'])
    // A roll of the old class that comes late does not take it back.
    pupil('转班').classId = world.grade.classIds[0]!
    await callRoll('08:25', 0, { day })
    await callRoll('08:26', 0, { day, marks: { 转班: 'missing' } })
    expect(await caseOf('转班', '08:26', day)).toMatchObject({ className: '七(2)班', status: 'open' })
  })

  it('is made known in the morning if it is missed at night', async () => {
    const [day, next] = [days[1]!, days[2]!]
    await enrol('夜', { classAt: 1 })
    await callRoll('22:05', 0, { day, classAt: 1, marks: { 夜: 'missing' } })
    for (const clock of ['22:05', '22:40', '23:59']) await cases.climbOn(day, clock)
    expect(await messagesOf(parents.get('夜')!)).toEqual([])
    for (const clock of ['05:59', '06:00', '06:05', '06:15']) await cases.climbOn(next, clock)
    expect(await ladderOf('夜', day)).toEqual([
      '06:00 家长：夜妈妈',
      '06:05 班主任：李班主任',
      '06:15 德育处和年级组长：孙德育、周级长',
    ])
  })
})

describe('a child is found', () => {
  const day = days[2]!
  const call = (clock: string, lessonAt: number, marks: Parameters<typeof callRoll>[2] = {}) =>
    callRoll(clock, lessonAt, { day, ...marks })
  const climbTo = (clock: string) => cases.climbOn(day, clock)
  const resolve = async (name: string, outcome: CaseOutcome) => {
    const { id } = (await caseOf(name, '08:20', day))!
    await as(asHead('王班主任'), new Date(`${day}T08:20:00+08:00`), (ctx) =>
      resolveCase(ctx, ctx.actor.permissions.get('roll.handle')!, { id, outcome, note: '外婆说的' }),
    )
  }
  const settled = async (name: string) => {
    const { status, outcome, settledBy, nextStep } = (await caseOf(name, '23:00', day))!
    return { status, outcome, settledBy, nextStep }
  }

  it('by the roll of a later lesson, and nobody is notified any more', async () => {
    await enrol('晚到')
    await call('08:15', 0, { marks: { 晚到: 'missing' } })
    await climbTo('08:15')
    await call('08:19', 1)
    await climbTo('08:50')
    expect(await settled('晚到')).toEqual({ status: 'settled', outcome: 'late', settledBy: '', nextStep: null })
    expect(await ladderOf('晚到', day)).toEqual(['08:15 家长：晚到妈妈'])
    expect(await messagesOf(who('赵校长'))).not.toContainEqual(expect.stringContaining('晚到'))
  })

  it('by the same roll: there, late or a mistake; and is missing again when that was taken back', async () => {
    await enrol('更正')
    await enrol('迟到')
    await call('08:15', 0, { marks: { 更正: 'missing', 迟到: 'missing' } })
    await climbTo('08:15')
    await call('08:17', 0, { marks: { 迟到: 'missing' }, how: 'mistake' })
    await call('08:18', 0, { marks: { 迟到: 'late' }, how: 'late' })
    expect(await settled('更正')).toMatchObject({ status: 'settled', outcome: 'mistake' })
    expect(await settled('迟到')).toMatchObject({ status: 'settled', outcome: 'late' })
    await call('08:30', 0, { marks: { 更正: 'missing', 迟到: 'late' } })
    expect(await settled('更正')).toMatchObject({ status: 'open', outcome: null })
    await climbTo('08:35')
    expect(await ladderOf('更正', day)).toEqual(['08:35 家长：更正妈妈', '08:35 班主任：王班主任'])
  })

  it('not by a lesson before the one that misses it', async () => {
    await enrol('走失')
    await call('08:15', 0)
    await call('09:05', 1, { marks: { 走失: 'missing' } })
    await call('09:10', 0, { marks: { 走失: 'late' } })
    expect(await settled('走失')).toMatchObject({ status: 'open' })
    // Excused in one lesson, missing in the other: the case goes on because of the other.
    await call('10:15', 2, { marks: { 走失: 'missing' } })
    await call('10:16', 1, { marks: { 走失: 'sick' }, how: 'leave' })
    const one = await caseOf('走失', '23:00', day)
    expect(one).toMatchObject({ status: 'open', lesson: '第3节 语文' })
  })

  it('and lost again: the ladder begins anew', async () => {
    await enrol('又走')
    await call('08:15', 0, { marks: { 又走: 'missing' } })
    await climbTo('08:15')
    await call('09:05', 1)
    expect(await settled('又走')).toMatchObject({ outcome: 'late' })
    await call('10:15', 2, { marks: { 又走: 'missing' } })
    await climbTo('10:15')
    await climbTo('10:20')
    expect(await ladderOf('又走', day)).toEqual(['10:15 家长：又走妈妈', '10:20 班主任：王班主任'])
    expect(await messagesOf(parents.get('又走')!)).toHaveLength(2)
    expect(await caseOf('又走', '10:30', day)).toMatchObject({ minutes: 15, lesson: '第3节 语文' })
  })

  it('before a roll that is sent late: nobody is alarmed', async () => {
    await enrol('补传')
    await call('10:15', 2)
    await call('11:00', 0, { marks: { 补传: 'missing' } })
    await climbTo('11:40')
    expect(await settled('补传')).toMatchObject({ status: 'settled', outcome: 'school' })
    expect(await messagesOf(parents.get('补传')!)).toEqual([])
  })

  it('but a child that is known to be elsewhere is not missing again in the next lesson', async () => {
    await enrol('在家')
    await call('08:15', 0, { marks: { 在家: 'missing' } })
    await resolve('在家', 'home')
    await call('09:05', 1, { marks: { 在家: 'missing' } })
    await climbTo('09:40')
    expect(await settled('在家')).toMatchObject({ status: 'settled', outcome: 'home', settledBy: '王班主任' })
    expect(await messagesOf(parents.get('在家')!)).toEqual([])
    // Until it has come: from then on it is missed like everybody else.
    await call('10:15', 2)
    expect(await settled('在家')).toMatchObject({ status: 'settled', outcome: 'home' })
    await call('14:05', 3, { marks: { 在家: 'missing' } })
    await climbTo('14:05')
    expect(await ladderOf('在家', day)).toEqual(['14:05 家长：在家妈妈'])
  })

  it('nor is one whom the class teacher knows to be excused, as long as nobody says that it was a mistake', async () => {
    await enrol('口头请假')
    await enrol('看错')
    const marks = { 口头请假: 'missing', 看错: 'missing' } as const
    await call('08:15', 0, { marks })
    await resolve('口头请假', 'leave')
    await resolve('看错', 'mistake')
    await call('09:05', 1, { marks })
    await climbTo('09:40')
    expect(await settled('口头请假')).toMatchObject({ status: 'settled', outcome: 'leave', settledBy: '王班主任' })
    expect(await messagesOf(parents.get('口头请假')!)).toEqual([])
    expect(await settled('看错')).toMatchObject({ status: 'open' })
    expect(await messagesOf(parents.get('看错')!)).toHaveLength(1)
  })
})

describe('leave that is approved afterwards', () => {
  const day = days[3]!
  const approve = (name: string) =>
    inOffice(
      '09:00',
      (ctx) => settleByLeave(ctx, { studentId: pupil(name).id, from: day, to: day, leaveId: pupil(name).id }),
      day,
    )
  const fill = (name: string, status: string, session: string) =>
    database.sql('update tenant.attendance_mark set status = $3 where session_id = $1 and student_id = $2', [
      session,
      pupil(name).id,
      status,
    ])

  it('settles the case, and opens it again when it is revoked', async () => {
    await enrol('病')
    const session = await callRoll('08:15', 0, { day, marks: { 病: 'missing' } })
    await cases.climbOn(day, '08:15')
    await fill('病', 'sick', session)
    await approve('病')
    expect(await caseOf('病', '09:01', day)).toMatchObject({ status: 'settled', outcome: 'leave', settledBy: '' })
    await cases.climbOn(day, '09:30')
    expect(await ladderOf('病', day)).toEqual(['08:15 家长：病妈妈'])
    await callRoll('10:00', 0, { day, marks: { 病: 'missing' } })
    await cases.climbOn(day, '10:00')
    expect(await ladderOf('病', day)).toEqual(['10:00 家长：病妈妈'])
  })

  it('does not settle a lesson that it does not cover', async () => {
    await enrol('半天', { classAt: 1 })
    const first = await callRoll('08:15', 0, { day, classAt: 1, marks: { 半天: 'missing' } })
    await callRoll('10:15', 2, { day, classAt: 1, marks: { 半天: 'missing' } })
    await fill('半天', 'private', first)
    await approve('半天')
    expect(await caseOf('半天', '10:20', day)).toMatchObject({ status: 'open' })
  })
})

describe('whoever handles a case', () => {
  const day = days[4]!
  const moment = (clock: string) => new Date(`${day}T${clock}:00+08:00`)
  const scopeOf = (actor: ReturnType<typeof asHead>) => actor.permissions.get('roll.handle')!
  const contact = (id: string, actor = asHead('王班主任'), clock = '08:17') =>
    as(actor, moment(clock), (ctx) => contactCase(ctx, scopeOf(actor), { id, note: '妈妈说已出门' }))
  const resolve = (id: string, actor = asHead('王班主任'), clock = '08:40') =>
    as(actor, moment(clock), (ctx) =>
      resolveCase(ctx, scopeOf(actor), { id, outcome: 'elsewhere', note: '在医院陪诊' }),
    )
  const openCase = async (name: string) => {
    await enrol(name)
    await callRoll('08:15', 0, { day, marks: { [name]: 'missing' } })
    await cases.climbOn(day, '08:15')
    return (await caseOf(name, '08:15', day))!.id
  }

  it('calls the family, which does not stop the ladder, and settles it with an outcome', async () => {
    const id = await openCase('联系')
    expect(await contact(id)).toMatchObject({ status: 'contacted', note: '妈妈说已出门', nextStep: { text: '班主任' } })
    await cases.climbOn(day, '08:30')
    expect(await resolve(id)).toMatchObject({
      status: 'settled',
      outcome: 'elsewhere',
      note: '在医院陪诊',
      settledBy: '王班主任',
      minutes: 25,
      nextStep: null,
    })
    await cases.climbOn(day, '09:30')
    expect(await ladderOf('联系', day)).toEqual([
      '08:15 家长：联系妈妈',
      '08:17 王班主任已联系家长',
      '08:30 班主任：王班主任',
      '08:30 德育处和年级组长：孙德育、周级长',
    ])
    await expect(resolve(id)).rejects.toThrow('该生的情况已核实')
    await expect(contact(id)).rejects.toThrow('该生的情况已核实')
    const [row] = await database.sql<{ note: Buffer }>('select note from tenant.absence_case where id = $1', [id])
    expect(row!.note.includes(Buffer.from('医院'))).toBe(false)
    const { open, settled } = await board('09:40', day)
    expect(open.map((one) => one.id)).not.toContain(id)
    expect(settled.map((one) => one.id)).toContain(id)
  })

  it('reaches only the own classes and the own school', async () => {
    const id = await openCase('范围')
    for (const actor of [asHead('李班主任'), { ...asHead('王班主任'), ...empty(orgTreeScope(world.other)) }]) {
      await expect(contact(id, actor)).rejects.toMatchObject({ ret: Ret.notFound })
      await expect(resolve(id, actor)).rejects.toMatchObject({ ret: Ret.notFound })
    }
    await expect(contact(pupil('范围').id)).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await caseOf('范围', '09:00', day)).toMatchObject({ status: 'open', note: '' })
    expect(await resolve(id)).toMatchObject({ status: 'settled' })
  })

  it('settles it once, also when two do at the same time', async () => {
    const id = await openCase('同时')
    const results = await Promise.allSettled([resolve(id), resolve(id), resolve(id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  const empty = (scope: typeof emptyScope) => ({ permissions: new Map([['roll.handle', scope]]) })
})
